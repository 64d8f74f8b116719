import AirportApp
import AirportNet
import Foundation
import Testing

// The endpoint style in Swift 6 mode. What Swift 6 demands: the view model says that it lives on the main actor.

private struct Note: Codable {
  var id: Int
  var title: String
}

private enum Endpoint: RequestConvertible {
  case list(server: String)
  case create(server: String, title: String)

  var baseUrl: String {
    switch self {
    case .list(let server), .create(let server, _): server
    }
  }

  var method: HTTPMethod {
    switch self {
    case .list: .get
    case .create: .post
    }
  }

  var paths: [String] { ["posts"] }
  var parameters: [String: Any]? { nil }

  var body: [String: Any]? {
    switch self {
    case .list: nil
    case .create(_, let title): ["userId": 1, "title": title, "body": "text"]
    }
  }

  var headers: [String: String]? { ["Content-Type": "application/json; charset=UTF-8"] }
}

@MainActor private final class NotesViewModel {
  var posts: [Note] = []
  var message: String?
  var onChange: (() -> Void)?

  func load(_ server: String) {
    NetworkProvider<[Note]>().request(endpoint: Endpoint.list(server: server)) { [weak self] result in
      switch result {
      case let .success(data):
        self?.posts = data
      case let .failure(error):
        self?.message = error.localizedDescription
      }
      self?.onChange?()
    }
  }

  func create(_ server: String, title: String) {
    NetworkProvider<Note>(timeoutInterval: 5).request(endpoint: Endpoint.create(server: server, title: title)) {
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

@Suite("Seeds in Swift 6: endpoint")
@MainActor
struct EndpointSeedTests {
  @Test("a provider's answer reaches a view model on the main actor")
  func provider() async throws {
    let server = LoopbackServer()
    try server.start()
    let model = NotesViewModel()
    await withCheckedContinuation { continuation in
      model.onChange = { continuation.resume() }
      model.load(server.baseURL.absoluteString)
    }
    #expect(!model.posts.isEmpty)
    await withCheckedContinuation { continuation in
      model.onChange = { continuation.resume() }
      model.create(server.baseURL.absoluteString, title: "A note")
    }
    #expect(model.posts.last?.title == "A note")
    #expect(model.message == nil)
    server.stop()
  }

  @Test("a provider's failure reaches it too")
  func failure() async throws {
    let server = LoopbackServer()
    try server.start()
    let model = NotesViewModel()
    await withCheckedContinuation { continuation in
      model.onChange = { continuation.resume() }
      model.load("\(server.baseURL)/nowhere")
    }
    #expect(model.message?.contains("404") == true)
    server.stop()
  }
}
