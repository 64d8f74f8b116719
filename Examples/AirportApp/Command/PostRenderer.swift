/// Writes posts and comments for people, for other tools, and for programs. Pure.
struct PostRenderer {
  var phrases: Phrases
  var format: CommandOptions.Format

  /// Posts: number, user, title, body.
  func text(_ posts: some Sequence<Post>, width: Int? = nil, isColoured: Bool = false) -> String {
    text(
      posts.map(row), json: JSONText.array(posts.map(json)), columns: columns, width: width, isColoured: isColoured)
  }

  /// One post; its JSON is an object, not an array.
  func text(_ post: Post, width: Int? = nil, isColoured: Bool = false) -> String {
    text([row(post)], json: json(post), columns: columns, width: width, isColoured: isColoured)
  }

  /// Comments: number, name, email, body.
  func text(_ comments: some Sequence<Comment>, width: Int? = nil, isColoured: Bool = false) -> String {
    let columns: [TextTable.Column] = [
      .init(head: phrases.number, isRight: true), .init(head: phrases.name, least: 8),
      .init(head: phrases.email, least: 8), .init(head: phrases.body, least: 12),
    ]
    let objects = comments.map { comment in
      JSONText.object([
        ("id", JSONText.of(comment.id)), ("post", JSONText.of(comment.postId)), ("name", JSONText.of(comment.name)),
        ("email", JSONText.of(comment.email)), ("body", JSONText.of(comment.body)),
      ])
    }
    return text(
      comments.map { ["\($0.id)", $0.name, $0.email, $0.body] }, json: JSONText.array(objects), columns: columns,
      width: width, isColoured: isColoured)
  }

  private var columns: [TextTable.Column] {
    [
      .init(head: phrases.number, isRight: true), .init(head: phrases.user, isRight: true),
      .init(head: phrases.title, least: 12), .init(head: phrases.body, least: 12),
    ]
  }

  private func row(_ post: Post) -> [String] { ["\(post.id)", "\(post.userId)", post.title, post.body] }

  private func json(_ post: Post) -> String {
    JSONText.object([
      ("id", JSONText.of(post.id)), ("user", JSONText.of(post.userId)), ("title", JSONText.of(post.title)),
      ("body", JSONText.of(post.body)),
    ])
  }

  private func text(
    _ rows: [[String]], json: String, columns: [TextTable.Column], width: Int?, isColoured: Bool
  ) -> String {
    let rows = rows.map { $0.map(\.onOneLine) }
    switch format {
    case .json: return json + "\n"
    case .plain: return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
    case .table:
      if rows.isEmpty { return "" }
      let table = TextTable(columns: columns, rows: rows)
      return table.lines(width: width, isColoured: isColoured).map { $0 + "\n" }.joined()
    }
  }
}
