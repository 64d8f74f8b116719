import AirportNet
import Foundation

// An app in the endpoint style, as it is written with other libraries.

struct Post: Codable {
  var userId: Int
  var id: Int
  var title: String
  var body: String
}

enum Endpoint {
  case list
  case comments(Int)
  case create(title: String, body: String)

  static var server = ""
}

extension Endpoint: RequestConvertible {
  var baseUrl: String { return Endpoint.server }

  var method: HTTPMethod {
    switch self {
    case .list, .comments: return .get
    case .create: return .post
    }
  }

  var paths: [String] {
    switch self {
    case .list, .create: return ["posts"]
    case .comments: return ["comments"]
    }
  }

  var parameters: [String: Any]? {
    switch self {
    case .list, .create: return nil
    case .comments(let id): return ["postId": id]
    }
  }

  var body: [String: Any]? {
    switch self {
    case .list, .comments: return nil
    case .create(let title, let body): return ["userId": 1, "title": title, "body": body]
    }
  }

  var headers: [String: String]? {
    return ["Content-Type": "application/json; charset=UTF-8"]
  }
}

class PostsViewModel {
  var posts: [Post] = []
  var message: String?
  var onChange: (() -> Void)?

  func load() {
    NetworkProvider<[Post]>().request(endpoint: Endpoint.list) { [weak self] result in
      switch result {
      case let .success(data):
        self?.posts = data
      case let .failure(error):
        self?.message = error.localizedDescription
      }
      self?.onChange?()
    }
  }

  func create(title: String, body: String) {
    NetworkProvider<Post>(timeoutInterval: 5).request(endpoint: Endpoint.create(title: title, body: body)) {
      [weak self] result in
      switch result {
      case let .success(data):
        self?.posts.append(data)
      case let .failure(error):
        self?.message = error.localizedDescription
      }
      self?.onChange?()
    }
  }
}
