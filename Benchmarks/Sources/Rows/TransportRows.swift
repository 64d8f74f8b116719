#if os(Linux)
  import AirportNet
  import BareCurl
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// The bare transport, without session, validation and decoding.
  enum TransportRows {
    static let rows = [
      Row(
        "transport: one small object", group: "network", per: "request", limit: Limit(ratio: 2, instructions: 156_000),
        against: "libcurl", countedSteps: 50, repeats: false, clock: .processor
      ) {
        let transport = CurlTransport()
        let url = ServerProcess.url("posts/1")
        return Load(
          work: { fetch(url, over: transport, rounds: $0) },
          baseline: { if bare_curl_fetch(url.absoluteString, Int32($0), 1) < 0 { abandon("libcurl failed") } })
      },
      Row(
        "transport: 64 small objects at once", group: "network", per: "request", limit: Limit(ratio: 0.143),
        against: "URLSession", unitsPerStep: 64, countedSteps: 2, repeats: false, clock: .wall
      ) {
        let transport = CurlTransport()
        let url = ServerProcess.url("posts/1")
        return Load(
          work: { fetch(url, over: transport, rounds: $0, atOnce: 64) },
          baseline: { Bare.usual.fetch("posts/1", rounds: $0, atOnce: 64) })
      },
      Row(
        "transport: the airports, 1.5 MB", group: "network", per: "request", limit: Limit(ratio: 2),
        against: "libcurl", countedSteps: 2, repeats: false, clock: .processor
      ) {
        let transport = CurlTransport()
        let url = ServerProcess.url("airports.json")
        return Load(
          work: { fetch(url, over: transport, rounds: $0) },
          baseline: { if bare_curl_fetch(url.absoluteString, Int32($0), 1) < 0 { abandon("libcurl failed") } })
      },
    ]

    private static func fetch(_ url: URL, over transport: CurlTransport, rounds: Int, atOnce: Int = 1) {
      for _ in 0..<rounds {
        let group = DispatchGroup()
        for _ in 0..<atOnce {
          group.enter()
          _ = transport.send(URLRequest(url: url)) { event in
            switch event {
            case .body(let body): consume(body.count)
            case .end(let error):
              if let error { abandon("\(error)") }
              group.leave()
            default: break
            }
          }
        }
        group.wait()
      }
    }
  }
#endif
