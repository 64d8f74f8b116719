internal import AirportNet

/// The calls of the posts API.
struct PostsEndpoint: RequestConvertible {
  let baseUrl: String
  let action: PostsAction

  var method: HTTPMethod {
    switch action {
    case .list, .comments: .get
    case .create: .post
    case .update: .put
    case .patch: .patch
    case .delete: .delete
    }
  }

  var paths: [String] {
    switch action {
    case .list, .create: ["posts"]
    case .comments(let id): ["posts", "\(id)", "comments"]
    case .update(let id, _), .patch(let id, _), .delete(let id): ["posts", "\(id)"]
    }
  }

  var parameters: [String: Any]? { nil }

  var body: [String: Any]? {
    switch action {
    case .list, .comments, .delete: nil
    case .create(let fields), .update(_, let fields), .patch(_, let fields):
      (["userId": fields.userId, "title": fields.title, "body": fields.body] as [String: Any?]).compactMapValues(\.self)
    }
  }

  var headers: [String: String]? { ["Accept": "application/json"] }
}
