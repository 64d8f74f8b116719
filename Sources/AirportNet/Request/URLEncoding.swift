public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Writes parameters as `a=1&b=2`, into the query of the address or as a form into the body.
///
///     URLEncoding.default.encode(request, with: ["iata": ["ICN", "GMP"]])      // ?iata%5B%5D=ICN&iata%5B%5D=GMP
///
/// The output is the same at every run: keys are sorted bytewise at every level, elements keep their order. Only
/// letters, digits and `-._~/?` are left unescaped. nil, NSNull, `[]` and `[:]` add nothing. NaN and the infinities are
/// an `invalidRequest` that names their key path.
public struct URLEncoding: ParameterEncoding {
  /// Where the parameters go.
  public enum Destination: Hashable, Sendable {
    /// Into the query for GET, HEAD and DELETE, else into the body.
    case methodDependent
    /// Into the query.
    case queryString
    /// Into the body.
    case httpBody
  }

  /// How the elements of an array are named. Elements that are arrays or dictionaries always carry their index.
  public enum ArrayEncoding: Sendable {
    /// `iata[]=ICN&iata[]=GMP`
    case brackets
    /// `iata=ICN&iata=GMP`
    case noBrackets
    /// `iata[0]=ICN&iata[1]=GMP`
    case indexInBrackets
    /// `iata=ICN,GMP` in one item; the comma is escaped like any other.
    case comma
    /// The name is made from the key and the index.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)
  }

  /// How true and false are written.
  public enum BoolEncoding: Hashable, Sendable {
    /// `1` and `0`
    case numeric
    /// `true` and `false`
    case literal
  }

  /// How bytes are written.
  public enum DataEncoding: Hashable, Sendable {
    /// Base 64 (RFC 4648 section 4).
    case base64
    /// Base 64 with the alphabet for addresses and without padding (section 5).
    case base64URL
    /// Two lower-case digits a byte.
    case hexadecimal
  }

  /// How a point in time is written.
  public enum DateEncoding: Sendable {
    /// `2026-01-31T09:00:00Z`, in UTC and whole seconds.
    case iso8601
    /// Seconds since 1970, with a fraction if there is one.
    case secondsSince1970
    /// Milliseconds since 1970, with a fraction if there is one.
    case millisecondsSince1970
    /// The text is made from the date.
    case custom(@Sendable (Date) -> String)
  }

  /// How keys are spelt; each part of `pos[latDeg]` is converted by itself.
  public enum KeyEncoding: Sendable {
    /// As they are.
    case useDefaultKeys
    /// `runwayLength` becomes `runway_length`, `airportURL` becomes `airport_url`.
    case convertToSnakeCase
    /// `runwayLength` becomes `runway-length`.
    case convertToKebabCase
    /// `runwayLength` becomes `RunwayLength`.
    case capitalized
    /// `runwayLength` becomes `RUNWAYLENGTH`.
    case uppercased
    /// `runwayLength` becomes `runwaylength`.
    case lowercased
    /// The spelling is made from the key.
    case custom(@Sendable (String) -> String)
  }

  /// Where the parameters go.
  public var destination: Destination
  /// How the elements of an array are named.
  public var arrayEncoding: ArrayEncoding
  /// How true and false are written.
  public var boolEncoding: BoolEncoding
  /// How bytes are written.
  public var dataEncoding: DataEncoding
  /// How a point in time is written.
  public var dateEncoding: DateEncoding
  /// How keys are spelt.
  public var keyEncoding: KeyEncoding

  /// Takes its options; each has the most usual default.
  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric, dataEncoding: DataEncoding = .base64, dateEncoding: DateEncoding = .iso8601,
    keyEncoding: KeyEncoding = .useDefaultKeys
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
    self.dataEncoding = dataEncoding
    self.dateEncoding = dateEncoding
    self.keyEncoding = keyEncoding
  }

  /// Into the query or the body, as the method asks.
  public static var `default`: URLEncoding { URLEncoding() }
  /// Into the query.
  public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
  /// Into the body, as a form.
  public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

  /// The request with the parameters in it.
  /// - Throws: `NetworkError.invalidRequest`, and whatever the request itself throws.
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
    let request = try urlRequest.asURLRequest()
    guard let parameters, !parameters.isEmpty else { return request }
    return try encode(ParameterValue(parameters), into: request)
  }

  /// The parameters as text, without a request: `a=1&b=2`.
  /// - Throws: `NetworkError.invalidRequest` that names the key path of a value which cannot be written.
  public func query(_ parameters: Parameters) throws(NetworkError) -> String {
    FormWriter.text(try ParameterValue(parameters), self)
  }

  /// The request with parameters that are in the common form already.
  func encode(_ parameters: ParameterValue, into request: URLRequest) throws(NetworkError) -> URLRequest {
    let text = FormWriter.text(parameters, self)
    guard !text.isEmpty else { return request }
    var request = request
    if putsIntoQuery(request.method ?? .get) {
      guard let url = request.url else { throw .badURL("", "is no address") }
      guard let joined = Self.url(url, appending: text) else { throw .badURL(url.absoluteString, "takes no query") }
      request.url = joined
    } else {
      request.setContentTypeIfAbsent("application/x-www-form-urlencoded; charset=utf-8")
      request.httpBody = Data(text.utf8)
    }
    return request
  }

  private func putsIntoQuery(_ method: HTTPMethod) -> Bool {
    switch destination {
    case .methodDependent: method == .get || method == .head || method == .delete
    case .queryString: true
    case .httpBody: false
    }
  }

  private static func url(_ url: URL, appending query: String) -> URL? {
    let text = url.absoluteString
    let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    let address = text[..<hash].utf8
    let separator =
      !address.contains(UInt8(ascii: "?"))
      ? "?" : address.last == UInt8(ascii: "?") || address.last == UInt8(ascii: "&") ? "" : "&"
    return URL(string: text[..<hash] + separator + query + text[hash...])
  }
}
