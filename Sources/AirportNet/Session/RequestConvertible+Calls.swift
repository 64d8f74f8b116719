public import Foundation
public import MiniRx

/// Calls through a session, where the status is 200..<300; `timeoutInterval` is the idle limit in seconds.
///
/// Each subscription and each await sends the request; disposing, and cancelling the task, close the connection. The
/// request is built here and now, so the endpoint's values need not be Sendable; one that cannot be built is a failure.
/// Failures are `NetworkError`.
extension RequestConvertible {
  /// The value that the call gives.
  public func single<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, timeoutInterval: TimeInterval = 5, session: Session = .default,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Single<Value> {
    call(timeoutInterval, session).single(of: type, decoder: decoder)
  }

  /// The body, which may be empty.
  public func singleData(timeoutInterval: TimeInterval = 5, session: Session = .default) -> Single<Data> {
    call(timeoutInterval, session).singleData()
  }

  /// The body as text.
  public func singleString(timeoutInterval: TimeInterval = 5, session: Session = .default) -> Single<String> {
    call(timeoutInterval, session).singleString()
  }

  /// That a valid answer came, whatever its body.
  public func single(timeoutInterval: TimeInterval = 5, session: Session = .default) -> Single<Void> {
    call(timeoutInterval, session).single()
  }

  /// How much of the answer has come; to await: `progress().values`.
  public func progress(
    timeoutInterval: TimeInterval = 5, session: Session = .default
  ) -> Observable<TransferProgress> {
    call(timeoutInterval, session).progress()
  }

  /// How far the call has come, and at last its value; to await: `progress(of:).values`.
  public func progress<Value: Decodable & Sendable>(
    of type: Value.Type, timeoutInterval: TimeInterval = 5, session: Session = .default,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<TransferStep<Value>> {
    call(timeoutInterval, session).progress(of: type, decoder: decoder)
  }

  /// The elements of the array that the call gives, as they come in; see `DataRequest.elements`. To await:
  /// `elements(of:).values`.
  public func elements<Element: Decodable & Sendable>(
    of type: Element.Type = Element.self, at keys: [String] = [], timeoutInterval: TimeInterval = 5,
    session: Session = .default, decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<Element> {
    call(timeoutInterval, session).elements(of: type, at: keys, decoder: decoder)
  }

  /// The value that the call gives.
  nonisolated(nonsending) public func value<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, timeoutInterval: TimeInterval = 5, session: Session = .default,
    decoder: any DataDecoder = JSONValueDecoder()
  ) async throws(NetworkError) -> Value {
    try await call(timeoutInterval, session).value(of: type, decoder: decoder)
  }

  /// Returns when a valid answer has come, whatever its body.
  nonisolated(nonsending) public func value(
    timeoutInterval: TimeInterval = 5, session: Session = .default
  ) async throws(NetworkError) {
    try await call(timeoutInterval, session).value()
  }

  /// The call as a request that refuses bad statuses.
  func call(_ timeoutInterval: TimeInterval, _ session: Session) -> DataRequest {
    session.request(BuiltRequest { try asURLRequest(timeoutInterval: timeoutInterval) }).validate()
  }
}
