public import AirportNet

/// What can be asked of the posts.
public enum PostsAction: Hashable, Sendable {
  /// All posts.
  case list
  /// The comments of a post.
  case comments(post: Int)
  /// A new post; title and body must be there.
  case create(PostFields)
  /// Another post in the place of one: what is not named is lost. Title and body must be there.
  case update(Int, PostFields)
  /// Other values for what is named of a post.
  case patch(Int, PostFields)
  /// A post no more.
  case delete(Int)

  /// Whether it changes something on the server.
  public var isChange: Bool {
    switch self {
    case .list, .comments: false
    case .create, .update, .patch, .delete: true
    }
  }
}

/// What an action brought.
public enum PostsAnswer: Hashable, Sendable {
  /// All posts.
  case posts([Post])
  /// The comments of the post.
  case comments([Comment])
  /// The post as it is now.
  case post(Post)
  /// The post is gone.
  case deleted
}

/// An action that has ended, and how.
public struct PostsOutcome: Hashable, Sendable {
  /// What was asked.
  public let action: PostsAction
  /// What it brought, or why it failed.
  public let result: Result<PostsAnswer, NetworkError>
}
