internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What sends the calls of one API: the session they share, and what makes their answers valid.
///
///     struct PostHttpService: HttpService {
///       var sessionManager = Session.default
///       func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
///         sessionManager.request(urlRequest).validate(statusCode: 200..<300)
///       }
///     }
public protocol HttpService: Sendable {
  /// The session that sends the calls.
  var sessionManager: Session { get set }

  /// A request of this API; it never throws, what is wrong is the failure of its handlers.
  func request(_ urlRequest: any URLRequestConvertible) -> DataRequest
}

extension HttpRouter {
  /// The call as a request of a service.
  /// - Throws: `NetworkError.invalidRequest`, and what `body()` throws, when the call cannot be built.
  public func request(usingHttpService service: any HttpService) throws -> DataRequest {
    service.request(try asUrlRequest())
  }
}

/// A request that was built, or why it could not be.
struct BuiltRequest: URLRequestConvertible {
  private let result: Result<URLRequest, any Error>

  init(_ build: () throws -> URLRequest) { result = Result(catching: build) }

  func asURLRequest() throws -> URLRequest { try result.get() }
}
