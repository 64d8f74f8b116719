import AirportNet
import Foundation
import Testing

/// A transport that touches sockets, as an argument of a test.
enum Carrier: String, Sendable, CaseIterable, CustomTestStringConvertible {
  #if os(Linux)
    case curl = "CurlTransport"
  #endif
  case urlSession = "URLSessionTransport"

  var testDescription: String { rawValue }

  /// A transport with connections of its own. URLSessionTransport knows no limit for a body.
  func make(limit: Int = 6, storesCookies: Bool = false, maximumBodySize: Int64? = nil) -> any Transport {
    switch self {
    #if os(Linux)
      case .curl:
        var configuration = CurlConfiguration()
        configuration.maximumConnectionsPerHost = limit
        configuration.storesCookies = storesCookies
        configuration.maximumBodySize = maximumBodySize
        return CurlTransport(configuration)
    #endif
    case .urlSession: return URLSessionTransport(maximumConnectionsPerHost: limit, storesCookies: storesCookies)
    }
  }
}
