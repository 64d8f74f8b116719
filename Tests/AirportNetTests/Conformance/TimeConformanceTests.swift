import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Time over every transport", .serialized)
struct TimeConformanceTests {
  private static let head = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
  private static let idle = NetworkError.timedOut(.idle, mayHaveReachedServer: true)

  @Test(
    "silence ends at its limit, wherever it begins", arguments: Carrier.allCases,
    [0.05, 0.5])
  func silence(_ carrier: Carrier, _ limit: Double) throws {
    for sent in ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"]
    {
      let server = try RawServer([.readRequest, .send(sent), .readToEnd])
      let recorder = EventRecorder()
      let exchange = recorder.record(carrier.make(), URLRequest(server.baseURL, timeout: limit))
      #expect(recorder.waitForEnd())
      #expect(recorder.ends == [Self.idle])
      #expect(recorder.elapsed >= .seconds(limit))
      #expect(recorder.elapsed < .seconds(limit + 15))
      #expect(server.waitForEnds(1), "the server sees the connection close")
      exchange.dispose()
    }
  }

  @Test("pieces that come in time keep a request going, whatever it takes", arguments: Carrier.allCases)
  func trickle(_ carrier: Carrier) throws {
    var script: [RawServer.Step] = [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")]
    for _ in 0..<10 { script += [.wait(milliseconds: 250), .send("x")] }
    let server = try RawServer(script)
    let recorder = EventRecorder()
    let exchange = recorder.record(carrier.make(), URLRequest(server.baseURL, timeout: 2))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [nil])
    #expect(recorder.body == Data("xxxxxxxxxx".utf8))
    #expect(recorder.elapsed > .seconds(2))
    exchange.dispose()
  }

