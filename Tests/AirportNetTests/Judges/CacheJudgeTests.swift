import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("The cache over httpbin", .judged(by: .httpbin), .serialized)
struct CacheHttpbinTests {
  private let cache = HTTPCache()
  private let clock = Clock()

  /// A wall clock that a test puts forward.
  private final class Clock: @unchecked Sendable {
    // Sendable by rule: a test asks one request after the other.
    var ahead: TimeInterval = 0
  }

  private var session: Session {
    let clock = clock
    return Session(interceptors: [CacheInterceptor(cache, now: { Date(timeIntervalSinceNow: clock.ahead) })])
  }

  private func ask(_ path: String, _ headers: HTTPHeaders = [:]) throws -> HTTPResponse {
    try session.request(try Judge.url("HTTPBIN", path), headers: headers).outcome().get()
  }

  @Test("an answer that is fresh for a minute is given again, and not after it")
  func maxAge() throws {
    let first = try ask("/cache/60")
    #expect(first.headers["Cache-Control"]?.contains("max-age=60") == true)
    #expect(first.headers["Age"] == nil)
    let second = try ask("/cache/60")
    #expect(second.headers["Age"] != nil)
    #expect(second.body == first.body)
    clock.ahead = 61
    #expect(try ask("/cache/60").headers["Age"] == nil)
  }

  @Test("a tag is sent back, and the 304 serves the kept body")
  func tag() throws {
    let first = try ask("/etag/holds")
    #expect(first.statusCode == 200 && !first.body.isEmpty)
    let kept = cache.memoryBytes
    #expect(kept > 0)
    let second = try ask("/etag/holds")
    #expect(second.statusCode == 200)
    #expect(second.body == first.body)
    // The body of an unconditional request would be the same; only one that was kept has an age.
    #expect(second.headers["Age"] != nil)
  }

  @Test("a Last-Modified is sent back, and the 304 serves the kept body")
  func lastModified() throws {
    let first = try ask("/cache")
    #expect(first.headers["Last-Modified"] != nil)
    let second = try ask("/cache")
    #expect(second.statusCode == 200)
    #expect(second.body == first.body)
    #expect(second.headers["Age"] != nil)
  }

  @Test("an answer that says nothing is not kept; a change takes one away that is")
  func changes() throws {
    #expect(try ask("/get").statusCode == 200)
    #expect(cache.memoryBytes == 0)
    let path = "/response-headers?Cache-Control=max-age%3D60"
    #expect(try ask(path).headers["Age"] == nil)
    #expect(try ask(path).headers["Age"] != nil)
    _ = try session.request(try Judge.url("HTTPBIN", path), method: .post).outcome().get()
    #expect(try ask(path).headers["Age"] == nil)
  }

  @Test("another credential gets an answer of its own")
  func credentials() throws {
    let path = "/response-headers?Cache-Control=max-age%3D60"
    #expect(try ask(path, ["Authorization": "Bearer a"]).headers["Age"] == nil)
    #expect(try ask(path, ["Authorization": "Bearer a"]).headers["Age"] != nil)
    #expect(try ask(path, ["Authorization": "Bearer b"]).headers["Age"] == nil)
  }
}

@Suite("The cache over nginx", .judged(by: .nginx), .serialized)
struct CacheNginxTests {
  @Test(
    "a file is kept, on disk too, and its tag asked about",
    arguments: ["/small.txt", "/numbers.txt", "/gzip/numbers.txt"])
  func files(_ path: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = try Judge.url("NGINX", path)
    func ask() throws -> HTTPResponse {
      // A new cache each time: what is kept is on disk.
      let session = Session(interceptors: [CacheInterceptor(HTTPCache(folder: folder))])
      return try session.request(url).outcome().get()
    }
    func hasEntry() -> Bool {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      return names?.contains { $0.hasSuffix(".airportnet-cache") } ?? false
    }
    let first = try ask()
    #expect(first.statusCode == 200 && first.headers["Age"] == nil)
    let limit = Date(timeIntervalSinceNow: 20)
    while !hasEntry(), Date() < limit { usleep(2000) }
    let second = try ask()
    #expect(second.statusCode == 200)
    #expect(second.headers["Age"] != nil)
    #expect(second.body == first.body)
    // What nginx packs it calls weak, but not in a 304.
    #expect(first.headers["ETag"]?.hasSuffix(second.headers["ETag"] ?? "-") == true)
  }
}
