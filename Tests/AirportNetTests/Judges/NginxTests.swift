import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("Files, connections and limits of nginx", .judged(by: .nginx), .serialized)
struct NginxTests {
  @Test("a tag that still holds is a 304 without a body", arguments: Carrier.allCases)
  func tags(_ transport: Carrier) throws {
    let transport = transport.make()
    let url = try Judge.url("NGINX", "/small.txt")
    let first = try transport.answer(URLRequest(url))
    #expect(first.body == Data("a small file\n".utf8))
    let tag = try #require(first.headers["ETag"])
    let second = try transport.answer(URLRequest(url, headers: ["If-None-Match": tag]))
    #expect(second.statusCode == 304)
    #expect(second.body.isEmpty)
    #expect(second.headers["ETag"] == tag)
    let date = try #require(first.headers["Last-Modified"])
    #expect(try transport.answer(URLRequest(url, headers: ["If-Modified-Since": date])).statusCode == 304)
    #expect(try transport.answer(URLRequest(url, headers: ["If-None-Match": "\"other\""])).statusCode == 200)
  }

  @Test("parts of a file: one, several, none", arguments: Carrier.allCases)
  func parts(_ transport: Carrier) throws {
    let transport = transport.make()
    func part(_ range: String) throws -> HTTPResponse {
      try transport.answer(URLRequest(try Judge.url("NGINX", "/small.txt"), headers: ["Range": range]))
    }
    let one = try part("bytes=2-6")
    #expect(one.statusCode == 206)
    #expect(one.body == Data("small".utf8))
    #expect(one.headers["Content-Range"] == "bytes 2-6/13")
    let several = try part("bytes=0-0,-1")
    #expect(several.statusCode == 206)
    #expect(several.head.mediaType == "multipart/byteranges")
    #expect(try part("bytes=100-").statusCode == 416)
  }

  @Test("requests one after the other use one connection", arguments: Carrier.allCases)
  func kept(_ transport: Carrier) throws {
    let transport = transport.make()
    let url = try Judge.url("NGINX", "/small.txt")
    let connections = try (0..<20).map { _ in try transport.answer(URLRequest(url)).headers["X-Connection"] }
    #expect(connections.first != .some(nil))
    #expect(Set(connections).count == 1)
  }

  @Test("at most six connections are opened for 120 requests at once", arguments: Carrier.allCases)
  func limited(_ transport: Carrier) throws {
    let transport = transport.make()
    let request = URLRequest(try Judge.url("NGINX", "/small.txt"), timeout: 20)
    let log = Awaited<Result<HTTPResponse, NetworkError>>()
    let subscriptions = (0..<120).map { _ in log.record(transport.response(for: request)) }
    #expect(log.wait(120, seconds: 30))
    subscriptions.forEach { $0.dispose() }
    let connections = Set(log.values.compactMap { $0.value?.headers["X-Connection"] })
    #expect(log.values.allSatisfy { $0.value?.statusCode == 200 })
    // URLSession on Linux opens new ones rather than use those it has.
    #expect(transport is URLSessionTransport || connections.count <= 6, "\(connections.count)")
  }

  #if os(Linux)
    @Test("a POST gets a connection of its own making, unless it has an Idempotency-Key")
    func posts() throws {
      let transport = CurlTransport()
      let url = try Judge.url("NGINX", "/echo")
      func connection(_ headers: [String: String]) throws -> String? {
        try transport.answer(URLRequest(url, "POST", headers: headers, body: "text")).headers["X-Connection"]
      }
      let first = try connection([:])
      #expect(try connection([:]) != first)
      let keyed = ["Idempotency-Key": "1"]
      #expect(try connection(keyed) == connection(keyed))
    }

    @Test("a proxy that is named carries requests; one that is not there is refused")
    func proxy() throws {
      let url = try Judge.url("NGINX", "/small.txt")
      var configuration = CurlConfiguration()
      configuration.proxy = try Judge.url("PROXY", "").absoluteString
      let answer = try CurlTransport(configuration).answer(URLRequest(url))
      #expect(answer.headers["X-Proxied"] == "yes")
      #expect(answer.body == Data("a small file\n".utf8))
      configuration.proxy = ""
      #expect(try CurlTransport(configuration).answer(URLRequest(url)).headers["X-Proxied"] == nil)
      configuration.proxy = "http://127.0.0.1:1"
      let error = CurlTransport(configuration).outcome(URLRequest(url)).error
      #expect(error == .transport(.refused, phase: .connecting, mayHaveReachedServer: false))
    }
  #endif

  @Test("a body that is too large is answered with 413 before it is sent", arguments: Carrier.allCases)
  func tooLarge(_ transport: Carrier) throws {
    let transport = transport.make()
    let url = try Judge.url("NGINX", "/limited")
    let small = try transport.answer(URLRequest(url, "POST", body: String(repeating: "x", count: 60_000)))
    #expect(small.statusCode == 200)
    let body = String(repeating: "x", count: 20_000_000)
    let large = try transport.answer(URLRequest(url, "POST", timeout: 20, body: body))
    #expect(large.statusCode == 413)
    #expect(!large.body.isEmpty)
  }

  @Test("gzip in chunks is decoded, its tag a weak one", arguments: Carrier.allCases)
  func gzip(_ transport: Carrier) throws {
    let transport = transport.make()
    let plain = try transport.answer(URLRequest(try Judge.url("NGINX", "/numbers.txt")))
    let packed = try transport.answer(URLRequest(try Judge.url("NGINX", "/gzip/numbers.txt")))
    #expect(packed.headers["ETag"]?.hasPrefix("W/") == true)
    #expect(packed.body == plain.body)
    #expect(plain.body.count == 108_894)
  }

  @Test("a redirect of nginx leads through the session", arguments: Carrier.allCases)
  func moved(_ transport: Carrier) throws {
    let answer = try Session(transport: transport.make()).request(try Judge.url("NGINX", "/moved")).outcome().get()
    #expect(answer.body == Data("a small file\n".utf8))
  }
}
