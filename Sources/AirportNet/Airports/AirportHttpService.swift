/// Sends the calls of the airports API, and takes an answer for valid from 200 up to 399.
public struct AirportHttpService: HttpService {
  /// The session that sends the calls.
  public var sessionManager: Session

  /// Takes the session.
  public init(sessionManager: Session = .default) {
    self.sessionManager = sessionManager
  }

  /// A request of this API.
  public func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
    sessionManager.request(urlRequest).validate(statusCode: 200..<400)
  }
}
