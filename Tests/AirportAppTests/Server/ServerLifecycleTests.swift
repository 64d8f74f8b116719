import AirportApp
import Foundation
import TestSupport
import Testing

@Suite("The life of a loopback server", .serialized, .timeLimit(.minutes(3)))
struct ServerLifecycleTests {
  @Test(
    "stops while requests are in flight",
    arguments: ["latency=60000", "fault=silence", "fault=silence-in-body", "fault=slow"])
  func stopInFlight(query: String) throws {
    try withWatchdog(seconds: 60, "stopping with \(query)") {
      let server = try LoopbackServer.started { $0.slowness = .seconds(60) }
      let clients = try (1...5).map { _ in try RawClient(port: server.port) }
      for client in clients { try client.get("/airports.json?\(query)") }
      #expect(server.waitForRequests(5))
      server.stop()
      #expect(server.openConnectionCount == 0)
      for client in clients { _ = try? client.readToEnd() }
      #expect(throws: RawSocketError.self) { try RawClient(port: server.port).get("/echo") }
    }
  }

  @Test("stops while it sends to a client that does not read")
  func stopWhileSending() throws {
    try withWatchdog(seconds: 60, "stopping while sending") {
      let server = try LoopbackServer.started()
      let client = try RawClient(port: server.port)
      try client.get("/bytes/50000000")
      #expect(server.waitForRequests(1))
      #expect(client.hasInput(within: 10))
      server.stop()
      #expect(server.openConnectionCount == 0)
    }
  }

  @Test("stops as often as it is told to, also without a start, also from many threads")
  func stopTwice() async throws {
    let unstarted = LoopbackServer()
    unstarted.stop()
    let server = try LoopbackServer.started()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...8 { group.addTask { server.stop() } }
    }
    server.stop()
    #expect(server.openConnectionCount == 0)
  }

  @Test("stops with its last reference")
  func stopsWithLastReference() throws {
    var server: LoopbackServer? = try .started()
    let port = try #require(server?.port)
    let client = try RawClient(port: port)
    try client.get("/echo?fault=silence")
    #expect(server?.waitForRequests(1) == true)
    server = nil
    #expect(try client.readToEnd().isEmpty)
    #expect(throws: RawSocketError.self) { try RawClient(port: port) }
  }

  @Test("starts once")
  func startsOnce() throws {
    let server = try LoopbackServer.started()
    #expect(throws: LoopbackServerError.alreadyStarted) { try server.start() }
    server.stop()
    #expect(throws: LoopbackServerError.alreadyStarted) { try server.start() }
  }

  @Test("says that its port is in use")
  func portInUse() throws {
    let first = try LoopbackServer.started()
    #expect(throws: LoopbackServerError.portInUse(first.port)) {
      try LoopbackServer.started { $0.port = first.port }
    }
    #expect(LoopbackServerError.portInUse(80).description.contains("80"))
  }

  @Test("leaves its port to the next server at once")
  func portIsFreeAgain() throws {
    let first = try LoopbackServer.started()
    let port = first.port
    let client = try RawClient(port: port)
    try client.get("/echo")
    #expect(try client.readResponse().status == 200)
    first.stop()
    let second = try LoopbackServer.started { $0.port = port }
    let next = try RawClient(port: second.port)
    try next.get("/echo")
    #expect(try next.readResponse().status == 200)
  }

  @Test("knows where it is, and knows nothing before its start")
  func baseURL() throws {
    let unstarted = LoopbackServer()
    #expect(unstarted.port == 0)
    #expect(unstarted.requests.isEmpty)
    let server = try LoopbackServer.started()
    #expect(server.baseURL.absoluteString == "http://127.0.0.1:\(server.port)")
  }

  @Test("serves 200 connections at once")
  func manyConnections() throws {
    let server = try LoopbackServer.started()
    let clients = try (1...200).map { _ in try RawClient(port: server.port) }
    for client in clients { try client.get("/airports.json") }
    for client in clients { #expect(try client.readResponse().body == smallDocument) }
    for client in clients.reversed() { try client.get("/airports.json?latency=1") }
    for client in clients { #expect(try client.readResponse().body == smallDocument) }
    #expect(server.connectionCount == 200)
    #expect(server.openConnectionCount == 200)
    for client in clients { client.close() }
    #expect(server.waitForOpenConnections(atMost: 0))
  }

  @Test("remembers as many requests as it may, the latest ones")
  func requestMemory() throws {
    let server = try LoopbackServer.started { $0.requestMemory = 3 }
    let client = try RawClient(port: server.port)
    for number in 1...10 {
      try client.get("/echo/\(number)")
      _ = try client.readResponse()
    }
    #expect(server.requests.map(\.path) == ["/echo/8", "/echo/9", "/echo/10"])
    #expect(server.waitForRequests(10))
  }

  @Test("changes its behaviour while it runs")
  func configurationChanges() throws {
    let server = try LoopbackServer.started()
    let client = try RawClient(port: server.port)
    try client.get("/airports.json")
    #expect(try client.readResponse().status == 200)
    server.configuration.fault = .status500
    try client.get("/airports.json")
    #expect(try client.readResponse().status == 500)
    try client.get("/airports.json?fault=404")
    #expect(try client.readResponse().status == 404)
    server.configuration.fault = nil
    server.configuration.latency = .seconds(60)
    try client.get("/airports.json?latency=0")
    #expect(try client.readResponse().status == 200)
    try client.get("/airports.json")
    #expect(server.waitForRequests(5))
    #expect(!client.hasInput(within: 0.05))
  }

  #if os(Linux)
    @Test("gives every file descriptor back")
    func descriptors() throws {
      let before = try descriptorCount()
      for _ in 1...150 {
        let server = try LoopbackServer.started()
        server.stop()
      }
      for round in 1...20 {
        let server = try LoopbackServer.started()
        let clients = try (1...20).map { _ in try RawClient(port: server.port) }
        let faults = ["reset", "truncate", "silence", "close-after", "reset-before-head"]
        for (index, client) in clients.enumerated() {
          try client.get("/airports.json?fault=\(faults[(index + round) % faults.count])")
        }
        #expect(server.waitForRequests(20))
        if round.isMultiple(of: 2) { server.stop() }
      }
      // Other tests open descriptors at the same time and give them back; a leak here would stay.
      let isBack = try eventually { try descriptorCount() < before + 200 }
      #expect(isBack)
    }

    private func descriptorCount() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    private func eventually(_ claim: () throws -> Bool) rethrows -> Bool {
      let never = Gate()
      for _ in 1...600 {
        if try claim() { return true }
        _ = never.wait(seconds: 0.05)
      }
      return false
    }
  #endif
}
