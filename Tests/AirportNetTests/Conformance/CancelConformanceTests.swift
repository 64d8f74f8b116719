import AirportNet
import Foundation
import MiniRx
import Synchronization
import TestSupport
import Testing

@Suite("Giving up over every transport", .serialized)
struct CancelConformanceTests {
  #if DEBUG
    static let rounds = 5_000
  #else
    static let rounds = 20_000
  #endif

  private static let script: [RawServer.Step] = [
    .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .send("hello"), .again,
  ]

  /// How many files and threads the process has.
  private static func inventory(_ name: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(name)").count) ?? 0
  }

  private static func settles(_ name: String, atMost limit: Int) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while inventory(name) > limit {
      guard ContinuousClock.now < end else { return false }
      usleep(2000)
    }
    return true
  }

  @Test("given up at any moment, it reports nothing afterwards", arguments: Carrier.allCases)
  func anyMoment(_ carrier: Carrier) throws {
    try withWatchdog(seconds: 300, "requests given up at any moment") {
      let server = try RawServer(Self.script)
      var transport: (any Transport)? = carrier.make()
      // Foundation's URLSession is slower by an order of magnitude.
      let rounds = carrier == .urlSession ? Self.rounds / 10 : Self.rounds
      let late = Counter()
      let twice = Counter()
      for _ in 0..<rounds {
        let state = Tally()
        let exchange = transport?.send(URLRequest(server.baseURL)) { event in
          // One event may be on its way to its reader when dispose returns.
          if state.isOver, state.countLate() > 1 { late.add() }
          if case .end = event, state.countEnd() > 1 { twice.add() }
        }
        usleep(UInt32.random(in: 0..<400))
        exchange?.dispose()
        state.markOver()
      }
      #expect(late.value == 0)
      #expect(twice.value == 0)
      let recorder = EventRecorder()
      let last = recorder.record(try #require(transport), URLRequest(server.baseURL))
      #expect(recorder.waitForEnd())
      #expect(recorder.ends == [nil], "the transport still works")
      last.dispose()
      transport = nil
      let end = ContinuousClock.now + .seconds(20)
      while server.openCount > 0, ContinuousClock.now < end { usleep(2000) }
      #expect(server.openCount == 0, "all connections are closed")
    }
  }

  @Test("a storm of which half is given up ends well for the other half", arguments: Carrier.allCases)
  func storm(_ carrier: Carrier) throws {
    try withWatchdog(seconds: 300, "a storm") {
      let server = try RawServer(Self.script)
      let transport = carrier.make()
      let count = carrier == .urlSession ? 1_000 : 10_000
      let ends = Awaited<NetworkError?>()
      let fromCancelled = Counter()
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var open: [any TransportTask] = []
        for number in 0..<(count / 4) {
          if number % 2 == 0 {
            _ = transport.send(URLRequest(server.baseURL, timeout: 120)) {
              if case .end(let error) = $0 { ends.take(error) }
            }
          } else {
            open.append(
              transport.send(URLRequest(server.baseURL, timeout: 120)) { if case .end = $0 { fromCancelled.add() } })
          }
          if open.count > 20 { open.remove(at: Int.random(in: 0..<open.count)).dispose() }
        }
        for exchange in open.shuffled() { exchange.dispose() }
      }
      #expect(ends.wait(count / 2, seconds: 120))
      #expect(ends.values.count == count / 2)
      #expect(ends.values.allSatisfy { $0 == nil })
      #expect(fromCancelled.value <= count / 2)
    }
  }

  @Test("given up inside a report, it says nothing more", arguments: Carrier.allCases)
  func within(_ carrier: Carrier) throws {
    let server = try RawServer(Self.script)
    let transport = carrier.make()
    for round in 0..<20 {
      let box = Locked<(any TransportTask)?>(nil)
      let (ready, events) = (Gate(), Counter())
      let exchange = transport.send(URLRequest(server.baseURL)) { _ in
        _ = ready.wait()
        events.add()
        box.value?.dispose()
      }
      box.value = exchange
      ready.open()
      let recorder = EventRecorder()
      let other = recorder.record(transport, URLRequest(server.baseURL))
      #expect(recorder.waitForEnd(), "round \(round)")
      #expect(recorder.ends == [nil])
      other.dispose()
      exchange.dispose()
      #expect(events.value <= 1)
      box.value = nil
    }
  }

  #if os(Linux)
    @Test("transports that are made and dropped leave no thread and no file behind", arguments: Carrier.allCases)
    func dropped(_ carrier: Carrier) throws {
      let server = try RawServer(Self.script)
      func use() throws {
        let transport = carrier.make()
        let recorder = EventRecorder()
        let exchange = recorder.record(transport, URLRequest(server.baseURL))
        #expect(recorder.waitForEnd())
        #expect(recorder.ends == [nil])
        exchange.dispose()
      }
      for _ in 0..<5 { try use() }
      let (files, threads) = (Self.inventory("fd"), Self.inventory("task"))
      for _ in 0..<100 { try use() }
      // Threads of Dispatch come and go by themselves.
      #expect(Self.settles("fd", atMost: files + 5))
      #expect(Self.settles("task", atMost: threads + 12))
      #expect(server.waitForEnds(server.connectionCount))
    }

    @Test("a transport that is dropped in flight brings its requests to their ends, and then its thread to its own")
    func droppedInFlight() throws {
      let gate = Gate()
      let server = try RawServer([
        .readRequest, .waitFor(gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
      ])
      let ends = Awaited<NetworkError?>()
      for _ in 0..<10 {
        // Two at a time: the others wait for their turn.
        let transport = Carrier.curl.make(limit: 2)
        for _ in 0..<5 {
          _ = transport.send(URLRequest(server.baseURL)) { if case .end(let error) = $0 { ends.take(error) } }
        }
      }
      #expect(ends.values.isEmpty)
      gate.open()
      #expect(ends.wait(50))
      #expect(ends.values == Array(repeating: nil, count: 50))
    }
  #endif
}

/// What happened to one request after it was given up.
private final class Tally: Sendable {
  private let over = Atomic<Bool>(false)
  private let late = Atomic<Int>(0)
  private let ends = Atomic<Int>(0)

  init() {}

  var isOver: Bool { over.load(ordering: .acquiring) }
  func markOver() { over.store(true, ordering: .releasing) }
  func countLate() -> Int { late.add(1, ordering: .relaxed).newValue }
  func countEnd() -> Int { ends.add(1, ordering: .relaxed).newValue }
}
