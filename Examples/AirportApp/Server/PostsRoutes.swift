internal import Foundation

/// Posts and their comments: create, read, update, patch, delete, as JSON.
///
/// - `GET`, `POST /posts`; `GET`, `PUT`, `PATCH`, `DELETE /posts/ID`; `GET`, `POST /posts/ID/comments`
/// - `GET`, `POST /comments`; `GET`, `PUT`, `PATCH`, `DELETE /comments/ID`
/// - Lists take a filter: `/posts?userId=1`, `/comments?postId=1`.
/// - POST answers 201 with a Location, DELETE 204; what is not there is 404, a bad body 400 that names its fault. With
///   a post go its comments.
enum PostsRoutes {
  static let routes =
    table("posts", \.posts.posts, filter: "userId") + table("comments", \.posts.comments, filter: "postId")
    + commentsOfAPost

  private static let commentsOfAPost = [
    ServerRouter.Route("GET", "/posts/*/comments") { request, state in
      guard let post = id(request), state.posts.posts[post] != nil else { return nothing(request) }
      return .json(.array(filtered(state.posts.comments.all, "postId", String(post))))
    },
    ServerRouter.Route("POST", "/posts/*/comments") { request, state in
      guard let post = id(request), state.posts.posts[post] != nil else { return nothing(request) }
      return create(request, &state, "comments", \.posts.comments, adding: ["postId": .number(Double(post))])
    },
  ]

  private typealias Table = any WritableKeyPath<ServerState, RecordTable> & Sendable

  private static func table(_ name: String, _ table: Table, filter: String) -> [ServerRouter.Route] {
    [
      .init("GET", "/\(name)") { request, state in
        .json(.array(filtered(state[keyPath: table].all, filter, request.queryValue(filter))))
      },
      .init("POST", "/\(name)") { request, state in create(request, &state, name, table) },
      .init("GET", "/\(name)/*") { request, state in
        guard let id = id(request), let record = state[keyPath: table][id] else { return nothing(request) }
        return .json(record)
      },
      .init("PUT", "/\(name)/*") { request, state in change(request, &state, table, partial: false) },
      .init("PATCH", "/\(name)/*") { request, state in change(request, &state, table, partial: true) },
      .init("DELETE", "/\(name)/*") { request, state in
        guard let id = id(request), state[keyPath: table][id] != nil else { return nothing(request) }
        state[keyPath: table].remove(id)
        if name == "posts" { state.posts.comments.removeAll(where: "postId", is: .number(Double(id))) }
        return ServerResponse(status: 204)
      },
    ]
  }

  private static func create(
    _ request: LoopbackServer.Request, _ state: inout ServerState, _ name: String, _ table: Table,
    adding known: [String: ServerJSON] = [:]
  ) -> ServerResponse {
    do {
      let body = try RequestBody(request, adding: known)
      let values = try state[keyPath: table].checked(body, partial: false)
      if let post = values["postId"]?.wholeNumber, state.posts.posts[post] == nil {
        return .refusal(400, "There is no post \(post).")
      }
      let (id, record) = state[keyPath: table].insert(values)
      return .json(record, status: 201, headers: [("Location", "/\(name)/\(id)")])
    } catch {
      return .refusal(400, error.message)
    }
  }

  private static func change(
    _ request: LoopbackServer.Request, _ state: inout ServerState, _ table: Table, partial: Bool
  ) -> ServerResponse {
    guard let id = id(request), state[keyPath: table][id] != nil else { return nothing(request) }
    do {
      let values = try state[keyPath: table].checked(try RequestBody(request), partial: partial)
      state[keyPath: table].set(id, values)
      return .json(state[keyPath: table][id] ?? .null)
    } catch {
      return .refusal(400, error.message)
    }
  }

  private static func id(_ request: LoopbackServer.Request) -> Int? {
    Int(request.segments[1])
  }

  private static func nothing(_ request: LoopbackServer.Request) -> ServerResponse {
    .refusal(404, "There is nothing at \(request.path).")
  }

  private static func filtered(_ records: [ServerJSON], _ name: String, _ value: String?) -> [ServerJSON] {
    guard let value else { return records }
    return records.filter { $0[name]?.wholeNumber == Int(value) }
  }
}
