import AirportApp
import Foundation
import TestSupport
import Testing

@Suite("The login routes", .timeLimit(.minutes(2)))
struct LoginRouteTests {
  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try .started()
    client = try RawClient(port: server.port)
  }

  @Test("give a token for the right password, sent as JSON or as a form")
  func rightPassword() throws {
    let email = LoopbackServer.Configuration.exampleEmail
    let password = LoopbackServer.Configuration.examplePassword
    let json = try post("/login", #"{"email":"\#(email)","password":"\#(password)"}"#)
    #expect(json.status == 200)
    #expect(
      json.text
        == #"{"data":{"refreshToken":"refresh-1","token":"access-1"},"message":"Welcome aboard.","status":200,"success":true}"#
    )
    let encoded = email.replacingOccurrences(of: "@", with: "%40")
    let form = try post(
      "/login", "email=\(encoded)&password=\(password)", type: "application/x-www-form-urlencoded; charset=utf-8")
    #expect(form.status == 200)
    #expect(form.text.contains("access-2"))
  }

  @Test(
    "refuse with 400 and a message what cannot log in",
    arguments: [
      (#"{"email":"traveller@example.com","password":"wrong"}"#, "The email or the password is wrong."),
      (#"{"email":"nobody@example.com","password":"window-seat-14A"}"#, "The email or the password is wrong."),
      (#"{"email":"traveller@example.com"}"#, "password is missing."), (#"{"password":"x"}"#, "email is missing."),
      (#"{"email":1,"password":"x"}"#, "email must be text."), ("", "The body is empty."),
      ("[]", "The body is not a JSON object."), (#""text""#, "The body is not a JSON object."),
    ])
  func refusals(body: String, message: String) throws {
    let response = try post("/login", body)
    #expect(response.status == 400)
    #expect(response.text == #"{"message":"\#(message)","status":400,"success":false}"#)
  }

  @Test("say that a body is not JSON")
  func notJSON() throws {
    let response = try post("/login", #"{"email":"#)
    #expect(response.status == 400)
    #expect(response.text.contains("The body is not JSON: "))
  }

  @Test(
    "fail as the email asks for",
    arguments: [
      ("500", 500), ("401", 401), ("204", 204), ("html500", 500), ("html200", 200), ("201", 201), ("nonsense", 400),
    ])
  func asked(name: String, status: Int) throws {
    #expect(try post("/login", #"{"email":"\#(name)@fault.example.com","password":""}"#).status == status)
  }

  @Test("stay silent for the email that asks for it")
  func silence() throws {
    try send("/login", #"{"email":"silence@fault.example.com","password":""}"#)
    #expect(server.waitForRequests(1))
    #expect(!client.hasInput(within: 0.03))
  }

  @Test("let a token in until it expires, and a refresh token once")
  func refresh() throws {
    _ = try logIn()
    #expect(try me("access-1").text == #"{"email":"traveller@example.com"}"#)
    server.expireTokens()
    let expired = try me("access-1")
    #expect(expired.status == 401)
    #expect(expired.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
    let renewed = try post("/token/refresh", #"{"refreshToken":"refresh-1"}"#)
    #expect(renewed.status == 200)
    #expect(renewed.text.contains(#""token":"access-2""#))
    #expect(try me("access-2").status == 200)
    #expect(try post("/token/refresh", #"{"refreshToken":"refresh-1"}"#).status == 401)
    #expect(try post("/token/refresh", "{}").status == 400)
  }

  @Test("make the old access token invalid when a new one is given out")
  func refreshRevokes() throws {
    _ = try logIn()
    _ = try post("/token/refresh", #"{"refreshToken":"refresh-1"}"#)
    #expect(try me("access-1").status == 401)
    try client.get("/me")
    #expect(try client.readResponse().status == 401)
  }

  private func logIn() throws -> RawResponse {
    try post("/login", #"{"email":"traveller@example.com","password":"window-seat-14A"}"#)
  }

  private func me(_ token: String) throws -> RawResponse {
    try client.get("/me", "Authorization: Bearer \(token)")
    return try client.readResponse()
  }

  private func post(_ path: String, _ body: String, type: String = "application/json") throws -> RawResponse {
    try send(path, body, type: type)
    return try client.readResponse()
  }

  private func send(_ path: String, _ body: String, type: String = "application/json") throws {
    let head = "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    try client.send(head + body)
  }
}
