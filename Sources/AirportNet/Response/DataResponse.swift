public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a completion handler gets: the request, the answer, and the result of reading it.
public struct DataResponse<Value, Failure: Error> {
  /// The request that was sent, nil when it could not be built.
  public let request: URLRequest?
  /// The answer in this library's form, nil when none came.
  public let httpResponse: HTTPResponse?
  /// The value, or why there is none.
  public let result: Result<Value, Failure>

  /// Takes its parts as they are.
  public init(request: URLRequest?, httpResponse: HTTPResponse?, result: Result<Value, Failure>) {
    self.request = request
    self.httpResponse = httpResponse
    self.result = result
  }

  /// The answer in Foundation's form, built anew at every reading; nil when none came.
  public var response: HTTPURLResponse? { httpResponse?.urlResponse }

  /// The body of the answer, also of an error answer; nil when none came.
  public var data: Data? { httpResponse?.body }

  /// The file that the body is in, of a download; nil when none was written.
  public var fileURL: URL? { httpResponse?.file }

  /// Where the time went, when it was measured.
  public var metrics: TransferMetrics? { httpResponse?.metrics }

  /// The value, nil on failure.
  public var value: Value? { try? result.get() }

  /// The error, nil on success.
  public var error: Failure? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The same answer with another value.
  public func map<Other>(_ transform: (Value) -> Other) -> DataResponse<Other, Failure> {
    DataResponse<Other, Failure>(request: request, httpResponse: httpResponse, result: result.map(transform))
  }

  /// The same answer with another error.
  public func mapError<Other: Error>(_ transform: (Failure) -> Other) -> DataResponse<Value, Other> {
    DataResponse<Value, Other>(request: request, httpResponse: httpResponse, result: result.mapError(transform))
  }
}

extension DataResponse: Sendable where Value: Sendable {}

extension DataResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The result; nothing of the request.
  public var description: String { "\(result)" }

  /// Request, answer and result with credentials redacted.
  public var debugDescription: String {
    let method = request?.method ?? .get
    let asked = request?.url.map { "\(method) \(Redaction.url($0.absoluteString))" } ?? "no request"
    let answered = httpResponse.map { "\($0.statusCode), \($0.body.count) bytes" } ?? "no answer"
    let outcome = error.map { String(reflecting: $0) } ?? "success: \(Value.self)"
    return "\(asked) -> \(answered) -> \(outcome)"
  }

  /// What `dump` prints: no body and no credential.
  public var customMirror: Mirror { Mirror(self, children: ["summary": debugDescription]) }
}

/// The response of calls that fail with this library's error, under the name that Alamofire's users know.
public typealias AFDataResponse<Value> = DataResponse<Value, NetworkError>

/// The response of downloads; `fileURL` names the file.
public typealias DownloadResponse<Value, Failure: Error> = DataResponse<Value, Failure>

/// The response of downloads that fail with this library's error, under the name that Alamofire's users know.
public typealias AFDownloadResponse<Value> = DataResponse<Value, NetworkError>

/// The result of calls that fail with this library's error, under the name that Alamofire's users know.
public typealias AFResult<Value> = Result<Value, NetworkError>

/// This library's error, under the name that Alamofire's users know.
public typealias AFError = NetworkError
