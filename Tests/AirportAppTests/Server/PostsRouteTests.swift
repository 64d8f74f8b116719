import AirportApp
import Foundation
import TestSupport
import Testing

@Suite("The posts routes", .timeLimit(.minutes(2)))
struct PostsRouteTests {
  private struct Post: Codable, Equatable {
    var id: Int
    var userId: Int
    var title: String
    var body: String
  }

  private struct Comment: Codable, Equatable {
    var id: Int
    var postId: Int
    var name: String
    var email: String
    var body: String
  }

  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try .started()
    client = try RawClient(port: server.port)
  }

  @Test("list, filter and give single records")
  func read() throws {
    #expect(try decode([Post].self, "GET", "/posts").map(\.id) == Array(1...10))
    #expect(try decode([Post].self, "GET", "/posts?userId=2").map(\.id) == Array(6...10))
    #expect(try decode(Post.self, "GET", "/posts/5").title == "공항 라운지")
    #expect(try decode([Comment].self, "GET", "/posts/2/comments").map(\.id) == [4, 5, 6])
    #expect(try decode([Comment].self, "GET", "/comments?postId=2").map(\.id) == [4, 5, 6])
    #expect(try decode([Comment].self, "GET", "/comments?postId=none").isEmpty)
    #expect(try decode([Comment].self, "GET", "/comments").count == 30)
    #expect(try decode(Comment.self, "GET", "/comments/30").email == "reader30@example.com")
  }

  @Test("create a record, say where it is, and keep it")
  func create() throws {
    let response = try send("POST", "/posts", #"{"userId":7,"title":"새 글","body":"text","id":99,"extra":true}"#)
    #expect(response.status == 201)
    #expect(response.header("Location") == "/posts/11")
    let post = Post(id: 11, userId: 7, title: "새 글", body: "text")
    #expect(try JSONDecoder().decode(Post.self, from: response.body) == post)
    #expect(try decode(Post.self, "GET", "/posts/11") == post)
    #expect(try decode(Post.self, "POST", "/posts", #"{"title":"a","body":"b"}"#).userId == 1)
  }

  @Test("create comments below their post and beside it")
  func createComment() throws {
    let fields = #""name":"n","email":"e@example.com","body":"b""#
    #expect(try decode(Comment.self, "POST", "/posts/3/comments", "{\(fields)}").postId == 3)
    #expect(try decode(Comment.self, "POST", "/comments", "{\"postId\":4,\(fields)}").id == 32)
    #expect(try send("POST", "/posts/99/comments", "{\(fields)}").status == 404)
    let orphan = try send("POST", "/comments", "{\"postId\":99,\(fields)}")
    #expect(orphan.status == 400)
    #expect(orphan.text.contains("There is no post 99."))
  }

  @Test("replace a record with PUT, and change a part of it with PATCH")
  func change() throws {
    let put = try decode(Post.self, "PUT", "/posts/1", #"{"userId":3,"title":"t","body":"b"}"#)
    #expect(put == Post(id: 1, userId: 3, title: "t", body: "b"))
    let patched = try decode(Post.self, "PATCH", "/posts/1", #"{"title":"u"}"#)
    #expect(patched == Post(id: 1, userId: 3, title: "u", body: "b"))
    #expect(try decode(Post.self, "GET", "/posts/1") == patched)
    #expect(try send("PUT", "/posts/1", #"{"title":"t"}"#).text.contains("body is missing."))
  }

  @Test("delete a record once, with its comments")
  func delete() throws {
    let response = try send("DELETE", "/posts/1")
    #expect(response.status == 204)
    #expect(response.body.isEmpty)
    #expect(try send("DELETE", "/posts/1").status == 404)
    #expect(try send("GET", "/posts/1").status == 404)
    #expect(try decode([Comment].self, "GET", "/comments?postId=1").isEmpty)
    #expect(try decode([Comment].self, "GET", "/comments").count == 27)
    #expect(try send("DELETE", "/comments/4").status == 204)
  }

  @Test(
    "answer 404 in JSON for what is not there",
    arguments: ["/posts/99", "/posts/x", "/posts/-1", "/posts/99/comments", "/nothing"])
  func missing(path: String) throws {
    let response = try send("GET", path)
    #expect(response.status == 404)
    #expect(response.text == #"{"message":"There is nothing at \#(path).","status":404,"success":false}"#)
  }

  @Test(
    "answer 405 with what is allowed",
    arguments: [("DELETE", "/posts", "GET, POST"), ("POST", "/posts/1", "GET, PUT, PATCH, DELETE")])
  func notAllowed(method: String, path: String, allowed: String) throws {
    let response = try send(method, path)
    #expect(response.status == 405)
    #expect(response.header("Allow") == allowed)
  }

  @Test(
    "answer 400 naming the fault of a body, and change nothing",
    arguments: [
      ("", "The body is empty."), ("[1]", "The body is not a JSON object."), ("{", "The body is not JSON: "),
      ("{}", "title is missing."), (#"{"title":"a"}"#, "body is missing."),
      (#"{"title":1,"body":"b"}"#, "title must be text."), (#"{"title":null,"body":"b"}"#, "title must be text."),
      (#"{"title":"a","body":"b","userId":"one"}"#, "userId must be a whole number."),
      (#"{"title":"a","body":"b","userId":1.5}"#, "userId must be a whole number."),
    ])
  func badBodies(body: String, message: String) throws {
    let response = try send("POST", "/posts", body)
    #expect(response.status == 400)
    #expect(response.text.contains(message))
    #expect(try decode([Post].self, "GET", "/posts").count == 10)
  }

  @Test("start anew with every server")
  func independent() throws {
    _ = try send("DELETE", "/posts/1")
    let other = try LoopbackServer.started()
    let otherClient = try RawClient(port: other.port)
    try otherClient.get("/posts/1")
    #expect(try otherClient.readResponse().status == 200)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ method: String, _ path: String, _ body: String? = nil
  ) throws -> Value {
    try JSONDecoder().decode(type, from: send(method, path, body).body)
  }

  private func send(_ method: String, _ path: String, _ body: String? = nil) throws -> RawResponse {
    let length = body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n" } ?? ""
    try client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(length)\r\n\(body ?? "")")
    return try client.readResponse()
  }
}
