import Foundation

/// One header field: a name, compared without regard to case, and a value.
public struct HTTPHeader: Sendable {
  /// The name as it was written.
  public let name: String
  /// The value as it was written.
  public let value: String

  /// Takes both as they are; whether they may go over the wire is checked when a request is built or sent.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPHeader: Hashable {
  /// Equal when the values are the same and the names differ in case at most.
  public static func == (left: HTTPHeader, right: HTTPHeader) -> Bool {
    left.value == right.value && HTTPToken.equal(left.name, right.name)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(HTTPToken.folded(byte)) }
    hasher.combine(value)
  }
}

extension HTTPHeader: CustomStringConvertible, CustomReflectable {
  /// `Name: value`, where a credential is replaced by `<redacted>`.
  public var description: String { "\(name): \(Redaction.headerValue(value, name: name))" }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPHeader {
  /// `Accept`: the media types that the caller can read.
  public static func accept(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept", value: value) }

  /// `Accept-Charset`
  public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Charset", value: value) }

  /// `Accept-Encoding`
  public static func acceptEncoding(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Encoding", value: value) }

  /// `Accept-Language`: the languages that the person reads, best first.
  public static func acceptLanguage(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Language", value: value) }

  /// `Authorization` with the value as given.
  public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader(name: "Authorization", value: value) }

  /// `Authorization: Bearer TOKEN` (RFC 6750).
  public static func authorization(bearerToken: String) -> HTTPHeader { authorization("Bearer \(bearerToken)") }

  /// `Authorization: Basic ...` (RFC 7617), the pair in UTF-8.
  public static func authorization(username: String, password: String) -> HTTPHeader {
    authorization("Basic " + Data("\(username):\(password)".utf8).base64EncodedString())
  }

  /// `Content-Disposition`
  public static func contentDisposition(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Disposition", value: value)
  }

  /// `Content-Type`: the media type of the body.
  public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader(name: "Content-Type", value: value) }

  /// `If-None-Match`: the entity tags that the caller already holds.
  public static func ifNoneMatch(_ value: String) -> HTTPHeader { HTTPHeader(name: "If-None-Match", value: value) }

  /// `User-Agent`
  public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader(name: "User-Agent", value: value) }
}