  @Test("a silence between pieces that is too long ends it", arguments: Carrier.allCases)
  func gap(_ carrier: Carrier) throws {
    let gate = Gate()
    let server = try RawServer([.readRequest, Self.head, .wait(milliseconds: 50), .send("x"), .waitFor(gate)])
    let recorder = EventRecorder()
    let exchange = recorder.record(carrier.make(), URLRequest(server.baseURL, timeout: 1.5))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [Self.idle])
    #expect(recorder.body == Data("x".utf8))
    gate.open()
    exchange.dispose()
  }

  @Test("the limit for the whole ends what moves, and closes the connection", arguments: Carrier.allCases)
  func total(_ carrier: Carrier) throws {
    var script: [RawServer.Step] = [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n")]
    for _ in 0..<100 { script += [.wait(milliseconds: 50), .send("x")] }
    let server = try RawServer(script)
    let session = Session(transport: carrier.make(), interceptors: [TimeoutInterceptor(total: .seconds(1))])
    let log = Awaited<Result<Data, NetworkError>>()
    let subscription = log.record(session.request(URLRequest(server.baseURL)).singleData())
    #expect(log.wait())
    #expect(log.values == [.failure(.timedOut(.total, mayHaveReachedServer: true))])
    #expect(log.elapsed < .seconds(15))
    #expect(server.waitForEnds(1))
    subscription.dispose()
  }

  @Test("time that a request waits for its turn does not count", arguments: Carrier.allCases)
  func queued(_ carrier: Carrier) throws {
    let answer = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let server = try RawServer([.readRequest, .wait(milliseconds: 3000), answer, .readRequest, answer])
    let transport = carrier.make(limit: 1)
    let (first, second) = (EventRecorder(), EventRecorder())
    let one = first.record(transport, URLRequest(server.baseURL))
    #expect(server.wait { $0.first?.isEmpty == false })
    let other = second.record(transport, URLRequest(server.baseURL, timeout: 1.5))
    #expect(first.waitForEnd())
    #expect(second.waitForEnd())
    #expect(first.ends == [nil])
    // URLSession does not say when a turn comes.
    #expect(second.ends == [carrier == .urlSession ? Self.idle : nil])
    one.dispose()
    other.dispose()
  }

  @Test("time that the reader makes the transport wait does not count", arguments: Carrier.allCases)
  func paused(_ carrier: Carrier) throws {
    let server = try RawServer([.readRequest, Self.head, .send("he"), .wait(milliseconds: 3000), .send("llo")])
    let recorder = EventRecorder()
    let exchange = recorder.record(carrier.make(), URLRequest(server.baseURL, timeout: 1.5))
    #expect(recorder.wait { !$0.isEmpty })
    exchange.pause()
    let count = recorder.events.count
    #expect(server.waitForEnds(1))
    #expect(recorder.events.count <= count + 1, "nothing is reported but what was on its way")
    exchange.resume()
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [nil])
    #expect(recorder.body == Data("hello".utf8))
    exchange.dispose()
  }

  @Test("after a pause the clock runs again", arguments: Carrier.allCases)
  func resumed(_ carrier: Carrier) throws {
    let gate = Gate()
    let server = try RawServer(connections: [
      [.readRequest, Self.head, .send("he"), .waitFor(gate)], [.readRequest, .wait(milliseconds: 3000), .close],
    ])
    let transport = carrier.make()
    let recorder = EventRecorder()
    let exchange = recorder.record(transport, URLRequest(server.baseURL, timeout: 1.5))
    #expect(recorder.wait { !$0.isEmpty })
    exchange.pause()
    // Longer than the limit, so that the clock has been looked at meanwhile.
    let other = EventRecorder()
    let task = other.record(transport, URLRequest(server.baseURL, timeout: 60))
    #expect(other.waitForEnd())
    #expect(recorder.ends.isEmpty)
    exchange.resume()
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [Self.idle])
    gate.open()
    task.dispose()
    exchange.dispose()
  }

  #if os(Linux)
    // URLSession reads on while the reader pauses, and keeps what comes.
    @Test("while the reader pauses, the server's sends block", arguments: [true, false])
    func backPressure(_ isEarly: Bool) throws {
      let total = 60_000_000
      let server = try RawServer(connections: [
        [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n"), .flood(total)],
        [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), .again],
      ])
      let transport = Carrier.curl.make()
      let recorder = EventRecorder()
      let exchange = recorder.record(transport, URLRequest(server.baseURL, timeout: 5))
      if !isEarly { #expect(recorder.wait { $0.count > 2 }) }
      exchange.pause()
      let count = recorder.events.count
      #expect(server.wait { $0.count == 1 && !$0[0].isEmpty })
      for _ in 0..<50 {
        let quick = EventRecorder()
        let other = quick.record(transport, URLRequest(server.baseURL))
        #expect(quick.waitForEnd())
        other.dispose()
      }
      #expect(server.sentCount < total, "what fits into the buffers of the two kernels")
      #expect(recorder.events.count <= count + 1)
      exchange.resume()
      #expect(recorder.waitForEnd(seconds: 30))
      #expect(recorder.ends == [nil])
      #expect(recorder.body.count == total)
      exchange.dispose()
    }

    @Test("pauses and resumes at the head, the body and the trailers leave every line and byte as it was")
    func pauseEverywhere() throws {
      try withWatchdog(seconds: 300, "pauses and resumes") {
        let answer =
          "HTTP/1.1 200 OK\r\nX-A: b\r\nX-C: d\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "5\r\nhello\r\n1\r\n!\r\n0\r\nX-Sum: 7\r\nX-Note: a b\r\n\r\n"
        let server = try RawServer([.readRequest, .send(answer), .again])
        let transport = Carrier.curl.make()
        for _ in 0..<300 {
          let recorder = EventRecorder()
          let exchange = recorder.record(transport, URLRequest(server.baseURL, timeout: 20))
          inParallel(2) { _ in
            for _ in 0..<60 {
              exchange.pause()
              exchange.resume()
            }
          }
          exchange.resume()
          #expect(recorder.waitForEnd(seconds: 60))
          #expect(recorder.ends == [nil])
          #expect(recorder.heads.first?.headers["X-C"] == "d")
          #expect(recorder.body == Data("hello!".utf8))
          #expect(recorder.trailers == ["X-Sum": "7", "X-Note": "a b"])
          exchange.dispose()
        }
      }
    }

    @Test("what comes after a pause keeps its lines apart")
    func heldTrailers() throws {
      let gate = Gate()
      let server = try RawServer([
        .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), .waitFor(gate),
        .send("5\r\nhello\r\n0\r\nX-Sum: 7\r\nX-Note: a b\r\n\r\n"),
      ])
      let recorder = EventRecorder()
      let exchange = recorder.record(Carrier.curl.make(), URLRequest(server.baseURL, timeout: 20))
      #expect(recorder.wait { !$0.isEmpty })
      exchange.pause()
      gate.open()
      #expect(server.waitForEnds(1))
      exchange.resume()
      #expect(recorder.waitForEnd())
      #expect(recorder.ends == [nil])
      #expect(recorder.body == Data("hello".utf8))
      #expect(recorder.trailers == ["X-Sum": "7", "X-Note": "a b"])
      exchange.dispose()
    }

    @Test("pauses and resumes of several threads leave it going")
    func pauseRace() throws {
      try withWatchdog(seconds: 120, "pauses and resumes") {
        let total = 30_000_000
        let server = try RawServer([
          .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n"), .flood(total),
        ])
        let recorder = EventRecorder()
        let exchange = recorder.record(Carrier.curl.make(), URLRequest(server.baseURL, timeout: 20))
        inParallel(4) { _ in
          for _ in 0..<500 {
            exchange.pause()
            exchange.resume()
          }
        }
        exchange.resume()
        #expect(recorder.waitForEnd(seconds: 60))
        #expect(recorder.ends == [nil])
        #expect(recorder.body.count == total)
        #expect(recorder.overlapCount == 0)
        exchange.dispose()
      }
    }
  #endif
}
