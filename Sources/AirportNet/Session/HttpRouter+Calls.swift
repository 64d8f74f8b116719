public import Foundation
public import MiniRx

/// Calls: through a service, or without one through the default session, where the status is 200..<300.
///
/// Each subscription and each await sends the request; disposing, and cancelling the task, close the connection. The
/// request is built here and now, so the router's values need not be Sendable; one that cannot be built is a failure.
/// Failures are `NetworkError`.
extension HttpRouter {
  /// The value that the call gives.
  public func single<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, usingHttpService service: (any HttpService)? = nil,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Single<Value> {
    call(service).single(of: type, decoder: decoder)
  }

  /// The body, which may be empty.
  public func singleData(usingHttpService service: (any HttpService)? = nil) -> Single<Data> {
    call(service).singleData()
  }

  /// The body as text.
  public func singleString(usingHttpService service: (any HttpService)? = nil) -> Single<String> {
    call(service).singleString()
  }

  /// That a valid answer came, whatever its body.
  public func single(usingHttpService service: (any HttpService)? = nil) -> Single<Void> { call(service).single() }

  /// The value that the session's cache has, then the one of the server; see `DataRequest.cachedThenFresh`.
  public func cachedThenFresh<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, usingHttpService service: (any HttpService)? = nil,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<Value> {
    call(service).cachedThenFresh(of: type, decoder: decoder)
  }

  /// How much of the answer has come; to await: `progress().values`.
  public func progress(usingHttpService service: (any HttpService)? = nil) -> Observable<TransferProgress> {
    call(service).progress()
  }

  /// How far the call has come, and at last its value; to await: `progress(of:).values`.
  public func progress<Value: Decodable & Sendable>(
    of type: Value.Type, usingHttpService service: (any HttpService)? = nil,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<TransferStep<Value>> {
    call(service).progress(of: type, decoder: decoder)
  }

  /// The elements of the array that the call gives, as they come in; see `DataRequest.elements`. To await:
  /// `elements(of:).values`.
  public func elements<Element: Decodable & Sendable>(
    of type: Element.Type = Element.self, at keys: [String] = [], usingHttpService service: (any HttpService)? = nil,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<Element> {
    call(service).elements(of: type, at: keys, decoder: decoder)
  }

  /// The value that the call gives.
  nonisolated(nonsending) public func value<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, usingHttpService service: (any HttpService)? = nil,
    decoder: any DataDecoder = JSONValueDecoder()
  ) async throws(NetworkError) -> Value {
    try await call(service).value(of: type, decoder: decoder)
  }

  /// Returns when a valid answer has come, whatever its body.
  nonisolated(nonsending) public func value(
    usingHttpService service: (any HttpService)? = nil
  ) async throws(NetworkError) {
    try await call(service).value()
  }

  private func call(_ service: (any HttpService)?) -> DataRequest {
    let built = BuiltRequest(asUrlRequest)
    return service?.request(built) ?? Session.default.request(built).validate()
  }
}
