import AirportNet
import Dispatch
import Foundation
import MiniRx

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to the loopback server through the whole stack, against a bare URLSession in the same run.
enum NetworkRows {
  static let rows = [
    Row(
      "fetch and decode the airports", group: "network", per: "request", limit: Limit(ratio: 0.25),
      against: "URLSession + JSONDecoder", countedSteps: 2, repeats: false, clock: .processor
    ) {
      let service = AirportService(
        service: AirportHttpService(sessionManager: Session()), baseUrlString: ServerProcess.baseURL.absoluteString)
      return Load(
        work: { count in
          wait(rounds: count) {
            service.fetchAirports()
          } use: {
            consume($0.airports.count)
          }
        },
        baseline: { count in
          Bare.usual.fetch("airports.json", as: [PlainAirport].self, rounds: count) { consume($0.count) }
        })
    },
    post("fetch and decode one small object", limit: Limit(ratio: 0.12, instructions: 200_000), clock: .processor),
    post("64 small objects at once", limit: Limit(ratio: 0.14), clock: .wall, atOnce: 64),
    post(
      "one small object against a lean URLSession", limit: Limit(ratio: 1.05), against: .lean, clock: .processor),
    Row(
      "our layer over a transport that is ready", group: "network", per: "request",
      limit: Limit(allocations: 40, instructions: 35_000), against: "the transport alone", countedSteps: 200
    ) {
      let transport = InstantTransport()
      let session = Session(transport: transport, scheduler: ImmediateScheduler.instance)
      let request = try? PostRouter.post(1).asURLRequest()
      return Load(
        work: { count in
          for number in 0..<count {
            _ = session.request(PostRouter.post(number)).validate().singleData().subscribe(
              onSuccess: { consume($0.count) }, onFailure: { abandon("\($0)") })
          }
        },
        baseline: { count in
          guard let request else { abandon("a request could not be built") }
          for _ in 0..<count {
            _ = transport.send(request) { if case .body(let body) = $0 { consume(body.count) } }
          }
        })
    },
  ]

  private static func post(
    _ name: String, limit: Limit, against bare: Bare = .usual, clock: Clock, atOnce: Int = 1
  ) -> Row {
    Row(
      name, group: "network", per: "request", limit: limit, against: "URLSession + JSONDecoder",
      unitsPerStep: atOnce, countedSteps: max(2, 50 / atOnce), repeats: false, clock: clock
    ) {
      let session = Session()
      return Load(
        work: { count in
          wait(rounds: count, atOnce: atOnce) {
            session.request(PostRouter.post(1)).validate().single(of: Post.self)
          } use: {
            consume($0.id)
          }
        },
        baseline: { bare.fetch("posts/1", as: Post.self, rounds: $0, atOnce: atOnce) { consume($0.id) } })
    }
  }

  private static func wait<Value: Sendable>(
    rounds: Int, atOnce: Int = 1, _ single: () -> Single<Value>, use: @escaping @Sendable (Value) -> Void
  ) {
    for _ in 0..<rounds {
      let group = DispatchGroup()
      for _ in 0..<atOnce {
        group.enter()
        _ = single().subscribe(
          onSuccess: {
            use($0)
            group.leave()
          }, onFailure: { abandon("\($0)") })
      }
      group.wait()
    }
  }

  private enum PostRouter: HttpRouter {
    case post(Int)

    var baseUrlString: String { ServerProcess.baseURL.absoluteString }
    var path: String {
      switch self {
      case .post(let number): "posts/\(number)"
      }
    }
    var method: HTTPMethod { .get }
  }
}
