/// A post, as the server keeps it.
public struct Post: Codable, Hashable, Sendable, Identifiable {
  /// The number that the server gave it.
  public var id: Int
  /// Who wrote it.
  public var userId: Int
  /// What it is about, in one line.
  public var title: String
  /// What it says.
  public var body: String

  /// Takes its parts as they are.
  public init(id: Int, userId: Int, title: String, body: String) {
    (self.id, self.userId, self.title, self.body) = (id, userId, title, body)
  }
}

/// What is known of a post, or shall change of one; what is nil is not named to the server.
public struct PostFields: Hashable, Sendable {
  /// Who wrote it.
  public var userId: Int?
  /// What it is about, in one line.
  public var title: String?
  /// What it says.
  public var body: String?

  /// Takes its parts as they are.
  public init(userId: Int? = nil, title: String? = nil, body: String? = nil) {
    (self.userId, self.title, self.body) = (userId, title, body)
  }
}

/// A comment below a post.
public struct Comment: Codable, Hashable, Sendable, Identifiable {
  /// The number that the server gave it.
  public var id: Int
  /// The post that it belongs to.
  public var postId: Int
  /// What it is about, in one line.
  public var name: String
  /// Who wrote it.
  public var email: String
  /// What it says.
  public var body: String

  /// Takes its parts as they are.
  public init(id: Int, postId: Int, name: String, email: String, body: String) {
    (self.id, self.postId, self.name, self.email, self.body) = (id, postId, name, email, body)
  }
}
