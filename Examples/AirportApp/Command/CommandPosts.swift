internal import AirportNet
internal import MiniRx

/// `airports posts ...`: reads and changes posts.
@MainActor
final class CommandPosts: CommandRun {
  private let request: PostsRequest
  private let options: CommandOptions
  private let voice: CommandVoice
  private let console: CommandConsole
  private let finish: @MainActor (Int32) -> Void
  private var server: CommandServer?
  private var model: PostsViewModel?
  private var bag = DisposeBag()

  init(
    _ request: PostsRequest, _ options: CommandOptions, _ console: CommandConsole,
    finish: @escaping @MainActor (Int32) -> Void
  ) {
    (self.request, self.options, self.console, self.finish) = (request, options, console, finish)
    voice = CommandVoice(options, console)
  }

  func start() {
    let fields = options.subcommand.post
    switch request {
    case .list: send(.list)
    case .comments(let id): send(.comments(post: id))
    case .delete(let id): send(.delete(id))
    case .create: fill(fields)
    case .update(let id):
      if fields == PostFields() {
        return refuse(voice.phrases.needed(voice.phrases.theChange, "--title, --body, --user"))
      }
      // Without a title or a body the server would take the post for incomplete.
      send(fields.title != nil && fields.body != nil ? .update(id, fields) : .patch(id, fields))
    }
  }

  func cancel() {
    voice.hideProgress()
    bag = DisposeBag()
    model = nil
    server?.stop()
    server = nil
  }

  /// Asks for what a new post must have.
  private func fill(_ fields: PostFields) {
    let phrases = voice.phrases
    guard options.subcommand.mayAsk && console.input.isTerminal else {
      if fields.title == nil { return refuse(phrases.needed(phrases.theTitle, "--title")) }
      if fields.body == nil { return refuse(phrases.needed(phrases.theBody, "--body")) }
      return send(.create(fields))
    }
    let title = fields.title.map { Single<String?>.just($0) } ?? console.ask(phrases.prompt(phrases.title))
    let body = fields.body.map { Single<String?>.just($0) } ?? console.ask(phrases.prompt(phrases.body))
    title.flatMap { title in body.map { PostFields(userId: fields.userId, title: title, body: $0) } }
      .subscribe(
        with: self,
        onSuccess: { run, fields in
          if fields.title != nil && fields.body != nil { return run.send(.create(fields)) }
          run.voice.inform(phrases.declined)
          run.end(1)
        }
      ).disposed(by: bag)
  }

  private func send(_ action: PostsAction) {
    guard let server = voice.server(options) else { return end(2) }
    self.server = server
    let address = server.address(action.path)
    voice.note(voice.phrases.say("Asking \(address).", "\(address)에 요청합니다."))
    voice.showProgress()
    let seconds = options.timeout / .seconds(1)
    let model = PostsViewModel(
      service: PostsService(session: server.session, baseUrlString: server.base, timeoutInterval: seconds))
    self.model = model
    model.outcome.drive(with: self) { run, outcome in run.show(outcome, at: address) }.disposed(by: bag)
    model.actions.accept(action)
  }

  private func show(_ outcome: PostsOutcome, at address: String) {
    let phrases = voice.phrases
    switch outcome.result {
    case .success(let answer): report(answer, of: outcome.action)
    case .failure(let error):
      voice.note(error.debugDescription)
      if let id = outcome.action.post, [404, 410].contains(error.statusCode) {
        voice.inform(phrases.noPost(id))
        return end(1)
      }
      voice.tell(
        phrases.failure(
          error, at: address, timeout: options.timeout, expecting: outcome.action.isChange ? .anything : .posts))
      end(2)
    }
  }

  private func report(_ answer: PostsAnswer, of action: PostsAction) {
    let renderer = PostRenderer(phrases: voice.phrases, format: options.format)
    let style = (width: console.columns, isColoured: console.columns != nil && options.isColourAllowed)
    let limit = options.limit ?? .max
    switch answer {
    case .posts(let posts):
      if posts.isEmpty { voice.inform(voice.phrases.noPosts) }
      let text = renderer.text(posts.prefix(limit), width: style.width, isColoured: style.isColoured)
      end(voice.end(posts.isEmpty ? 1 : 0, printing: text))
    case .comments(let comments):
      if comments.isEmpty { voice.inform(voice.phrases.noComments(action.post ?? 0)) }
      let text = renderer.text(comments.prefix(limit), width: style.width, isColoured: style.isColoured)
      end(voice.end(comments.isEmpty ? 1 : 0, printing: text))
    case .post(let post):
      end(voice.end(0, printing: renderer.text(post, width: style.width, isColoured: style.isColoured)))
    case .deleted:
      voice.inform(voice.phrases.deleted(action.post ?? 0))
      end(0)
    }
  }

  private func refuse(_ message: String) {
    voice.tell(message)
    end(64)
  }

  private func end(_ code: Int32) {
    cancel()
    finish(code)
  }
}

extension PostsAction {
  /// The post that it is about, nil for none.
  fileprivate var post: Int? {
    switch self {
    case .list, .create: nil
    case .comments(let id), .update(let id, _), .patch(let id, _), .delete(let id): id
    }
  }

  /// Where it is asked for, below the server's address.
  fileprivate var path: String {
    if case .comments(let id) = self { return "posts/\(id)/comments" }
    return post.map { "posts/\($0)" } ?? "posts"
  }
}
