import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

/// The faults that programs in the three styles are known for, where no other suite has them.
@Suite("Faults of the three styles")
struct StyleFaultTests {
  private struct Items: RequestConvertible {
    var baseUrl = "http://host.test"
    var method: HTTPMethod { .get }
    var paths: [String] { ["items"] }
    var parameters: [String: Any]? { nil }
    var body: [String: Any]? { nil }
    var headers: [String: String]? { nil }
  }

  private static let offline = StubTransport.Answer.fault(
    .failure(.transport(.offline, phase: .connecting, mayHaveReachedServer: false)))

  private func provider(_ answer: StubTransport.Answer) -> NetworkProvider<[Int]> {
    NetworkProvider(session: Session(transport: StubTransport { _ in answer }))
  }

  @Test(
    "router: every failure ends the Single, and nothing is only printed",
    arguments: [
      .json("", statusCode: 200), .json("{}"), .json("[]", statusCode: 500), .status(404), .fault(.reset), offline,
      .fault(.truncated(after: 3)),
    ] as [StubTransport.Answer])
  func routerEnds(_ answer: StubTransport.Answer) {
    let session = Session(transport: StubTransport { _ in answer })
    let log = Awaited<Result<AirportResponse, NetworkError>>()
    let service = AirportService(service: AirportHttpService(sessionManager: session))
    let subscription = log.record(service.fetchAirports())
    #expect(log.wait())
    #expect(log.values.count == 1 && log.values.first?.error != nil)
    subscription.dispose()
  }

  @Test("router: disposing the subscription closes the connection")
  func routerDisposes() throws {
    let server = try RawServer([.readRequest, .readToEnd])
    let service = AirportService(
      service: AirportHttpService(sessionManager: Session()), baseUrlString: server.baseURL.absoluteString)
    let log = Awaited<Result<AirportResponse, NetworkError>>()
    let subscription = log.record(service.fetchAirports())
    #expect(server.wait { $0.first?.isEmpty == false })
    subscription.dispose()
    #expect(server.waitForEnds(1), "the server sees the connection close")
    #expect(log.values.isEmpty)
    server.stop()
  }

  @Test("router: screens that share the list download it once")
  func sharedList() {
    let transport = StubTransport { _ in .json(#"[{"code":"A","lat":1,"lon":2}]"#) }
    let service = AirportService(service: AirportHttpService(sessionManager: Session(transport: transport)))
    let airports = service.fetchAirports().asObservable().share(replay: 1, scope: .forever)
    let log = Awaited<[String]>()
    let screens = (0..<3).map { _ in
      airports.subscribe(onNext: { log.take($0.airports.map(\.code)) }, isolation: nil)
    }
    #expect(log.wait(3))
    #expect(log.values == [["A"], ["A"], ["A"]])
    #expect(transport.sent.count == 1)
    screens.forEach { $0.dispose() }
  }

  @Test("endpoint: offline is offline, not an invalid response")
  func endpointOffline() async {
    await #expect {
      try await provider(Self.offline).request(endpoint: Items())
    } throws: { error in
      error.asAFError?.advice == .waitForNetwork && error.asAFError?.isRetryable == true
    }
  }

  @Test("endpoint: an empty body is said to be empty, and is no mismatch of types", arguments: [200, 204])
  func endpointEmpty(_ status: Int) async {
    await #expect {
      try await provider(.status(status)).request(endpoint: Items())
    } throws: { error in
      guard case NetworkError.undecodable(let failure) = error else { return false }
      return failure.reason == "the body is empty" && failure.status == status
    }
  }

  @Test("endpoint: the completion form can be cancelled, which closes the connection and calls back")
  func endpointCancels() throws {
    let server = try RawServer([.readRequest, .readToEnd])
    let log = Awaited<NetworkError?>()
    let request = NetworkProvider<[Int]>(timeoutInterval: 60, session: Session())
      .request(endpoint: Items(baseUrl: server.baseURL.absoluteString)) { log.take($0.error) }
    #expect(server.wait { $0.first?.isEmpty == false })
    request.cancel()
    #expect(server.waitForEnds(1), "the server sees the connection close")
    #expect(log.wait())
    #expect(log.values == [.cancelled])
    server.stop()
  }

  @Test("endpoint: the body of a failed answer is in the error, and in no file of the user's")
  func endpointWritesNothing() async throws {
    let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
    let names = { documents.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path()) } ?? [] }
    let before = names()
    for answer in [StubTransport.Answer.json("{\"why\":1}", statusCode: 500), .json("{\"why\":1}")] {
      await #expect {
        try await provider(answer).request(endpoint: Items())
      } throws: {
        $0.asAFError?.decodeBody(as: [String: Int].self) == ["why": 1]
      }
    }
    #expect(names() == before)
  }

  @Test("login: offline is a failure of the network, not of the path")
  func loginOffline() async {
    let service = LoginService(session: Session(transport: StubTransport { _ in Self.offline }))
    let result = await withCheckedContinuation { continuation in
      service.login(email: "a@example.com", password: "p") { continuation.resume(returning: $0) }
    }
    guard case .networkFail(.transport(.offline, _, _)) = result else { return #expect(Bool(false), "\(result)") }
  }

  @Test("login: what cannot be sent calls back too", arguments: ["", "no address", "ftp://a.test", "http://"])
  func loginCallsBack(_ address: String) async {
    let transport = StubTransport([:])
    let service = LoginService(session: Session(transport: transport), baseUrlString: address)
    let result = await withCheckedContinuation { continuation in
      service.login(email: "", password: "") { continuation.resume(returning: $0) }
    }
    guard case .pathErr(.invalidRequest(.url)) = result else { return #expect(Bool(false), "\(result)") }
    #expect(transport.sent.isEmpty)
  }

  @Test(
    "login: no other JSON object is taken for a success",
    arguments: [
      "{}", #"{"success":true}"#, #"{"status":200,"success":true,"message":"Yes."}"#,
      #"{"status":200,"success":true,"message":"Yes.","data":{"token":""}}"#, "[]", "null", "true",
    ])
  func loginShape(_ body: String) async {
    let service = LoginService(session: Session(transport: StubTransport { _ in .json(body) }))
    let result = await withCheckedContinuation { continuation in
      service.login(email: "a@example.com", password: "p") { continuation.resume(returning: $0) }
    }
    guard case .pathErr(.undecodable(let failure)) = result else { return #expect(Bool(false), "\(result)") }
    #expect(failure.body == Data(body.utf8))
    #expect(service.current == nil)
  }

  @Test("login: a service that nobody holds calls back")
  func loginReleased() async {
    let answer = #"{"status":200,"success":true,"message":"Yes.","data":{"token":"t"}}"#
    let transport = StubTransport { _ in .json(answer).delayed(by: .milliseconds(50)) }
    let result = await withCheckedContinuation { continuation in
      LoginService(session: Session(transport: transport)).login(email: "a@example.com", password: "p") {
        continuation.resume(returning: $0)
      }
    }
    #expect(result.value?.token == "t")
  }
}
