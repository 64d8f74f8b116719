internal import Foundation
internal import MiniRx
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One request on its way, as all transports keep it: reports events serially, ends once, watches the idle deadline.
///
/// `report` may be called from any thread. Whoever finds nobody delivering delivers, outside the lock, also what others
/// report meanwhile.
final class Exchange: TransportTask, @unchecked Sendable {
  // Sendable by rule: all state is guarded by `lock`.
  private let lock = Lock()
  @exclusivity(unchecked) private var onEvent: (@Sendable (TransportEvent) -> Void)?
  @exclusivity(unchecked) private var waiting: [TransportEvent] = []
  @exclusivity(unchecked) private var isDelivering = false
  @exclusivity(unchecked) private var hasEnded = false
  @exclusivity(unchecked) private var abort: (@Sendable () -> Void)?
  @exclusivity(unchecked) private var isAborted = false
  @exclusivity(unchecked) private var isPaused = false
  @exclusivity(unchecked) private var onPause: (@Sendable () -> Void)?
  @exclusivity(unchecked) private var lastMove: Duration

  private let isSent = Atomic<Bool>(false)
  private let idle: Duration?
  private let scheduler: (any SchedulerType)?
  private let timer = SerialDisposable()

  /// With an idle clock on the scheduler.
  init(
    timeoutInterval: TimeInterval, scheduler: any SchedulerType, onEvent: @escaping @Sendable (TransportEvent) -> Void
  ) {
    idle = Self.idleLimit(timeoutInterval)
    lastMove = scheduler.now
    self.scheduler = scheduler
    self.onEvent = onEvent
  }

  /// Without an idle clock, for a transport that has one of its own.
  init(onEvent: @escaping @Sendable (TransportEvent) -> Void) {
    (idle, scheduler, lastMove) = (nil, nil, .zero)
    self.onEvent = onEvent
  }

  /// The idle limit of a request: nil for an endless one, 60 seconds where the interval is none.
  static func idleLimit(_ interval: TimeInterval) -> Duration? {
    if interval == .infinity { return nil }
    return .seconds(interval > 0 ? min(interval, 31_536_000) : 60)
  }

  /// The request as it may be sent, its body at its start. Nil where it may not be; then the exchange has ended with the
  /// reason.
  func admit(_ request: URLRequest) -> URLRequest? {
    do throws(NetworkError) {
      var valid = try RequestValidation.validated(request)
      if let body = request.httpBodyStream as? BodyStream { valid.httpBodyStream = try body.fresh() }
      return valid
    } catch {
      report(.end(error))
      return nil
    }
  }

  /// True after the end was delivered or the exchange was disposed.
  var isDisposed: Bool { lock.withLock { onEvent == nil } }

  /// Whether a byte of the request may have left; it stays so after the end and after dispose.
  var mayHaveReachedServer: Bool { isSent.load(ordering: .acquiring) }

  /// The next byte of the request goes out, unless this returns false: then nobody wants it any more.
  ///
  /// Who disposes and then finds that nothing was sent may rely on it: nothing will be.
  func willSend() -> Bool {
    isSent.store(true, ordering: .releasing)
    return !isDisposed
  }

  /// True while the reader makes the transport wait.
  var isHeld: Bool { lock.withLock { isPaused } }

  /// Starts the idle clock, and takes what closes the connection; it is run at once if nobody wants the answer any more.
  /// A transport that can stop reading from the connection gives `pause` too, which tells it to look at `isHeld`: two
  /// threads may pause and resume at once, and what they would tell could arrive in either order. One that knows when the
  /// first byte goes out says that it does not send yet, and asks `willSend` then.
  func begin(abort: @escaping @Sendable () -> Void, pause: (@Sendable () -> Void)? = nil, sends: Bool = true) {
    if sends { isSent.store(true, ordering: .releasing) }
    let isUnwanted = lock.withLock {
      if !hasEnded && onEvent != nil { (self.abort, onPause) = (abort, pause) }
      return isAborted
    }
    if isUnwanted { return abort() }
    touch()
    if let idle { watch(idle) }
  }

  /// Holds all events back, also those that the transport reports from now on.
  func pause() {
    let tell = lock.withLock {
      defer { isPaused = true }
      return isPaused ? nil : onPause
    }
    tell?()
  }

  func resume() {
    touch()
    lock.lock()
    guard isPaused else { return lock.unlock() }
    let (tell, isOwner) = (onPause, !isDelivering)
    (isPaused, isDelivering) = (false, true)
    lock.unlock()
    tell?()
    if isOwner { deliver() }
  }

  /// Something moved: the idle clock starts anew.
  func touch() {
    guard idle != nil, let scheduler else { return }
    let now = scheduler.now
    lock.withLock { lastMove = now }
  }

  /// Reports an event; ignored after the end and after dispose. An `.end` lets go of the connection.
  func report(_ event: TransportEvent) {
    touch()
    lock.lock()
    guard !hasEnded, onEvent != nil else { return lock.unlock() }
    waiting.append(event)
    let isOwner = !isDelivering
    isDelivering = true
    guard event.isEnd else {
      lock.unlock()
      if isOwner { deliver() }
      return
    }
    hasEnded = true
    let connection = (abort, onPause)
    (abort, onPause) = (nil, nil)
    lock.unlock()
    // Let go of outside the lock.
    withExtendedLifetime(connection) {}
    timer.dispose()
    if isOwner { deliver() }
  }

  /// Closes the connection; nothing more is reported.
  func dispose() {
    let close = takeConnection()
    let gone = lock.withLock {
      defer { (onEvent, waiting) = (nil, []) }
      return (onEvent, waiting)
    }
    withExtendedLifetime(gone) {}
    timer.dispose()
    close?()
  }

  /// Looks again after the time whether anything has moved; one timer an exchange, however many pieces come.
  private func watch(_ time: Duration) {
    if let scheduler { timer.disposable = scheduler.after(time) { [weak self] in self?.look() } }
  }

  private func look() {
    guard let idle, let scheduler else { return }
    let (last, isHeld) = lock.withLock { (lastMove, isPaused) }
    let silence: Duration = isHeld ? .zero : scheduler.now - last
    if silence < idle { return watch(idle - silence) }
    let close = takeConnection()
    report(.end(.timedOut(.idle, mayHaveReachedServer: true)))
    close?()
  }

  private func takeConnection() -> (@Sendable () -> Void)? {
    lock.withLock {
      defer { (abort, onPause) = (nil, nil) }
      if !hasEnded && onEvent != nil { isAborted = true }
      return abort
    }
  }

  private func deliver() {
    while true {
      lock.lock()
      guard let handler = onEvent, !waiting.isEmpty, !isPaused else {
        isDelivering = false
        lock.unlock()
        return
      }
      let event = waiting.removeFirst()
      if event.isEnd { onEvent = nil }
      lock.unlock()
      handler(event)
    }
  }
}

extension TransportEvent {
  fileprivate var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
