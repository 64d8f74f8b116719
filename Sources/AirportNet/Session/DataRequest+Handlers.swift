public import Dispatch
public import Foundation

/// Handlers: each is called exactly once, on the queue, with the value or with the `NetworkError` that says why there
/// is none.
extension DataRequest {
  /// Calls the handler with the body as it came, nil when it was empty.
  @preconcurrency
  @discardableResult
  public func response(
    queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
  ) -> DataRequest {
    handle(queue, completionHandler) { (response) throws(NetworkError) in
      response.content.isEmpty ? nil : response.content
    }
  }

  /// Calls the handler with the body, which may be empty.
  @preconcurrency
  @discardableResult
  public func responseData(
    queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDataResponse<Data>) -> Void
  ) -> DataRequest {
    handle(queue, completionHandler) { (response) throws(NetworkError) in response.content }
  }

  /// Calls the handler with the body as text.
  ///
  /// - Parameters:
  ///   - queue: where the handler is called.
  ///   - encoding: the encoding of the text; nil for the one that the answer names, else UTF-8.
  ///   - completionHandler: receives the answer.
  @preconcurrency
  @discardableResult
  public func responseString(
    queue: DispatchQueue = .main, encoding: String.Encoding? = nil,
    completionHandler: @escaping @Sendable (AFDataResponse<String>) -> Void
  ) -> DataRequest {
    handle(queue, completionHandler) { (response) throws(NetworkError) in try response.text(encoding: encoding) }
  }

  /// Calls the handler with the body as a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value; `T?` and `Empty` also stand for an empty body.
  ///   - queue: where the handler is called.
  ///   - decoder: what reads the body.
  ///   - emptyResponseCodes: statuses at which a body of white space counts as empty.
  ///   - completionHandler: receives the answer.
  @preconcurrency
  @discardableResult
  public func responseDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, queue: DispatchQueue = .main, decoder: any DataDecoder = JSONValueDecoder(),
    emptyResponseCodes: Set<Int> = [204, 205],
    completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
  ) -> DataRequest {
    handle(queue, completionHandler) { (response) throws(NetworkError) in
      try response.decode(type, decoder: decoder, emptyResponseCodes: emptyResponseCodes)
    }
  }

  func handle<Value: Sendable>(
    _ queue: DispatchQueue, _ handler: @escaping @Sendable (AFDataResponse<Value>) -> Void,
    _ read: @escaping @Sendable (HTTPResponse) throws(NetworkError) -> Value
  ) -> DataRequest {
    deliver(read) { response in queue.async { handler(response) } }
    return self
  }

  /// Calls the closure once, with what comes of reading the answer of the handlers' exchange, which it starts.
  func deliver<Value: Sendable>(
    _ read: @escaping @Sendable (HTTPResponse) throws(NetworkError) -> Value,
    to take: @escaping @Sendable (AFDataResponse<Value>) -> Void
  ) {
    ask { outcome in
      let result: Result<Value, NetworkError>
      do throws(NetworkError) {
        let response = try outcome.get()
        try self.check(response)
        result = .success(try read(response))
      } catch {
        result = .failure(error)
      }
      take(DataResponse(request: self.request, httpResponse: try? outcome.get(), result: result))
    }
  }
}
