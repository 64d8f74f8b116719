internal import Foundation
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The way of a request: through the interceptors, outermost first, to the transport; and what reads the answers.
struct Pipeline: Sendable {
  let transport: any Transport
  let interceptors: [any Interceptor]
  /// Runs validation and decoding, so that they never hold up the transport.
  let scheduler: any ImmediateSchedulerType

  /// The same way with one more interceptor outside of the others.
  func wrapped(in interceptor: (any Interceptor)?) -> Pipeline {
    guard let interceptor else { return self }
    return Pipeline(transport: transport, interceptors: [interceptor] + interceptors, scheduler: scheduler)
  }

  /// The answer, delivered on the scheduler; a good body in the file, if there is one. Cold; every failure is a
  /// `NetworkError`.
  func response(
    for request: URLRequest, into file: DownloadFile? = nil, observing: @escaping @Sendable (TransportEvent) -> Void
  ) -> Single<HTTPResponse> {
    let answer = Single.deferred { chain(file, observing)(request) }
    return answer.catch { .error(NetworkError(wrapping: $0)) }.observe(on: scheduler)
  }

  private func chain(
    _ file: DownloadFile?, _ observing: @escaping @Sendable (TransportEvent) -> Void
  ) -> @Sendable (URLRequest) -> Single<HTTPResponse> {
    var next: @Sendable (URLRequest) -> Single<HTTPResponse> = { [transport] request in
      guard let file else { return transport.response(for: request, observing: observing) }
      return transport.download(request, into: file, observing: observing)
    }
    for interceptor in interceptors.reversed() where file == nil || !(interceptor is any BodySharingInterceptor) {
      let inner = next
      next = { interceptor.intercept($0, next: inner) }
    }
    return next
  }
}
