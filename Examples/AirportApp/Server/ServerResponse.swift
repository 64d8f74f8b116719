internal import Foundation

/// An answer as a route gives it: a pure value that knows nothing of sockets.
struct ServerResponse: Equatable {
  enum Body: Equatable {
    /// Sent with a Content-Length.
    case bytes(Data)
    /// Sent in chunks (RFC 9112, section 7.1), with trailer fields after the last one.
    case chunks([Data], trailers: [LoopbackServer.Request.Field] = [])
  }

  var status: Int
  var headers: [LoopbackServer.Request.Field] = []
  var body: Body = .bytes(Data())
  /// What goes wrong with the answer because the route was asked for it.
  var fault: LoopbackServer.Fault?

  init(status: Int, headers: [(String, String)] = [], body: Body = .bytes(Data())) {
    self.status = status
    self.headers = headers.map { LoopbackServer.Request.Field(name: $0.0, value: $0.1) }
    self.body = body
  }

  /// An answer in JSON.
  static func json(_ value: ServerJSON, status: Int = 200, headers: [(String, String)] = []) -> ServerResponse {
    ServerResponse(
      status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers,
      body: .bytes(value.data))
  }

  /// A refusal in JSON that says why: `{"status":404,"success":false,"message":"..."}`.
  static func refusal(_ status: Int, _ message: String, headers: [(String, String)] = []) -> ServerResponse {
    let body: ServerJSON = ["status": .number(Double(status)), "success": false, "message": .string(message)]
    return .json(body, status: status, headers: headers)
  }

  /// A page in HTML, as proxies and broken servers send it.
  static func html(_ status: Int, _ title: String) -> ServerResponse {
    ServerResponse(
      status: status, headers: [("Content-Type", "text/html; charset=utf-8")],
      body: .bytes(
        Data("<!DOCTYPE html>\n<html><head><title>\(title)</title></head><body>\(title)</body></html>\n".utf8)))
  }

  /// The bytes of the body without their framing.
  var bodyData: Data {
    switch body {
    case .bytes(let data): data
    case .chunks(let chunks, _): chunks.reduce(into: Data()) { $0.append($1) }
    }
  }

  /// The value of the first header line of this name, compared without case.
  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  mutating func setHeader(_ name: String, _ value: String) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append(LoopbackServer.Request.Field(name: name, value: value))
  }
}
