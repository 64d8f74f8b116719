import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Coalescing, races with real threads", .serialized)
struct CoalescingRaceTests {
  #if DEBUG
    static let rounds = 1_000
  #else
    static let rounds = 10_000
  #endif

  /// What the interceptor asks: counts what is started and given up, and answers when told to.
  private final class Upstream: Sendable {
    let (started, cancelled, answered) = (Counter(), Counter(), Counter())
    private let waiting = Locked<[Single<HTTPResponse>.SingleObserver]>([])

    func next() -> Single<HTTPResponse> {
      .create { [self] observer in
        started.add()
        let isOpen = Locked(true)
        waiting.update {
          $0.append { event in
            if isOpen.update({ isOpen in
              defer { isOpen = false }; return isOpen
            }) {
              self.answered.add()
            }
            observer(event)
          }
        }
        return Disposables.create {
          if isOpen.update({ isOpen in
            defer { isOpen = false }; return isOpen
          }) {
            self.cancelled.add()
          }
        }
      }
    }

    func answer() {
      let observers = waiting.update { waiting in
        defer { waiting = [] }
        return waiting
      }
      for observer in observers { observer(.success(HTTPResponse(statusCode: 200))) }
    }
  }

  private final class Subscriber: Sendable {
    let (answers, place) = (Counter(), SerialDisposable())

    func join(_ single: Single<HTTPResponse>) {
      place.disposable = single.subscribe(
        onSuccess: { _ in self.answers.add() }, onFailure: { _ in self.answers.add(100) }, isolation: nil)
    }
  }

  private static func request() throws -> URLRequest { URLRequest(try #require(URL(string: "http://host.test/a"))) }

  @Test("joiners that leave in any order while the answer comes: who stays has it once, and nothing is left under way")
  func anyOrder() throws {
    let (interceptor, request) = (CoalescingInterceptor(), try Self.request())
    withWatchdog(seconds: 300, "joiners cancelled in any order") {
      for round in 0..<Self.rounds {
        let upstream = Upstream()
        let single = interceptor.intercept(request) { _ in upstream.next() }
        let subscribers = (0..<4).map { _ in Subscriber() }
        // The numbers of those who stay, other ones in each round; in some rounds none.
        let stays = (0..<4).map { round >> $0 & 1 == 1 }
        if round % 2 == 0 { subscribers.forEach { $0.join(single) } }
        inParallel(3) { thread in
          switch thread {
          case 0: upstream.answer()
          case let thread:
            let mine = thread == 1 ? [0, 1] : [3, 2]
            for number in mine where round % 2 == 1 { subscribers[number].join(single) }
            for number in mine where !stays[number] { subscribers[number].place.dispose() }
          }
        }
        // Those that came after the answer have a request of their own.
        upstream.answer()
        for (subscriber, stays) in zip(subscribers, stays) {
          #expect(subscriber.answers.value == 1 || !stays && subscriber.answers.value == 0)
        }
        #expect(upstream.started.value == upstream.cancelled.value + upstream.answered.value)
        #expect(round % 2 == 1 || upstream.started.value == 1)
        #expect(upstream.started.value >= 1 && upstream.started.value <= 4)
      }
    }
  }

  @Test("the last two that leave at once cancel the request once")
  func lastTwo() throws {
    let (interceptor, request) = (CoalescingInterceptor(), try Self.request())
    withWatchdog(seconds: 300, "two that leave at once") {
      race(
        rounds: Self.rounds,
        { _ in
          let (upstream, pair) = (Upstream(), (Subscriber(), Subscriber()))
          let single = interceptor.intercept(request) { _ in upstream.next() }
          pair.0.join(single)
          pair.1.join(single)
          return (upstream, pair)
        },
        { $0.1.0.place.dispose() }, { $0.1.1.place.dispose() },
        check: { _, state in
          #expect(state.0.started.value == 1)
          #expect(state.0.cancelled.value == 1)
        })
    }
  }

  @Test("one that joins while the last one leaves is answered")
  func joinsWhileLeaving() throws {
    let (interceptor, request) = (CoalescingInterceptor(), try Self.request())
    withWatchdog(seconds: 300, "one that joins while another leaves") {
      race(
        rounds: Self.rounds,
        { _ in
          let upstream = Upstream()
          let single = interceptor.intercept(request) { _ in upstream.next() }
          let pair = (Subscriber(), Subscriber())
          pair.0.join(single)
          return (upstream, single, pair)
        },
        { $0.2.0.place.dispose() }, { $0.2.1.join($0.1) },
        check: { _, state in
          state.0.answer()
          #expect(state.2.0.answers.value == 0)
          #expect(state.2.1.answers.value == 1)
          #expect(state.0.started.value == state.0.cancelled.value + 1)
        })
    }
  }
}
