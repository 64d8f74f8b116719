import AirportApp
import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("AirportService over a socket")
struct AirportServiceTests {
  private func fetch(
    _ query: String, isStrict: Bool = false, document: String? = nil
  ) throws -> (Result<AirportResponse, NetworkError>, [LoopbackServer.Request]) {
    var configuration = LoopbackServer.Configuration()
    configuration.document = document.map { Data($0.utf8) }
    configuration.slowness = .seconds(1)
    let server = LoopbackServer(configuration: configuration)
    try server.start()
    let service = AirportService(
      service: AirportHttpService(sessionManager: Session(transport: URLSessionTransport())),
      baseUrlString: "\(server.baseURL)/\(query)", isStrict: isStrict)
    let log = Awaited<Result<AirportResponse, NetworkError>>()
    let subscription = log.record(service.fetchAirports())
    #expect(log.wait())
    subscription.dispose()
    let requests = server.requests
    server.stop()
    #expect(log.values.count == 1)
    return (try #require(log.values.first), requests)
  }

  @Test("the bundled document arrives whole", arguments: ["", "?chunked=5000", "?fault=interim"])
  func whole(_ query: String) throws {
    let (result, requests) = try fetch(query)
    #expect(result.value?.airports.count ?? 0 >= 3885)
    #expect(result.value?.skipped.isEmpty == true)
    #expect(requests.map(\.path) == ["/airports.json"])
    #expect(requests.first?.header("Accept") == "application/json")
  }

  @Test(
    "redirects lead to the document",
    arguments: ["redirect", "redirect301", "redirect303", "redirect307", "redirect308"])
  func redirects(_ fault: String) throws {
    let (result, requests) = try fetch("?fault=\(fault)", document: #"[{"code":"A","lat":1,"lon":2}]"#)
    #expect(result.value?.airports.map(\.code) == ["A"])
    #expect(requests.count == 2)
  }

  @Test("a bad row is skipped, or fails the document when reading strictly", arguments: [false, true])
  func badRow(_ isStrict: Bool) throws {
    let document = #"[{"code":"A","lat":1,"lon":2},{"code":"B","lat":"x","lon":2}]"#
    let (result, _) = try fetch("", isStrict: isStrict, document: document)
    if isStrict {
      guard case .undecodable(let failure)? = result.error else { return #expect(Bool(false), "\(result)") }
      #expect(failure.codingPath == "[1].lat")
    } else {
      #expect(result.value?.airports.map(\.code) == ["A"])
      #expect(result.value?.skipped.map(\.keyPath) == ["[1].lat"])
    }
  }

  static let faults: [(String, @Sendable (NetworkError) -> Bool)] = [
    ("404", { $0.statusCode == 404 && $0.body?.isEmpty == false }),
    ("500", { $0.statusCode == 500 && $0.body?.isEmpty == false }),
    ("basic401", { $0.statusCode == 401 }), ("html500", { $0.statusCode == 500 }),
    ("204", { if case .undecodable(let failure) = $0 { failure.reason.contains("empty") } else { false } }),
    ("empty200", { if case .undecodable(let failure) = $0 { failure.reason.contains("empty") } else { false } }),
    ("badjson", { if case .undecodable = $0 { true } else { false } }),
    ("html200", { if case .undecodable = $0 { true } else { false } }),
    ("wrongshape", { if case .undecodable = $0 { true } else { false } }),
    ("redirect-nowhere", { if case .undecodable = $0 { true } else { false } }),
    ("redirect-loop", { if case .transport(.tooManyRedirects, _, _) = $0 { true } else { false } }),
    ("truncate", { if case .transport(.connectionLost, _, _) = $0 { true } else { false } }),
    ("reset", { if case .transport(.connectionLost, _, _) = $0 { true } else { false } }),
    ("reset-before-head", { if case .transport(.connectionLost, _, _) = $0 { true } else { false } }),
    ("close-before-head", { if case .transport(.connectionLost, _, _) = $0 { true } else { false } }),
    ("chunk-cut", { if case .transport(.connectionLost, _, _) = $0 { true } else { false } }),
    ("not-http", { if case .transport(.badServerResponse, _, _) = $0 { true } else { false } }),
  ]

  @Test("each fault of the server ends once with its error", arguments: faults.map(\.0))
  func fails(_ fault: String) throws {
    let (result, _) = try fetch("?fault=\(fault)")
    let error = try #require(result.error)
    let isExpected = try #require(Self.faults.first { $0.0 == fault }?.1)
    #expect(isExpected(error), "\(error)")
  }

  @Test("an address that is none is a failure that says so", arguments: ["", "airports", "file:///etc", "http://"])
  func badAddress(_ address: String) throws {
    let log = Awaited<Result<AirportResponse, NetworkError>>()
    let subscription = log.record(AirportService(baseUrlString: address).fetchAirports())
    #expect(log.wait())
    guard case .invalidRequest(.url)? = log.values.first?.error else { return #expect(Bool(false), "\(log.values)") }
    subscription.dispose()
  }
}
