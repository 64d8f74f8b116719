internal import Foundation

/// Turns an answer into the bytes that go over the wire (RFC 9112).
///
/// HEAD gets the head of the same GET and no body; 1xx, 204 and 304 never have a body; HTTP/1.0 never gets chunks.
enum ResponseWriter {
  /// The head and the framed body of an answer, apart, so that faults can be put in between.
  static func write(
    _ response: ServerResponse, to request: LoopbackServer.Request, keepAlive: Bool
  ) -> (head: Data, body: [Data]) {
    var lines = response.headers
    var body: [Data] = []
    switch response.body {
    case _ where !mayHaveBody(response.status):
      break
    case .chunks(let chunks, let trailers) where request.isVersion11:
      lines.append(.init(name: "Transfer-Encoding", value: "chunked"))
      body = chunks.filter { !$0.isEmpty }.map(chunk) + [lastChunk(trailers)]
    default:
      let data = response.bodyData
      lines.append(.init(name: "Content-Length", value: String(data.count)))
      body = [data]
    }
    lines.append(.init(name: "Date", value: HTTPDate.text(Date())))
    if keepAlive != request.isVersion11 {
      lines.append(.init(name: "Connection", value: keepAlive ? "keep-alive" : "close"))
    }
    let head = self.head(response.status, lines)
    return (head, request.method == "HEAD" ? [] : body.filter { !$0.isEmpty })
  }

  /// A status line and header lines, with the empty line that ends them.
  static func head(_ status: Int, _ lines: [LoopbackServer.Request.Field]) -> Data {
    let text = lines.reduce("HTTP/1.1 \(status) \(reason(status))\r\n") { $0 + "\($1.name): \($1.value)\r\n" }
    return Data((text + "\r\n").utf8)
  }

  static func chunk(_ data: Data) -> Data {
    Data((String(data.count, radix: 16) + "\r\n").utf8) + data + Data("\r\n".utf8)
  }

  private static func lastChunk(_ trailers: [LoopbackServer.Request.Field]) -> Data {
    Data((trailers.reduce("0\r\n") { $0 + "\($1.name): \($1.value)\r\n" } + "\r\n").utf8)
  }

  private static func mayHaveBody(_ status: Int) -> Bool {
    status >= 200 && status != 204 && status != 304
  }

  private static func reason(_ status: Int) -> String {
    reasons[status] ?? "Status \(status)"
  }

  private static let reasons = [
    100: "Continue", 102: "Processing", 103: "Early Hints", 200: "OK", 201: "Created", 202: "Accepted",
    204: "No Content", 205: "Reset Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 413: "Content Too Large", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]
}
