internal import Foundation

/// Routes for those who try out a client.
///
/// - any method `/echo` and below: what the server saw, as JSON: method, target, path, query, headers (pairs), body
///   (base64) and text (if it is UTF-8)
/// - any method `/status/CODE`: an answer with that status, with the text of `?body=` and the type of `?type=`
/// - `GET /bytes/N`: N bytes, the numbers 0 to 255 over and over
/// - any method `/redirect?to=URL&status=302`: a redirect
enum DiagnosticRoutes {
  static let routes = [
    ServerRouter.Route("*", "/echo/**") { request, _ in echo(request) },
    ServerRouter.Route("*", "/status/*") { request, _ in status(request) },
    ServerRouter.Route("GET", "/bytes/*") { request, _ in bytes(request) },
    ServerRouter.Route("*", "/redirect") { request, _ in redirect(request) },
  ]

  private static func echo(_ request: LoopbackServer.Request) -> ServerResponse {
    let headers = request.headers.map { ServerJSON.array([.string($0.name), .string($0.value)]) }
    return .json([
      "method": .string(request.method), "target": .string(request.target), "path": .string(request.path),
      "query": request.query.map { .string($0) } ?? .null, "headers": .array(headers),
      "body": .string(request.body.base64EncodedString()),
      "text": String(data: request.body, encoding: .utf8).map { .string($0) } ?? .null,
    ])
  }

  private static func status(_ request: LoopbackServer.Request) -> ServerResponse {
    guard let status = Int(request.segments[1]), (200...599).contains(status) else {
      return .refusal(400, "A status is a number from 200 to 599.")
    }
    let type = request.queryValue("type") ?? "text/plain; charset=utf-8"
    let body = Data((request.queryValue("body") ?? "").utf8)
    return ServerResponse(
      status: status, headers: body.isEmpty ? [] : [("Content-Type", type)], body: .bytes(body))
  }

  private static func bytes(_ request: LoopbackServer.Request) -> ServerResponse {
    guard let count = Int(request.segments[1]), (0...256 * 1024 * 1024).contains(count) else {
      return .refusal(400, "A number of bytes is from 0 to 256 MiB.")
    }
    var body = Data(0...255)
    while body.count < count { body.append(body) }
    return ServerResponse(
      status: 200, headers: [("Content-Type", "application/octet-stream")], body: .bytes(body.prefix(count)))
  }

  private static func redirect(_ request: LoopbackServer.Request) -> ServerResponse {
    let status = request.queryValue("status").flatMap { Int($0) } ?? 302
    guard (300..<400).contains(status), let to = request.queryValue("to"), !to.utf8.contains(where: { $0 < 32 }) else {
      return .refusal(400, "A redirect needs to=URL, and a status from 300 to 399.")
    }
    return .refusal(status, "Look elsewhere.", headers: [("Location", to)])
  }
}
