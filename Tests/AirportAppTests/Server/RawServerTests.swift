import Foundation
import TestSupport
import Testing

@Suite("The raw sockets of the tests", .timeLimit(.minutes(2)))
struct RawServerTests {
  @Test("play a script and remember what came")
  func script() throws {
    let server = try RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")])
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc")
    #expect(try client.readResponse().text == "hi")
    #expect(try client.readToEnd().isEmpty)
    #expect(server.received == [Data("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc".utf8)])
  }

  @Test("play another script for each connection, then the last one again")
  func scripts() throws {
    let server = try RawServer(connections: [[.send("one")], [.send("two")]])
    var heard: [String] = []
    for _ in 1...3 { heard.append(String(decoding: try RawClient(port: server.port).readToEnd(), as: UTF8.self)) }
    #expect(heard == ["one", "two", "two"])
    #expect(server.connectionCount == 3)
  }

  @Test("reset, finish sending, and read to the end")
  func ends() throws {
    let reset = try RawServer([.read(1), .send("partial"), .reset])
    let client = try RawClient(port: reset.port)
    try client.send("x")
    #expect(throws: RawSocketError.reset) { try client.readToEnd() }

    let half = try RawServer([.send("all"), .finishSending, .readToEnd])
    let other = try RawClient(port: half.port)
    #expect(try other.readToEnd() == Data("all".utf8))
    try other.send("still heard")
    other.close()
    #expect(half.waitForEnds(1))
    #expect(half.received == [Data("still heard".utf8)])
  }

  @Test("start over on the same connection, also for chunked requests")
  func again() throws {
    let server = try RawServer([.readRequest, .send("HTTP/1.1 204 No Content\r\n\r\n"), .again])
    let client = try RawClient(port: server.port)
    for _ in 1...3 {
      try client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
      #expect(try client.readResponse().status == 204)
    }
    #expect(server.connectionCount == 1)
  }

  @Test("wait at a gate until the test opens it")
  func gate() throws {
    let gate = Gate()
    let server = try RawServer([.send("before"), .waitFor(gate), .send("after")])
    let client = try RawClient(port: server.port)
    #expect(try client.read(count: 6) == Array("before".utf8))
    #expect(!client.hasInput(within: 0.02))
    gate.open()
    #expect(try client.readToEnd() == Data("after".utf8))
  }

  @Test("stop in the middle of a script")
  func stop() throws {
    try withWatchdog(seconds: 30, "stopping a raw server") {
      for step in [RawServer.Step.readRequest, .readToEnd, .wait(milliseconds: 60_000), .waitFor(Gate())] {
        let server = try RawServer([.send("x"), step])
        let client = try RawClient(port: server.port)
        _ = try client.read(count: 1)
        server.stop()
        server.stop()
        #expect(try client.readToEnd().isEmpty)
        #expect(throws: RawSocketError.self) { try RawClient(port: server.port) }
      }
    }
  }

  @Test("let a read fail after its time, and say what an end cut off")
  func clientLimits() throws {
    let server = try RawServer(connections: [
      [.readToEnd], [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort")],
    ])
    let patient = try RawClient(port: server.port, seconds: 0.02)
    #expect(throws: RawSocketError.timedOut) { try patient.readResponse() }
    let cut = try RawClient(port: server.port)
    #expect(throws: RawSocketError.ended(Array("short".utf8))) { try cut.readResponse() }
  }

  @Test("give the watchdog's body its result and its error")
  func watchdogPasses() async throws {
    #expect(withWatchdog(seconds: 60) { 1 } == 1)
    #expect(await withWatchdog(seconds: 60) { await Task { 2 }.value } == 2)
    #expect(throws: CocoaError.self) { try withWatchdog(seconds: 60) { throw CocoaError(.featureUnsupported) } }
  }

  #if compiler(>=6.2) && (os(Linux) || os(macOS))
    @Test("end the process when the watchdog's body hangs")
    func watchdogBites() async {
      await #expect(processExitsWith: .failure) {
        withWatchdog(seconds: 0.05, "a hang") { _ = Gate().wait(seconds: 60) }
      }
    }
  #endif
}
