internal import Foundation
public import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Makes requests that share a transport and interceptors.
///
/// Making a request never throws and sends nothing; a bad address or parameter is the failure that its handlers get. A
/// request keeps the pipeline it was given, so a session may be released while requests are in flight.
public final class Session: Sendable {
  /// The session that `AF` stands for: the platform's transport, redirects followed.
  public static let `default` = Session()

  private let pipeline: Pipeline

  /// A new transport of the kind that suits the platform: `CurlTransport` on Linux, `URLSessionTransport` elsewhere.
  public static func platformTransport() -> any Transport {
    #if os(Linux)
      CurlTransport()
    #else
      URLSessionTransport()
    #endif
  }

  /// A session.
  ///
  /// - Parameters:
  ///   - transport: how bytes travel; by default a new transport of the platform's kind.
  ///   - interceptors: what happens on the way, outermost first.
  ///   - scheduler: runs validation and decoding. Tests in virtual time pass `ImmediateScheduler.instance`.
  public init(
    transport: any Transport = Session.platformTransport(), interceptors: [any Interceptor] = [RedirectInterceptor()],
    scheduler: any ImmediateSchedulerType = ConcurrentDispatchQueueScheduler()
  ) {
    pipeline = Pipeline(transport: transport, interceptors: interceptors, scheduler: scheduler)
  }

  /// A request described by its parts.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - method: what the server shall do.
  ///   - parameters: what to send, written at once, on the caller's thread.
  ///   - encoding: how parameters are written.
  ///   - headers: the header fields.
  ///   - interceptor: one for this request alone, outside of the session's.
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
    interceptor: (any Interceptor)? = nil
  ) -> DataRequest {
    make(interceptor) {
      try encoding.encode(URLRequest(url: url, method: method, headers: headers), with: parameters)
    }
  }

  /// A request described by its parts, with parameters of a type of its own.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - method: what the server shall do.
  ///   - parameters: what to send, written at once, on the caller's thread.
  ///   - encoder: how parameters are written.
  ///   - headers: the header fields.
  ///   - interceptor: one for this request alone, outside of the session's.
  public func request<Parameters: Encodable>(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters?,
    encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
    interceptor: (any Interceptor)? = nil
  ) -> DataRequest {
    make(interceptor) {
      try encoder.encode(parameters, into: URLRequest(url: url, method: method, headers: headers))
    }
  }

  /// A request that a value describes.
  ///
  /// - Parameters:
  ///   - convertible: a URLRequest, a router.
  ///   - interceptor: one for this request alone, outside of the session's.
  public func request(
    _ convertible: any URLRequestConvertible, interceptor: (any Interceptor)? = nil
  ) -> DataRequest {
    make(interceptor) { try convertible.asURLRequest() }
  }

  func make(
    _ interceptor: (any Interceptor)?, file: (@Sendable () -> DownloadFile)? = nil, _ build: () throws -> URLRequest
  ) -> DataRequest {
    let source = Result(catching: build).mapError { NetworkError(wrapping: $0) }
    return DataRequest(source, pipeline.wrapped(in: interceptor), file: file)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The default session, under the name that Alamofire's users know.
public let AF = Session.default
