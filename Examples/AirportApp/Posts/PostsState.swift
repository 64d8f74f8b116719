internal import AirportNet

/// What a posts screen knows. Pure: an action begins or ends, and the state is another.
struct PostsState: Sendable {
  /// All posts by number; nil before they were listed.
  private(set) var posts: [Post]?
  /// The comments of the post that they were asked for last; nil before they came.
  private(set) var comments: [Comment]?
  /// The post that comments were asked for last.
  private var commentedPost: Int?
  /// What is under way or waits for its turn, once each.
  private(set) var pending: [PostsAction] = []
  /// Why the last action that ended has failed, nil once another has begun.
  private(set) var error: NetworkError?

  /// An action is asked for. False if the same is under way already: a double tap.
  mutating func begin(_ action: PostsAction) -> Bool {
    error = nil
    if !action.isChange {
      // The newer reading takes the place of the older one.
      pending.removeAll { $0.isSameReading(as: action) }
      if case .comments(let post) = action, post != commentedPost { (commentedPost, comments) = (post, nil) }
    } else if pending.contains(action) {
      return false
    }
    pending.append(action)
    return true
  }

  /// An action has ended. True if a list that is under way was perhaps made before the change, and must be asked for
  /// again.
  mutating func end(_ outcome: PostsOutcome) -> Bool {
    pending.removeAll { $0 == outcome.action }
    switch outcome.result {
    case .failure(let failure): error = failure
    case .success(let answer): apply(answer, to: outcome.action)
    }
    return outcome.action.isChange && pending.contains(.list)
  }

  private mutating func apply(_ answer: PostsAnswer, to action: PostsAction) {
    switch (action, answer) {
    case (_, .posts(let new)): posts = new
    case (_, .comments(let new)): comments = new
    case (_, .post(let post)):
      guard var known = posts else { return }
      known.removeAll { $0.id == post.id }
      known.insert(post, at: known.firstIndex { $0.id > post.id } ?? known.endIndex)
      posts = known
    case (.delete(let id), .deleted):
      posts?.removeAll { $0.id == id }
      if commentedPost == id { (commentedPost, comments) = (nil, nil) }
    case (_, .deleted): break
    }
  }
}

extension PostsAction {
  /// Whether both read the list, or both read comments.
  fileprivate func isSameReading(as other: PostsAction) -> Bool {
    switch (self, other) {
    case (.list, .list), (.comments, .comments): true
    default: false
    }
  }
}
