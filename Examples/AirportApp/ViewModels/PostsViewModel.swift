public import AirportNet
public import MiniRx

/// Shows posts and their comments, and creates, updates, patches and deletes posts.
///
///     actions   -list------create---delete 3------
///     posts     ------[*]---------[*+]-----[*+-3]-
///     outcome   ------ok----------ok-------ok-----
///
/// Of two lists, and of two posts' comments, the one that was asked for last counts; the older request is cancelled.
/// Changes are sent one after another, in their order, and the same change twice at once - a double tap - once. A list
/// that was on its way during a change is asked for again, so that it cannot hide the change. A failure ends its own
/// action alone. All outputs but `outcome` tell a new subscriber how things stand, at once. When the model goes, its
/// requests are cancelled, and changes that still waited are not sent.
@MainActor
public final class PostsViewModel {
  /// Input: what to do.
  public let actions = PublishRelay<PostsAction>()

  /// Output: all posts by number; nil before they were listed.
  public let posts: Driver<[Post]?>
  /// Output: the comments of the post that they were asked for last; nil before they came.
  public let comments: Driver<[Comment]?>
  /// Output: whether anything is under way.
  public let isBusy: Driver<Bool>
  /// Output: why the last action that ended has failed, nil once another has begun.
  public let error: Driver<NetworkError?>
  /// Output: each action that has ended, and how.
  public let outcome: Driver<PostsOutcome>

  private let state = BehaviorRelay(value: PostsState())
  private let outcomes = PublishRelay<PostsOutcome>()
  private let lists = PublishRelay<PostsAction>()
  private let comment = PublishRelay<PostsAction>()
  private let changes = PublishRelay<PostsAction>()
  private let bag = DisposeBag()

  /// A model that waits for actions.
  /// - Parameter service: where the posts are.
  public init(service: PostsService) {
    let state = self.state.asDriver()
    posts = state.map(\.posts).distinctUntilChanged()
    comments = state.map(\.comments).distinctUntilChanged()
    isBusy = state.map { !$0.pending.isEmpty }.distinctUntilChanged()
    error = state.map(\.error).distinctUntilChanged()
    outcome = outcomes.asDriver()

    let perform = { @Sendable (action: PostsAction) in
      service.perform(action).map { PostsOutcome(action: action, result: .success($0)) }
        .catch { .just(PostsOutcome(action: action, result: .failure(NetworkError(wrapping: $0)))) }
    }
    let ended = Observable.merge(
      lists.asObservable().flatMapLatest(perform), comment.asObservable().flatMapLatest(perform),
      changes.asObservable().concatMap(perform))
    ended.subscribe(with: self) { model, outcome in model.end(outcome) }.disposed(by: bag)
    actions.asObservable().subscribe(with: self) { model, action in model.begin(action) }.disposed(by: bag)
  }

  private func begin(_ action: PostsAction) {
    var state = state.value
    let isNew = state.begin(action)
    self.state.accept(state)
    guard isNew else { return }
    switch action {
    case .list: lists.accept(action)
    case .comments: comment.accept(action)
    case .create, .update, .patch, .delete: changes.accept(action)
    }
  }

  private func end(_ outcome: PostsOutcome) {
    var state = state.value
    let isListOutdated = state.end(outcome)
    self.state.accept(state)
    outcomes.accept(outcome)
    if isListOutdated { lists.accept(.list) }
  }
}
