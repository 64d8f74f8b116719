import AirportApp
import Foundation
import TestSupport
import Testing

/// What a raw client sees of a fault: how the stream goes on after the request was sent.
private enum Sight: Sendable {
  /// A whole answer with this status, and whether the connection goes on.
  case answer(Int, goesOn: Bool = true, check: (@Sendable (RawResponse) -> Bool)? = nil)
  /// These bytes at the start, then the end of the stream.
  case end(after: @Sendable (Data) -> Bool)
  /// At least so many bytes of the body, then a reset.
  case reset
  /// Nothing more for now, with the connection open; whether the head came before.
  case silence(afterHead: Bool)
}

@Suite("A fault on request", .timeLimit(.minutes(2)))
struct FaultTests {
  private static let half = smallDocument.prefix(smallDocument.count / 2)

  private static let table: [LoopbackServer.Fault: Sight] = [
    .status400: .answer(400), .status401: .answer(401) { $0.header("WWW-Authenticate")?.hasPrefix("Bearer ") == true },
    .status403: .answer(403), .status404: .answer(404), .status408: .answer(408), .status409: .answer(409),
    .status410: .answer(410), .status422: .answer(422), .status429: .answer(429) { $0.header("Retry-After") == "1" },
    .status500: .answer(500) { $0.header("Content-Type")?.hasPrefix("application/json") == true },
    .status502: .answer(502), .status503: .answer(503) { $0.header("Retry-After")?.hasSuffix(" GMT") == true },
    .status504: .answer(504),
    .basic401: .answer(401) { $0.header("WWW-Authenticate")?.hasPrefix("Basic ") == true },
    .noContent: .answer(204) { $0.header("Content-Length") == nil },
    .empty200: .answer(200) { $0.header("Content-Length") == "0" },
    .html200: .answer(200) { $0.text.hasPrefix("<!DOCTYPE html>") },
    .html500: .answer(500) { $0.text.hasPrefix("<!DOCTYPE html>") },
    .badJSON: .answer(200) { $0.body == half },
    .wrongShape: .answer(200) { $0.text == #"{"unexpected":true}"# },
    .slow: .answer(200) { $0.body == smallDocument },
    .trickle: .answer(200) { $0.body == smallDocument },
    .truncate: .end { isHead($0, "HTTP/1.1 200 OK\r\n") && endsInHalf($0) },
    .reset: .reset, .resetBeforeHead: .reset,
    .closeBeforeHead: .end { $0.isEmpty },
    .cutHead: .end { isHead($0, "HTTP/1.1 200 OK\r\n") && $0.range(of: Data("\r\n\r\n".utf8)) == nil },
    .silence: .silence(afterHead: false), .silenceAfterHead: .silence(afterHead: true),
    .silenceInBody: .silence(afterHead: true),
    .gzipCut: .answer(200) { $0.header("Content-Encoding") == "gzip" && $0.body.starts(with: [0x1F, 0x8B]) },
    .gzipGarbage: .answer(200) { $0.header("Content-Encoding") == "gzip" && $0.body == smallDocument },
    .chunkCut: .end { isHead($0, "HTTP/1.1 200 OK\r\n") && $0.suffix(2) == Data("\r\n".utf8) && !endsInLastChunk($0) },
    .chunkGarbage: .end { $0.range(of: Data("\r\n\r\nzz\r\n".utf8)) != nil },
    .trailer: .answer(200) { $0.trailer == ["X-Trailer: the end"] && $0.body == smallDocument },
    .overlong: .answer(200, goesOn: false),
    .badLength: .end { $0.range(of: Data("Content-Length: many\r\n".utf8)) != nil },
    .untilClose: .answer(200, goesOn: false) { $0.header("Content-Length") == nil && $0.body == smallDocument },
    .closeAfter: .answer(200, goesOn: false) { $0.header("Connection") == nil && $0.body == smallDocument },
    .interim: .answer(102),
    .noReason: .answer(200) { $0.statusLine == "HTTP/1.1 200" && $0.body == smallDocument },
    .untidyHead: .answer(200) { $0.head.contains("\r\ncontent-length:\(smallDocument.count)\r\n") },
    .badStatusLine: .end { isHead($0, "HTTP/1.1 two-hundred OK\r\n") },
    .notHTTP: .end { isHead($0, "220 ") },
    .redirect: .answer(302) { $0.header("Location") == "/airports.json?a=1" },
    .redirect301: .answer(301) { $0.header("Location") == "/airports.json?a=1" },
    .redirect303: .answer(303) { $0.header("Location") == "/airports.json?a=1" },
    .redirect307: .answer(307) { $0.header("Location") == "/airports.json?a=1" },
    .redirect308: .answer(308) { $0.header("Location") == "/airports.json?a=1" },
    .redirectLoop: .answer(302) { $0.header("Location") == "/airports.json?a=1&fault=redirect-loop" },
    .redirectNowhere: .answer(302) { $0.header("Location") == nil && !$0.body.isEmpty },
  ]

  @Test("shows on the wire what it says", arguments: LoopbackServer.Fault.allCases)
  func wire(fault: LoopbackServer.Fault) throws {
    let server = try LoopbackServer.started { $0.slowness = .milliseconds(20) }
    let client = try RawClient(port: server.port)
    try client.get("/airports.json?a=1&fault=\(fault.rawValue)", "Accept-Encoding: gzip")
    switch try #require(Self.table[fault]) {
    case .answer(let status, let goesOn, let check):
      let response = try client.readResponse()
      #expect(response.status == status)
      #expect(check?(response) ?? true)
      if fault == .interim { try expectInterim(client) }
      if goesOn {
        try client.get("/echo")
        #expect(try client.readResponse().status == 200)
      } else if fault == .overlong {
        #expect(try client.readToEnd() == Data("more than the length says".utf8))
      } else {
        #expect(try client.readToEnd().isEmpty)
      }
    case .end(let check):
      #expect(check(try client.readToEnd()))
    case .reset:
      #expect(throws: RawSocketError.reset) { try client.readToEnd() }
    case .silence(let afterHead):
      if afterHead { _ = try client.read(through: "\r\n\r\n") }
      if fault == .silenceInBody { #expect(Data(try client.read(count: Self.half.count)) == Self.half) }
      #expect(server.waitForRequests(1))
      #expect(!client.hasInput(within: 0.03))
      #expect(server.openConnectionCount == 1)
    }
  }

  @Test(
    "goes for all requests when it is set for the server",
    arguments: [LoopbackServer.Fault.status500, .badJSON, .reset])
  func serverWide(fault: LoopbackServer.Fault) throws {
    let server = try LoopbackServer.started { $0.fault = fault }
    for _ in 1...2 {
      let client = try RawClient(port: server.port)
      try client.get("/airports.json")
      if fault == .reset {
        #expect(throws: RawSocketError.reset) { try client.readToEnd() }
      } else {
        let response = try client.readResponse()
        #expect(response.status == 500 || response.body == Self.half)
      }
    }
  }

  @Test("ends after as many times as are asked for, each target by itself")
  func times() throws {
    let server = try LoopbackServer.started()
    let client = try RawClient(port: server.port)
    var statuses: [Int?] = []
    for _ in 1...4 {
      try client.get("/airports.json?fault=503&times=2")
      statuses.append(try client.readResponse().status)
    }
    try client.get("/echo?fault=503&times=2")
    statuses.append(try client.readResponse().status)
    #expect(statuses == [503, 503, 200, 200, 503])
  }

  @Test("trickles in the pieces that are asked for")
  func tricklePieces() throws {
    let server = try LoopbackServer.started()
    let client = try RawClient(port: server.port)
    try client.get("/airports.json?fault=trickle&piece=10&interval=1")
    #expect(try client.readResponse().body == smallDocument)
  }

  @Test(
    "is the same for HEAD, without a body", arguments: [LoopbackServer.Fault.status500, .html500, .truncate, .trailer])
  func head(fault: LoopbackServer.Fault) throws {
    let server = try LoopbackServer.started()
    let client = try RawClient(port: server.port)
    try client.send("HEAD /airports.json?fault=\(fault.rawValue) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(try client.readResponse(toHead: true).status != nil)
    #expect(try client.readToEnd().isEmpty)
  }

  private func expectInterim(_ client: RawClient) throws {
    #expect(try client.readResponse().status == 103)
    let last = try client.readResponse()
    #expect(last.status == 200)
    #expect(last.body == smallDocument)
  }

  private static func isHead(_ data: Data, _ start: String) -> Bool {
    data.starts(with: Data(start.utf8))
  }

  private static func endsInHalf(_ data: Data) -> Bool {
    data.suffix(half.count + 4) == Data("\r\n\r\n".utf8) + half
  }

  private static func endsInLastChunk(_ data: Data) -> Bool {
    data.suffix(5) == Data("0\r\n\r\n".utf8)
  }
}
