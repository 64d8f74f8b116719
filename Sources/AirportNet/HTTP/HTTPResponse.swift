public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The first part of an answer: status and header fields, known before the body has come.
public struct HTTPResponseHead: Sendable, Hashable {
  /// The status code, 100 to 599.
  public var statusCode: Int
  /// The fields, in the order and with the repeats of the wire.
  public var headers: HTTPHeaders
  /// The address that answered; after redirects the last one.
  public var url: URL?

  /// Takes its parts as they are.
  public init(statusCode: Int, headers: HTTPHeaders = [:], url: URL? = nil) {
    self.statusCode = statusCode
    self.headers = headers
    self.url = url
  }

  /// The length of the body in bytes that the server announced; nil when unknown or malformed.
  ///
  /// With a Content-Encoding it is the length before decoding.
  public var contentLength: Int64? {
    // Equal repeats are one value (RFC 9110 section 8.6); different ones are none.
    let lengths = headers.values(for: "Content-Length").flatMap { $0.split(separator: ",") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard let first = lengths.first, Set(lengths).count == 1, first.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    return Int64(first)
  }

  /// The media type of the body in lower case and without parameters, such as `application/json`.
  public var mediaType: String? {
    headers.values(for: "Content-Type").first.flatMap { $0.split(separator: ";").first }
      .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }
}

/// A whole answer, as transports and interceptors pass it on.
///
/// It is a value of our own: building an `HTTPURLResponse` costs as much as the rest of a small call, so that is made
/// only when `urlResponse` is read.
public struct HTTPResponse: Sendable, Hashable {
  /// Status, header fields and address.
  public var head: HTTPResponseHead
  /// The body, decoded from its Content-Encoding; empty when there was none.
  public var body: Data
  /// The method of the request that was answered; after redirects the last one.
  public var method: HTTPMethod
  /// How many times the request was sent until this answer came, at least 1.
  public var attempts: Int
  /// Where the body is, when the call asked for a file; `body` is then empty.
  public var file: URL?
  /// Where the time went, when the transport measured it.
  public var metrics: TransferMetrics?

  /// Takes its parts as they are.
  public init(
    head: HTTPResponseHead, body: Data = Data(), method: HTTPMethod = .get, attempts: Int = 1,
    metrics: TransferMetrics? = nil
  ) {
    self.head = head
    self.body = body
    self.method = method
    self.attempts = attempts
    self.metrics = metrics
  }

  /// Takes its parts one by one.
  public init(
    statusCode: Int, headers: HTTPHeaders = [:], url: URL? = nil, body: Data = Data(), method: HTTPMethod = .get,
    attempts: Int = 1
  ) {
    let head = HTTPResponseHead(statusCode: statusCode, headers: headers, url: url)
    self.init(head: head, body: body, method: method, attempts: attempts)
  }

  /// The status code, 100 to 599.
  public var statusCode: Int { head.statusCode }
  /// The fields, in the order and with the repeats of the wire.
  public var headers: HTTPHeaders { head.headers }
  /// The address that answered; after redirects the last one.
  public var url: URL? { head.url }

  /// True where the rules of HTTP allow no body: an answer to HEAD, 1xx, 204, 205 and 304 (RFC 9110 section 6.4.1).
  public var forbidsBody: Bool {
    method == .head || statusCode < 200 || statusCode == 204 || statusCode == 205 || statusCode == 304
  }

  /// The body, and nothing where the rules of HTTP allow none.
  var content: Data { forbidsBody ? Data() : body }

  /// Foundation's form of the answer, built anew at every reading; nil when no address is known.
  public var urlResponse: HTTPURLResponse? {
    url.flatMap {
      HTTPURLResponse(url: $0, statusCode: statusCode, httpVersion: "HTTP/1.1", headerFields: headers.dictionary)
    }
  }
}
