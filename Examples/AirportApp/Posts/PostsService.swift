public import AirportNet
public import Foundation
public import MiniRx

/// Reads and changes the posts of a server.
public struct PostsService: Sendable {
  private let session: Session
  private let baseUrlString: String
  private let timeoutInterval: TimeInterval

  /// A service.
  ///
  /// - Parameters:
  ///   - session: what sends the calls.
  ///   - baseUrlString: where the server is; the posts are at `posts` below it.
  ///   - timeoutInterval: the idle limit of a call in seconds.
  public init(session: Session = .default, baseUrlString: String, timeoutInterval: TimeInterval = 15) {
    self.session = session
    self.baseUrlString = baseUrlString
    self.timeoutInterval = timeoutInterval
  }

  /// What an action brings. Cold: each subscription sends it; disposing it cancels. Failures are `NetworkError`.
  public func perform(_ action: PostsAction) -> Single<PostsAnswer> {
    switch action {
    case .list: send(action, PostsAnswer.posts)
    case .comments: send(action, PostsAnswer.comments)
    case .create, .update, .patch: send(action, PostsAnswer.post)
    case .delete: send(action) { (_: Empty) in .deleted }
    }
  }

  private func send<Value: Decodable & Sendable>(
    _ action: PostsAction, _ answer: @escaping @Sendable (Value) -> PostsAnswer
  ) -> Single<PostsAnswer> {
    NetworkProvider<Value>(timeoutInterval: timeoutInterval, session: session)
      .single(endpoint: PostsEndpoint(baseUrl: baseUrlString, action: action)).map(answer)
  }
}
