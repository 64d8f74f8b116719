import Foundation
import MiniRx
import TestSupport
import Testing

@testable import AirportNet

@Suite("Exchange")
struct ExchangeTests {
  private func exchange(
    _ recorder: EventRecorder, timeout: TimeInterval = 60, _ scheduler: any SchedulerType = VirtualTimeScheduler()
  ) -> Exchange {
    Exchange(timeoutInterval: timeout, scheduler: scheduler) { recorder.take($0) }
  }

  @Test("it ends once, and nothing follows the end")
  func once() {
    let recorder = EventRecorder()
    let exchange = exchange(recorder)
    exchange.report(.body(Data([1])))
    exchange.report(.end(nil))
    exchange.report(.end(.cancelled))
    exchange.report(.body(Data([2])))
    #expect(recorder.ends == [nil])
    #expect(recorder.body == Data([1]))
    #expect(exchange.isDisposed)
  }

  @Test("what is reported from within a report is delivered after it, in order")
  func reentrant() {
    let log = Awaited<String>()
    let box = Awaited<Exchange>()
    let exchange = Exchange(timeoutInterval: 60, scheduler: VirtualTimeScheduler()) { event in
      log.take("enter")
      if case .body = event { box.values[0].report(.end(nil)) }
      log.take("leave")
    }
    box.take(exchange)
    exchange.report(.body(Data([1])))
    #expect(log.values == ["enter", "leave", "enter", "leave"])
  }

  @Test("dispose from within a report silences what waits, and closes the connection once")
  func disposeWithin() {
    let log = Awaited<String>()
    let box = Awaited<Exchange>()
    let exchange = Exchange(timeoutInterval: 60, scheduler: VirtualTimeScheduler()) { event in
      log.take("event")
      box.values[0].report(.body(Data([2])))
      box.values[0].dispose()
    }
    box.take(exchange)
    exchange.begin { log.take("close") }
    exchange.report(.body(Data([1])))
    exchange.dispose()
    #expect(log.values == ["event", "close"])
  }

  @Test("disposed before it begins, it closes the connection at once; ended, it does not")
  func disposedFirst() {
    let log = Awaited<String>()
    let disposed = exchange(EventRecorder())
    disposed.dispose()
    disposed.begin { log.take("close") }
    #expect(log.values == ["close"])
    let ended = exchange(EventRecorder())
    ended.report(.end(nil))
    ended.begin { log.take("close") }
    ended.dispose()
    #expect(log.values == ["close"])
  }

  @Test("an interval that is none stands for 60 seconds, an endless one for none", arguments: [0, -1, .nan, .infinity])
  func intervals(_ interval: TimeInterval) {
    let time = VirtualTimeScheduler()
    let recorder = EventRecorder()
    let exchange = exchange(recorder, timeout: interval, time)
    exchange.begin {}
    time.advance(by: .milliseconds(59_999))
    #expect(recorder.ends.isEmpty)
    time.advance(by: .seconds(100_000))
    #expect(recorder.ends == (interval == .infinity ? [] : [.timedOut(.idle, mayHaveReachedServer: true)]))
    exchange.dispose()
  }

  @Test("pieces, an end, a deadline and a dispose may race: serial, one end at most, one close at most")
  func race() {
    withWatchdog(seconds: 60, "race of an exchange") {
      for round in 0..<2000 {
        let time = VirtualTimeScheduler()
        let recorder = EventRecorder()
        let closes = Awaited<Void>()
        let exchange = exchange(recorder, timeout: 1, time)
        exchange.begin { closes.take(()) }
        DispatchQueue.concurrentPerform(iterations: 4) { part in
          switch part {
          case 0: for number in 0..<5 { exchange.report(.body(Data([UInt8(number)]))) }
          case 1: exchange.report(.end(nil))
          case 2: time.advance(by: .seconds(2))
          default: if round % 2 == 0 { exchange.dispose() }
          }
        }
        #expect(recorder.overlapCount == 0)
        #expect(round % 2 == 0 ? recorder.ends.count <= 1 : recorder.ends.count == 1)
        #expect(closes.values.count <= 1)
        #expect(recorder.body == Data((0..<UInt8(recorder.body.count))), "in order")
        #expect(exchange.isDisposed)
      }
    }
  }
}
