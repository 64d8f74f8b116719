import AirportNet
import Foundation
import Testing

@Suite("Routers")
struct HttpRouterTests {
  struct Route: HttpRouter {
    var baseUrlString = "https://airports.test/v1"
    var path = "airports.json"
    var method = HTTPMethod.get
    var headers: HTTPHeaders?
    var parameters: Parameters?
    var json: String?
    func body() throws -> Data? { json.map { Data($0.utf8) } }
  }

  enum Minimal: HttpRouter {
    case list
    var baseUrlString: String { "https://airports.test" }
    var path: String { "airports.json" }
    var method: HTTPMethod { .get }
  }

  @MainActor
  final class Screen {
    var text = "seoul"
    func request() throws -> URLRequest { try Route(parameters: ["q": text]).asURLRequest() }
  }

  @Test("A router needs no more than base, path and method")
  func minimal() throws {
    let request = try Minimal.list.asURLRequest()
    #expect(request.url?.absoluteString == "https://airports.test/airports.json")
    #expect(request.method == .get)
    #expect(request.httpBody == nil)
    #expect(request.headers.isEmpty)
    #expect(Minimal.list.urlRequest == request)
  }

  @Test(
    "Parameters are really sent: in the query for GET, HEAD and DELETE", arguments: [HTTPMethod.get, .head, .delete])
  func query(method: HTTPMethod) throws {
    let request = try Route(method: method, parameters: ["q": "인천", "limit": 5]).asUrlRequest()
    #expect(request.url?.absoluteString == "https://airports.test/v1/airports.json?limit=5&q=%EC%9D%B8%EC%B2%9C")
    #expect(request.httpBody == nil)
  }

  @Test("Parameters are really sent: as a JSON body otherwise", arguments: [HTTPMethod.post, .put, .patch])
  func body(method: HTTPMethod) throws {
    let request = try Route(method: method, parameters: ["code": "ICN"]).asUrlRequest()
    #expect(request.httpBody == Data(#"{"code":"ICN"}"#.utf8))
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.url?.query == nil)
  }

  @Test("Where there is a body of its own, the parameters go to the query")
  func ownBody() throws {
    let request = try Route(method: .post, parameters: ["dry": true], json: "[1]").asUrlRequest()
    #expect(request.httpBody == Data("[1]".utf8))
    #expect(request.url?.query == "dry=1")
    #expect(request.headers["Content-Type"] == "application/json")
  }

  @Test("The encoding is the router's to choose")
  func ownEncoding() throws {
    struct Form: HttpRouter {
      let baseUrlString = "https://airports.test"
      let path = "login"
      let method = HTTPMethod.post
      let parameters: Parameters? = ["on": true]
      let encoding: any ParameterEncoding = URLEncoding(destination: .httpBody, boolEncoding: .literal)
    }
    #expect(try Form().asURLRequest().httpBody == Data("on=true".utf8))
  }

  @Test("A query in the path stays a query")
  func queryInPath() throws {
    let request = try Route(path: "/airports?sort=name", parameters: ["limit": 1]).asUrlRequest()
    #expect(request.url?.absoluteString == "https://airports.test/v1/airports?sort=name&limit=1")
  }

  @Test("A request that a router builds itself is the one that is sent")
  func ownRequest() throws {
    struct Own: HttpRouter {
      let baseUrlString = ""
      let path = ""
      let method = HTTPMethod.get
      func asUrlRequest() throws -> URLRequest { try URLRequest(url: "http://own.test", method: .put) }
    }
    #expect(try Own().asURLRequest().url?.absoluteString == "http://own.test")
  }

  @Test("A fault is thrown, not printed: bad base, bad header, the router's own error")
  func faults() {
    struct Refusal: Error, Equatable {}
    struct Refusing: HttpRouter {
      let baseUrlString = "http://a.test"
      let path = ""
      let method = HTTPMethod.post
      func body() throws -> Data? { throw Refusal() }
    }
    #expect(throws: NetworkError.self) { try Route(baseUrlString: "not a base").asURLRequest() }
    #expect(throws: NetworkError.self) { try Route(headers: ["X": "a\r\nb"]).asURLRequest() }
    #expect(throws: NetworkError.self) { try Route(parameters: ["x": Double.nan]).asURLRequest() }
    #expect(throws: Refusal()) { try Refusing().asURLRequest() }
  }

  @Test("A main-actor screen describes its calls as it likes")
  func fromMainActor() async throws {
    let url = try await Screen().request().url
    #expect(url?.query == "q=seoul")
  }
}
