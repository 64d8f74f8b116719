import AirportApp
import AirportNet
import Foundation
import MiniRx
import Testing

/// Code in the three styles that apps are written in today, unchanged but for its imports, in Swift 5 language mode.
@Suite("Seeds of use over a socket", .serialized)
@MainActor
struct SeedTests {
  private let server = LoopbackServer()

  init() throws {
    try server.start()
    FlightRouter.server = server.baseURL.absoluteString
    LoginService.url = "\(server.baseURL)/login"
    Endpoint.server = server.baseURL.absoluteString
  }

  /// Waits for a callback of the seed; each seed calls back on the main queue.
  private func callback(_ start: (@escaping () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in start { continuation.resume() } }
  }

  @Test("a router's service gives a Single")
  func router() async {
    let model = FlightViewModel()
    await callback { done in
      model.onChange = done
      model.process()
    }
    #expect(!model.titles.isEmpty)
    #expect(server.requests.map(\.target) == ["/posts"])
    #expect(server.requests.first?.header("Content-Type") == "application/json; charset=UTF-8")
  }

  @Test("a router's body is sent, and its handler is called")
  func routerBody() async throws {
    let flight = Flight(userId: 1, title: "A 1", body: "from ICN to GMP")
    var answer: DataResponse<Flight, AFError>?
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      do {
        try FlightService.shared.add(flight) { response in
          answer = response
          continuation.resume()
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(answer?.response?.statusCode == 201)
    #expect(answer?.value?.title == "A 1")
  }

  @Test("a router's failure reaches the Single")
  func routerFailure() async {
    FlightRouter.server = "\(server.baseURL)/nowhere"
    let code: Int? = await withCheckedContinuation { continuation in
      _ = FlightService.shared.fetchFlights().subscribe(
        onSuccess: { _ in continuation.resume(returning: nil) },
        onFailure: { continuation.resume(returning: ($0 as? AFError)?.responseCode) })
    }
    #expect(code == 404)
  }

  @Test("a direct call logs in, and is refused with the server's message")
  func login() async {
    let email = LoopbackServer.Configuration.exampleEmail
    for (password, expected) in [(LoopbackServer.Configuration.examplePassword, "success"), ("wrong", "requestErr")] {
      var outcome = ""
      await callback { done in
        LoginService.shared.login(email: email, password: password) { result in
          switch result {
          case .success(let message): outcome = (message as? String) == "Welcome aboard." ? "success" : "no message"
          case .requestErr(let message): outcome = message is String ? "requestErr" : "no message"
          case .pathErr: outcome = "pathErr"
          case .serverErr: outcome = "serverErr"
          case .networkFail: outcome = "networkFail"
          }
          done()
        }
      }
      #expect(outcome == expected)
    }
  }

  @Test("an endpoint's provider gives values, and sends bodies")
  func endpoint() async {
    let model = PostsViewModel()
    await callback { done in
      model.onChange = done
      model.load()
    }
    #expect(!model.posts.isEmpty)
    #expect(model.message == nil)
    let count = model.posts.count
    await callback { done in
      model.onChange = done
      model.create(title: "A note", body: "with \"quotes\"")
    }
    #expect(model.posts.count == count + 1)
    #expect(model.posts.last?.body == "with \"quotes\"")
  }

  @Test("an endpoint's parameters go to the query")
  func endpointQuery() {
    #expect(
      Endpoint.comments(3).request(timeoutInterval: 5)?.url?.absoluteString == "\(server.baseURL)/comments?postId=3")
  }

  @Test("an endpoint's failure is told")
  func endpointFailure() async {
    Endpoint.server = "\(server.baseURL)/nowhere"
    let model = PostsViewModel()
    await callback { done in
      model.onChange = done
      model.load()
    }
    #expect(model.posts.isEmpty)
    #expect(model.message?.contains("404") == true)
  }
}
