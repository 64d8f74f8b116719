internal import Foundation

/// What the routes of the server read and change: the posts, the tokens, the served document. A value.
struct ServerState {
  var document: ServedDocument
  var posts = PostsStore()
  var tokens: TokenStore

  init(document: ServedDocument, accounts: [String: String]) {
    self.document = document
    self.tokens = TokenStore(accounts: accounts)
  }
}

/// Finds the route for a request and lets it answer.
///
/// Routes are pure: a request and the state in, an answer and the changed state out. HEAD goes where GET goes.
struct ServerRouter {
  /// A route: a method, a path in which `*` stands for any one part and `**` for the rest, and what answers.
  struct Route {
    var method: String
    var path: String
    var answer: @Sendable (LoopbackServer.Request, inout ServerState) -> ServerResponse

    init(
      _ method: String, _ path: String,
      _ answer: @escaping @Sendable (LoopbackServer.Request, inout ServerState) -> ServerResponse
    ) {
      self.method = method
      self.path = path
      self.answer = answer
    }
  }

  private let routes: [Route]

  init(_ routes: [Route]) {
    self.routes = routes
  }

  /// All routes of the server.
  static let standard = ServerRouter(
    AirportsRoutes.routes + LoginRoutes.routes + PostsRoutes.routes + DiagnosticRoutes.routes)

  func answer(_ request: LoopbackServer.Request, _ state: inout ServerState) -> ServerResponse {
    let segments = request.segments
    let here = routes.filter { Self.matches($0.path, segments) }
    guard !here.isEmpty else { return .refusal(404, "There is nothing at \(request.path).") }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let route = here.first(where: { $0.method == method || $0.method == "*" }) else {
      let allowed = here.map(\.method).joined(separator: ", ")
      return .refusal(405, "\(request.path) takes \(allowed), not \(request.method).", headers: [("Allow", allowed)])
    }
    return route.answer(request, &state)
  }

  private static func matches(_ pattern: String, _ segments: [String]) -> Bool {
    let parts = pattern.split(separator: "/").map(String.init)
    if parts.last == "**" {
      return segments.count >= parts.count - 1 && zip(parts.dropLast(), segments).allSatisfy { $0 == "*" || $0 == $1 }
    }
    return parts.count == segments.count && zip(parts, segments).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
