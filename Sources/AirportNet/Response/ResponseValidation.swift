#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension HTTPResponse {
  /// Passes when the status is one of those given.
  /// - Throws: `NetworkError.status` with the header fields and the body of the answer.
  public func validate(statusCode acceptable: some Sequence<Int>) throws(NetworkError) {
    try ResponseValidation.statusCode(acceptable).check(self)
  }

  /// Passes when the media type is one of those given, such as `application/json` or `image/*`; an answer without a
  /// body or without a Content-Type passes.
  /// - Throws: `NetworkError.undecodable` with the body of the answer.
  public func validate(contentType acceptable: some Sequence<String>) throws(NetworkError) {
    try ResponseValidation.contentType(acceptable).check(self)
  }

  /// Passes when the status is 200..<300 and the media type is one that the request's Accept allows.
  /// - Throws: `NetworkError.status` or `NetworkError.undecodable`, with the body of the answer.
  public func validate(for request: URLRequest? = nil) throws(NetworkError) {
    try ResponseValidation.usual.check(self, for: request)
  }
}

/// One condition that an answer must meet before it is decoded; a value that a request keeps until its answer comes.
public struct ResponseValidation: Sendable {
  private let rule: @Sendable (HTTPResponse, URLRequest?) throws(NetworkError) -> Void

  private init(_ rule: @escaping @Sendable (HTTPResponse, URLRequest?) throws(NetworkError) -> Void) {
    self.rule = rule
  }

  /// Passes or says why not; the body of the answer is kept in the error.
  public func check(_ response: HTTPResponse, for request: URLRequest? = nil) throws(NetworkError) {
    try rule(response, request)
  }

  /// The status is one of those given: a range such as `200..<400`, an array, `200...`.
  public static func statusCode(_ acceptable: some Sequence<Int>) -> ResponseValidation {
    let contains: @Sendable (Int) -> Bool
    switch acceptable {
    case let range as Range<Int>: contains = { range.contains($0) }
    case let range as ClosedRange<Int>: contains = { range.contains($0) }
    case let range as PartialRangeFrom<Int>: contains = { range.contains($0) }
    default:
      // The caller's sequence may have no end; no set of status codes is longer than this.
      let codes = Set(acceptable.prefix(1000))
      contains = { codes.contains($0) }
    }
    return ResponseValidation { (response, _) throws(NetworkError) in
      guard contains(response.statusCode) else { throw .status(.init(response)) }
    }
  }

  /// The media type is one of those given; an answer without a body or without a Content-Type passes.
  public static func contentType(_ acceptable: some Sequence<String>) -> ResponseValidation {
    let ranges = acceptable.compactMap(MediaRange.init)
    return ResponseValidation { (response, _) throws(NetworkError) in try check(response, ranges) }
  }

  /// The media type is one that the request's Accept allows; without an Accept every one is.
  public static var accepted: ResponseValidation {
    ResponseValidation { (response, request) throws(NetworkError) in
      guard let accept = request?.value(forHTTPHeaderField: "Accept") else { return }
      try check(response, accept.split(separator: ",").compactMap { MediaRange(String($0)) })
    }
  }

  /// The status is 200..<300 and the media type is one that the request's Accept allows.
  public static let usual: ResponseValidation = {
    let status = statusCode(200..<300)
    return ResponseValidation { (response, request) throws(NetworkError) in
      try status.check(response)
      try accepted.check(response, for: request)
    }
  }()

  /// A condition of the caller's own; an error that is no NetworkError becomes `undecodable` and is quoted.
  public static func custom(_ condition: @escaping @Sendable (HTTPResponse) throws -> Void) -> ResponseValidation {
    ResponseValidation { (response, _) throws(NetworkError) in
      do {
        try condition(response)
      } catch let error as NetworkError {
        throw error
      } catch {
        throw .undecodable(.init(reason: "\(error)", type: "valid answer", response: response))
      }
    }
  }

  private static func check(_ response: HTTPResponse, _ ranges: [MediaRange]) throws(NetworkError) {
    guard !ranges.isEmpty, !response.body.isEmpty || response.file != nil, !response.forbidsBody,
      let type = response.head.mediaType
    else {
      return
    }
    guard !ranges.contains(where: { $0.contains(type) }) else { return }
    let wanted = ranges.map(\.text).joined(separator: ", ")
    throw .undecodable(.init(reason: "its Content-Type is \(type)", type: wanted, response: response))
  }
}

private struct MediaRange: Sendable {
  let text: String

  // Nil for what is empty or refused by `q=0`.
  init?(_ text: String) {
    let parts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    guard let type = parts.first, !type.isEmpty else { return nil }
    let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
    guard quality != 0 else { return nil }
    self.text = type
  }

  func contains(_ type: String) -> Bool {
    text == "*/*" || text == "*" || text == type || (text.hasSuffix("/*") && type.hasPrefix(text.dropLast()))
  }
}
