/// The calls of the airports API.
public enum AirportHttpRouter: HttpRouter, Sendable {
  /// The whole list, from a server of the caller's choice.
  case getAirports(from: String)

  /// The whole list, from the usual server.
  public static var getAirports: AirportHttpRouter { .getAirports(from: usualBaseUrlString) }

  /// Where the list is asked for unless the caller names another place: a server on this machine, since the project runs
  /// none of its own.
  public static let usualBaseUrlString = "http://127.0.0.1:8080"

  /// The server.
  public var baseUrlString: String {
    switch self {
    case .getAirports(let base): base
    }
  }

  /// The document.
  public var path: String { "airports.json" }

  /// GET
  public var method: HTTPMethod { .get }

  /// Asks for JSON.
  public var headers: HTTPHeaders? { ["Accept": "application/json"] }
}
