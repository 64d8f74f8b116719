/// The options that one subcommand alone has.
public struct SubcommandOptions: Hashable, Sendable {
  /// Whether the confirm question is answered already, by `--yes`.
  public var isConfirmed = false
  /// Whether a person may be asked, which `--no-input` forbids.
  public var mayAsk = true
  /// Who logs in; nil where she is asked.
  public var email: String?
  /// Whether the password is the first line of standard input.
  public var readsPassword = false
  /// The port of the server; 0 for a free one.
  public var port: UInt16 = 0
  /// What is known of a post.
  public var post = PostFields()

  /// Nothing out of the ordinary.
  public init() {}

  /// What an option is for, where nil stands for a search; nil for an option of everything.
  static func owners(of option: String) -> Set<Subcommand?>? {
    switch option {
    case "--from": [nil, .show]
    case "--limit": [nil, .posts]
    case "--debounce", "--script", "--marbles": [nil]
    case "--email", "--password-stdin": [.login]
    case "--port": [.serve]
    case "--title", "--body", "--user": [.posts]
    default: nil
    }
  }
}

/// What is asked of the posts on the command's line.
public enum PostsRequest: Hashable, Sendable {
  /// All posts.
  case list
  /// The comments of a post.
  case comments(Int)
  /// A new post.
  case create
  /// Other values of a post.
  case update(Int)
  /// A post no more.
  case delete(Int)
}
