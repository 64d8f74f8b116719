public import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Lets the same requests that are under way at once share one: ten screens that ask for a list load it once.
///
/// Each subscriber gets the answer, or the failure, exactly once, and can leave alone; the last one that leaves cancels
/// the request. One that comes when the answer is being handed out starts a request of its own. Which requests are the
/// same is `CoalescingPolicy`'s matter; progress is reported to the call that the request was started by.
///
/// Copies share what is under way. One for each session: place it outside of the cache and of retries.
public struct CoalescingInterceptor: Interceptor {
  private let policy: CoalescingPolicy
  private let flights = Flights()

  /// Takes what makes requests the same.
  public init(_ policy: CoalescingPolicy = CoalescingPolicy()) {
    self.policy = policy
  }

  /// The answer of the request that is under way, or of this one, which then is. It comes on the thread that brings it.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    guard let key = policy.key(for: request) else { return next(request) }
    return .create { [flights] observer in flights.join(key, observer) { next(request) } }
  }
}

/// The requests under way, by what makes them the same.
private final class Flights: @unchecked Sendable {
  // Sendable by rule: `underWay` and what the flights hold is guarded by `lock`.
  typealias Observer = Single<HTTPResponse>.SingleObserver

  private final class Flight: @unchecked Sendable {
    // Sendable by rule: guarded by the lock of the one that has it.
    var passengers: [Int: Observer] = [:]
    var boarded = 0
    let request = SerialDisposable()
  }

  private let lock = Lock()
  private var underWay: [CoalescingKey: Flight] = [:]

  /// Waits for the flight of the key, which the first one starts; disposing the result leaves it.
  func join(
    _ key: CoalescingKey, _ observer: @escaping Observer, start: () -> Single<HTTPResponse>
  ) -> any Disposable {
    let (flight, seat) = lock.withLock {
      let flight = underWay[key] ?? Flight()
      underWay[key] = flight
      flight.boarded += 1
      flight.passengers[flight.boarded] = observer
      return (flight, flight.boarded)
    }
    if seat == 1 {
      flight.request.disposable = start().subscribe(
        onSuccess: { self.land(key, flight, .success($0)) }, onFailure: { self.land(key, flight, .failure($0)) },
        isolation: nil)
    }
    return Disposables.create { self.leave(key, flight, seat) }
  }

  /// Removes the flight and takes its passengers in one step: whoever joins is among them or on another flight.
  private func land(_ key: CoalescingKey, _ flight: Flight, _ event: SingleEvent<HTTPResponse>) {
    let passengers = lock.withLock {
      remove(key, flight)
      defer { flight.passengers = [:] }
      return flight.passengers
    }
    for (_, observer) in passengers.sorted(by: { $0.key < $1.key }) { observer(event) }
    // It holds this flight, and is over.
    flight.request.dispose()
  }

  private func leave(_ key: CoalescingKey, _ flight: Flight, _ seat: Int) {
    let (gone, isEmpty) = lock.withLock {
      let gone = flight.passengers.removeValue(forKey: seat)
      let isEmpty = gone != nil && flight.passengers.isEmpty
      if isEmpty { remove(key, flight) }
      return (gone, isEmpty)
    }
    // What the observer holds is released here, outside of the lock.
    withExtendedLifetime(gone) {}
    if isEmpty { flight.request.dispose() }
  }

  private func remove(_ key: CoalescingKey, _ flight: Flight) {
    if underWay[key] === flight { underWay[key] = nil }
  }
}
