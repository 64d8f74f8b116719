public import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport without a network, for tests and previews: a script says what comes back.
///
///     let transport = StubTransport(["GET /airports.json": .json("[]").delayed(by: .seconds(1))], scheduler: time)
///     let session = Session(transport: transport, scheduler: ImmediateScheduler.instance)
///     let service = AirportService(service: AirportHttpService(sessionManager: session))
///
/// Its answers pass through interceptors, validation and decoding like real ones, and its requests are checked, end at
/// their idle deadline, and are cancelled like real ones. It does not test the server's side of anything.
public final class StubTransport: Transport {
  private let answer: @Sendable (URLRequest) -> Answer
  private let scheduler: any SchedulerType
  private let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var log: [URLRequest] = []
  nonisolated(unsafe) private var cancelled = 0

  /// A transport whose answers a closure gives, called on the thread that sends.
  public init(
    scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler(),
    answer: @escaping @Sendable (URLRequest) -> Answer
  ) {
    self.scheduler = scheduler
    self.answer = answer
  }

  /// A transport whose answers a table gives: by method and path such as `GET /airports.json`, or by the path alone. What
  /// is not in the table is answered by 404.
  public convenience init(
    _ table: [String: Answer], scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler()
  ) {
    self.init(scheduler: scheduler) { request in
      let path = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true)?.percentEncodedPath } ?? ""
      let place = path.isEmpty ? "/" : path
      return table["\(request.httpMethod ?? "GET") \(place)"] ?? table[place] ?? .status(404)
    }
  }

  /// The requests that were sent, in order.
  public var sent: [URLRequest] { lock.withLock { log } }

  /// How many requests were given up before their end.
  public var cancelledCount: Int { lock.withLock { cancelled } }

  /// Answers the request by the script; see `Transport`.
  public func send(
    _ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask {
    let exchange = Exchange(timeoutInterval: request.timeoutInterval, scheduler: scheduler, onEvent: onEvent)
    guard let valid = exchange.admit(request) else { return exchange }
    lock.withLock { log.append(valid) }
    let steps = Self.steps(answer(valid), to: valid)
    let timer = SerialDisposable()
    exchange.begin { [weak self] in
      timer.dispose()
      guard let self else { return }
      lock.withLock { cancelled += 1 }
    }
    Self.play(steps[...], to: exchange, on: scheduler, timer)
    return exchange
  }

  private struct Step: Sendable {
    var delay = Duration.zero
    var event: TransportEvent
  }

  /// What is reported, and the time before each.
  private static func steps(_ answer: Answer, to request: URLRequest) -> [Step] {
    var steps: [Step] = []
    let length = request.httpBody.map { Int64($0.count) } ?? (request.httpBodyStream as? BodyStream)?.length
    if let length, length > 0 { steps.append(Step(event: .sent(length, of: length))) }
    let lost = NetworkError.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)
    switch answer.fault {
    case .silence: return steps
    case .reset:
      let reset = NetworkError.transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true)
      return steps + [Step(delay: answer.latency, event: .end(reset))]
    case .failure(let error): return steps + [Step(delay: answer.latency, event: .end(error))]
    case .truncated, nil: break
    }
    let head = HTTPResponseHead(statusCode: answer.statusCode, headers: answer.headers, url: request.url)
    steps.append(Step(delay: answer.latency, event: .head(head)))
    var left = Int.max
    if case .truncated(let count) = answer.fault { left = count }
    let pieces = request.httpMethod == "HEAD" ? [] : answer.body
    for piece in pieces where left > 0 {
      steps.append(Step(delay: answer.pause, event: .body(piece.prefix(left))))
      left -= piece.count
    }
    let isCut = if case .truncated = answer.fault { true } else { false }
    return steps + [Step(event: .end(isCut ? lost : nil))]
  }

  private static func play(
    _ steps: ArraySlice<Step>, to exchange: Exchange, on scheduler: any SchedulerType, _ timer: SerialDisposable
  ) {
    var rest = steps
    while let step = rest.first, step.delay == .zero {
      exchange.report(step.event)
      rest.removeFirst()
    }
    guard let step = rest.first, !exchange.isDisposed else { return }
    timer.disposable = scheduler.after(step.delay) { [rest] in
      exchange.report(step.event)
      play(rest.dropFirst(), to: exchange, on: scheduler, timer)
    }
  }
}
