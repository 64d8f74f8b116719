/// What a request asks the server to do (RFC 9110 section 9).
///
/// A struct and not an enum, so that an API with a method of its own can name it: `HTTPMethod(rawValue: "PURGE")`.
/// Methods are case-sensitive; whether the text is a valid token is checked when the request is sent.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The word as it goes over the wire, such as `GET`.
  public let rawValue: String

  /// Takes the word as it is.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `CONNECT`
  public static let connect = HTTPMethod(rawValue: "CONNECT")
  /// `DELETE`
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// `GET`
  public static let get = HTTPMethod(rawValue: "GET")
  /// `HEAD`
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// `OPTIONS`
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// `PATCH`
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// `POST`
  public static let post = HTTPMethod(rawValue: "POST")
  /// `PUT`
  public static let put = HTTPMethod(rawValue: "PUT")
  /// `QUERY`
  public static let query = HTTPMethod(rawValue: "QUERY")
  /// `TRACE`
  public static let trace = HTTPMethod(rawValue: "TRACE")

  /// The word that `URLRequest.httpMethod` takes.
  public var label: String { rawValue }

  /// True where sending the same request twice has the effect of sending it once (RFC 9110 section 9.2.2).
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete, .options, .trace, .query: true
    default: false
    }
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The word itself.
  public var description: String { rawValue }
}
