public import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The answer of a request, to be awaited as often as one likes; the name that Alamofire's users know.
///
///     let airports = try await AF.request(url).validate().serializingDecodable([Airport].self).value
///
/// It belongs to the handlers of the request, whose one exchange has begun when it is made.
public struct DataTask<Value: Sendable>: Sendable {
  private let request: DataRequest
  private let isCancelling: Bool
  private let read: @Sendable (HTTPResponse) throws(NetworkError) -> Value

  init(
    _ request: DataRequest, _ isCancelling: Bool,
    _ read: @escaping @Sendable (HTTPResponse) throws(NetworkError) -> Value
  ) {
    (self.request, self.isCancelling, self.read) = (request, isCancelling, read)
    request.resume()
  }

  /// Request, answer and result.
  nonisolated(nonsending) public var response: AFDataResponse<Value> {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          request.deliver(read) { continuation.resume(returning: $0) }
        }
      } onCancel: {
        if isCancelling { request.cancel() }
      }
    }
  }

  /// The value, or why there is none.
  nonisolated(nonsending) public var result: AFResult<Value> {
    get async { await response.result }
  }

  /// The value.
  /// - Throws: `NetworkError`.
  nonisolated(nonsending) public var value: Value {
    get async throws(NetworkError) { try await result.get() }
  }

  /// Cancels the request.
  public func cancel() { request.cancel() }
}

/// Handlers to await. Each sends the request, unless a handler of it has. Cancelling the task that awaits the answer
/// cancels the request, for all of its handlers, unless `automaticallyCancelling` is false.
extension DataRequest {
  /// The body as a value; parameters as of `responseDecodable`.
  public func serializingDecodable<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, automaticallyCancelling: Bool = true,
    decoder: any DataDecoder = JSONValueDecoder(),
    emptyResponseCodes: Set<Int> = [204, 205]
  ) -> DataTask<Value> {
    DataTask(self, automaticallyCancelling) { (response) throws(NetworkError) in
      try response.decode(type, decoder: decoder, emptyResponseCodes: emptyResponseCodes)
    }
  }

  /// The body, which may be empty.
  public func serializingData(automaticallyCancelling: Bool = true) -> DataTask<Data> {
    DataTask(self, automaticallyCancelling) { (response) throws(NetworkError) in response.content }
  }

  /// The body as text; parameters as of `responseString`.
  public func serializingString(
    automaticallyCancelling: Bool = true, encoding: String.Encoding? = nil
  ) -> DataTask<String> {
    DataTask(self, automaticallyCancelling) { (response) throws(NetworkError) in try response.text(encoding: encoding) }
  }
}
