internal import Foundation
internal import MiniRx
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The way of a request: through the interceptors, outermost first, to the transport; and what reads the answers.
struct Pipeline: Sendable {
  /// Sends a request and takes good bodies elsewhere: to a file, to a reader. Interceptors that share bodies are passed by.
  typealias BodyDoor =
    @Sendable (
      _ transport: any Transport, _ request: URLRequest, _ observing: @escaping @Sendable (TransportEvent) -> Void
    ) -> Single<HTTPResponse>

  let transport: any Transport
  let interceptors: [any Interceptor]
  /// Runs validation and decoding, so that they never hold up the transport.
  let scheduler: any ImmediateSchedulerType

  /// The same way with one more interceptor outside of the others.
  func wrapped(in interceptor: (any Interceptor)?) -> Pipeline {
    guard let interceptor else { return self }
    return Pipeline(transport: transport, interceptors: [interceptor] + interceptors, scheduler: scheduler)
  }

  /// What is read of the answer, on the scheduler. Cold; every failure is a `NetworkError`.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - door: the innermost step, for a body that is not kept in memory.
  ///   - progress: who is told of the progress.
  ///   - read: judges and decodes the answer; not called after a dispose.
  func answer<Value>(
    to request: URLRequest, through door: BodyDoor? = nil, progress: ProgressListeners,
    read: @escaping @Sendable (HTTPResponse) throws -> Value
  ) -> Single<Value> {
    // One source and no chain of operators: this is the way of every request.
    Single.create { single in
      let tracker = ProgressTracker(progress)
      let call = Call(scheduler, read, single)
      call.exchange = chain(door, { tracker.take($0) })(request).subscribe(
        onSuccess: { call.take(.success($0)) }, onFailure: { call.take(.failure($0)) }, isolation: nil)
      return call
    }
  }

  private func chain(
    _ door: BodyDoor?, _ observing: @escaping @Sendable (TransportEvent) -> Void
  ) -> @Sendable (URLRequest) -> Single<HTTPResponse> {
    let trace = interceptors.contains { $0 is TimeoutInterceptor } ? CallTrace() : nil
    let transport = trace?.watching(transport) ?? transport
    var next: @Sendable (URLRequest) -> Single<HTTPResponse> = { request in
      guard let door else { return transport.response(for: request, observing: observing) }
      return door(transport, request, observing)
    }
    for interceptor in interceptors.reversed() where door == nil || !(interceptor is any BodySharingInterceptor) {
      let inner = next
      if let trace, let timeout = interceptor as? TimeoutInterceptor {
        next = { timeout.intercept($0, trace: trace, next: inner) }
      } else {
        next = Self.remembering(RefreshCall.owner) { interceptor.intercept($0, next: inner) }
      }
    }
    return next
  }

  /// Keeps a call of a refresh known as one where an interceptor goes on from another thread.
  private static func remembering(
    _ owner: ObjectIdentifier?, _ next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> @Sendable (URLRequest) -> Single<HTTPResponse> {
    guard let owner else { return next }
    return { request in RefreshCall.$owner.withValue(owner) { next(request) } }
  }
}

/// The subscription to one answer.
private final class Call<Value>: Cancelable, @unchecked Sendable {
  // Sendable by rule: `exchange` is set before anybody else knows the call.
  var exchange: (any Disposable)?
  private let scheduler: any ImmediateSchedulerType
  private let read: @Sendable (HTTPResponse) throws -> Value
  private let receive: Single<Value>.SingleObserver
  private let disposed = Atomic<Bool>(false)

  init(
    _ scheduler: any ImmediateSchedulerType, _ read: @escaping @Sendable (HTTPResponse) throws -> Value,
    _ receive: @escaping Single<Value>.SingleObserver
  ) {
    (self.scheduler, self.read, self.receive) = (scheduler, read, receive)
  }

  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  func dispose() {
    disposed.store(true, ordering: .releasing)
    exchange?.dispose()
  }

  func take(_ outcome: Result<HTTPResponse, any Error>) {
    _ = scheduler.schedule(outcome) { outcome in
      self.deliver(outcome)
      return Disposables.create()
    }
  }

  private func deliver(_ outcome: Result<HTTPResponse, any Error>) {
    if isDisposed { return }
    do {
      receive(.success(try read(outcome.get())))
    } catch {
      receive(.failure(NetworkError(wrapping: error)))
    }
  }
}
