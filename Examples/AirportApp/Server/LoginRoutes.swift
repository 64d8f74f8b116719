internal import Foundation

/// Logging in.
///
/// - `POST /login` with email and password, as JSON or as a form. Right: 200 with
///   `{"status":200,"success":true,"message":"...","data":{"token":"...","refreshToken":"..."}}`. A wrong password, an
///   unknown email and a missing field: 400 with a refusal that says so.
/// - An email at `fault.example.com` asks for a fault by its name, whatever the password: `500@fault.example.com`,
///   `silence@...` (a timeout), `204@...`, `html500@...`, `401@...`; a number from 200 to 299 logs in with that status.
/// - `POST /token/refresh` with `refreshToken`, as JSON or as a form: 200 with a new pair, as above; the old tokens of
///   that person stop being valid. An unknown or used one: 401.
/// - `GET /me` with `Authorization: Bearer TOKEN`: 200 with `{"email":"..."}`, or 401 with a Bearer challenge.
enum LoginRoutes {
  static let routes = [
    ServerRouter.Route("POST", "/login", logIn),
    ServerRouter.Route("POST", "/token/refresh", refresh),
    ServerRouter.Route("GET", "/me", me),
  ]

  @Sendable private static func logIn(
    _ request: LoopbackServer.Request, _ state: inout ServerState
  ) -> ServerResponse {
    let fields: (email: String, password: String)
    do {
      let body = try RequestBody(request)
      fields = (try body.text("email"), try body.text("password"))
    } catch {
      return .refusal(400, error.message)
    }
    if fields.email.hasSuffix("@fault.example.com") {
      return asked(String(fields.email.prefix { $0 != "@" }), fields.email, &state)
    }
    guard state.tokens.knows(fields.email, password: fields.password) else {
      return .refusal(400, "The email or the password is wrong.")
    }
    return welcome(state.tokens.issue(to: fields.email))
  }

  private static func asked(_ name: String, _ email: String, _ state: inout ServerState) -> ServerResponse {
    if let fault = LoopbackServer.Fault(rawValue: name) {
      var response = welcome(state.tokens.issue(to: email))
      response.fault = fault
      return response
    }
    guard let status = Int(name), (200..<300).contains(status) else {
      return .refusal(400, "There is no fault \"\(name)\".")
    }
    return welcome(state.tokens.issue(to: email), status: status)
  }

  @Sendable private static func refresh(
    _ request: LoopbackServer.Request, _ state: inout ServerState
  ) -> ServerResponse {
    let token: String
    do {
      token = try RequestBody(request).text("refreshToken")
    } catch {
      return .refusal(400, error.message)
    }
    guard let pair = state.tokens.renew(token) else {
      return unauthorized("The refresh token is unknown or used up.")
    }
    return welcome(pair)
  }

  @Sendable private static func me(_ request: LoopbackServer.Request, _ state: inout ServerState) -> ServerResponse {
    guard let header = request.header("Authorization"), header.lowercased().hasPrefix("bearer ") else {
      return unauthorized("A token is needed.")
    }
    guard let email = state.tokens.owner(ofAccess: String(header.dropFirst(7))) else {
      return unauthorized("The token is not valid.")
    }
    return .json(["email": .string(email)])
  }

  private static func welcome(_ pair: TokenStore.Pair, status: Int = 200) -> ServerResponse {
    let data: ServerJSON = ["token": .string(pair.access), "refreshToken": .string(pair.refresh)]
    let body: ServerJSON = [
      "status": .number(Double(status)), "success": true, "message": "Welcome aboard.", "data": data,
    ]
    return .json(body, status: status)
  }

  private static func unauthorized(_ message: String) -> ServerResponse {
    .refusal(401, message, headers: [("WWW-Authenticate", "Bearer realm=\"airports\"")])
  }
}
