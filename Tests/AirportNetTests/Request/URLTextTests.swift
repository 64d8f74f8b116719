import Foundation
import Testing

@testable import AirportNet

@Suite("Joining addresses")
struct URLTextTests {
  @Test(
    "A base and a route's path meet in exactly one slash, query and fragment stay",
    arguments: [
      ("http://a.test", "airports.json", "http://a.test/airports.json"),
      ("http://a.test/", "airports.json", "http://a.test/airports.json"),
      ("http://a.test/", "/airports.json", "http://a.test/airports.json"),
      ("http://a.test//", "//airports.json", "http://a.test/airports.json"),
      ("http://a.test/v1", "airports/", "http://a.test/v1/airports/"),
      ("http://a.test/v1", "", "http://a.test/v1"), ("http://a.test/v1/", "", "http://a.test/v1/"),
      ("http://a.test", "", "http://a.test"), ("http://a.test", "/", "http://a.test"),
      ("http://a.test?k=1", "x", "http://a.test/x?k=1"), ("http://a.test/v1?k=1#f", "x", "http://a.test/v1/x?k=1#f"),
      ("http://a.test?k=1", "x?b=2", "http://a.test/x?k=1&b=2"),
      ("http://a.test?k=1&", "?b=2", "http://a.test?k=1&b=2"),
      ("http://a.test?", "x?b=2", "http://a.test/x?b=2"), ("http://a.test#f", "x#g", "http://a.test/x#g"),
      (
        "http://a.test/", "airports?q=New York&iata[]=인천",
        "http://a.test/airports?q=New%20York&iata%5B%5D=%EC%9D%B8%EC%B2%9C"
      ),
      ("http://a.test/", "인천/a b", "http://a.test/%EC%9D%B8%EC%B2%9C/a%20b"),
      ("http://a.test/", "a%20b/100%/%zz", "http://a.test/a%20b/100%25/%25zz"),
      ("http://a.test/a b", "x", "http://a.test/a%20b/x"), ("http://a.test/a//b", "x", "http://a.test/a//b/x"),
      ("HTTPS://Airports.Test/Path", "X", "https://airports.test/Path/X"),
      ("http://Kim:p%40w@A.test:8080", "x", "http://Kim:p%40w@a.test:8080/x"),
      ("http://a.test:/x", "y", "http://a.test/x/y"), ("http://[::1]:80/", "x", "http://[::1]:80/x"),
      ("http://[FE80::1%25en0]", "x", "http://[fe80::1%25en0]/x"),
      ("http://127.0.0.1:65535", "x", "http://127.0.0.1:65535/x"),
      ("http://인천.test/", "x", "http://xn--lu5b27g.test/x"),
      ("http://%EC%9D%B8%EC%B2%9C.test", "x", "http://xn--lu5b27g.test/x"),
      ("http://a_b.test", "x", "http://a_b.test/x"), ("http://a.test.", "x", "http://a.test./x"),
    ])
  func routes(base: String, path: String, expected: String) throws {
    var address = try URLText(base)
    try address.append(path: path)
    #expect(try address.url().absoluteString == expected)
    #expect(try URLText.joined(base, path).absoluteString == expected)
  }

  @Test("A base and a path joined at one look give what taking them apart gives, over every pair of odd parts")
  func joinedAtOneLook() throws {
    let bases = [
      "http://a.test", "http://a.test/", "http://a.test//", "http://a.test/1", "https://a.test:80/v1/",
      "http://a.test?k=1", "http://a.test#f",
    ]
    let parts = ["", "/", "?", "#", "x", ".", "..", "%2e", "%", "é", "?b=2", "a.b", "//", "x/.y", "a b", "&", "[", ":"]
    var joined = 0
    for base in bases {
      for first in parts {
        for second in parts {
          guard let text = URLText.joinedIfNormal(base, first + second) else { continue }
          joined += 1
          var address = try URLText(base)
          try address.append(path: first + second)
          #expect(text == address.text, "\(base) and \(first + second)")
        }
      }
    }
    #expect(joined > 100)
  }

  @Test(
    "Path segments are data: what is inside them is escaped, once",
    arguments: [
      ("http://a.test", ["posts", "1", "comments"], "http://a.test/posts/1/comments"),
      ("http://a.test/", ["/posts/", "/1"], "http://a.test/posts/1"), ("http://a.test/v1/", [], "http://a.test/v1/"),
      ("http://a.test/v1", ["", "posts", ""], "http://a.test/v1/posts"),
      ("http://a.test", ["posts/"], "http://a.test/posts/"),
      ("http://a.test", ["인천 공항"], "http://a.test/%EC%9D%B8%EC%B2%9C%20%EA%B3%B5%ED%95%AD"),
      ("http://a.test", ["a?b", "c#d", "e%f", "g%20h", "i/j"], "http://a.test/a%3Fb/c%23d/e%25f/g%2520h/i%2Fj"),
      ("http://a.test", ["✈️"], "http://a.test/%E2%9C%88%EF%B8%8F"),
      ("http://a.test", ["a\r\nb"], "http://a.test/a%0D%0Ab"),
      ("http://a.test", ["a:b@c;d=e,f+g&h"], "http://a.test/a:b@c;d=e,f+g&h"),
      ("http://a.test?k=1#f", ["x"], "http://a.test/x?k=1#f"), ("http://a.test", ["..."], "http://a.test/..."),
    ])
  func segments(base: String, segments: [String], expected: String) throws {
    var address = try URLText(base)
    try address.append(segments: segments)
    #expect(try address.url().absoluteString == expected)
  }

  @Test(
    "What is no http address is refused, and the error quotes it",
    arguments: [
      "", "airports.json", "/airports", "//a.test/x", "a.test/x", "ftp://a.test", "file:///etc/x", "http:a.test",
      "http://",
      "http:///x", "http://?q", "http://:80/", "http://a b/", "http://a.test:99999/", "http://a.test:x/",
      "http://a.test:-1",
      "http://[::1", "http://[::1]x/", "http://[zz::1]/", "http://[1]/", "http://[]/", "http://a\nb/",
      "http://a.test\r\n",
      "http://a\u{0}b/", "http://%0d%0aevil/", "http://a|b/", "http://a<b/", "http://.a/", "http://a..b/",
      "http://a\\b/",
      "http://%zz/", " http://a.test/", "http://가\u{A0}나/",
    ])
  func refused(text: String) {
    do {
      let url = try text.asURL()
      Issue.record("built \(url)")
    } catch {
      guard case .invalidRequest(.url(let quoted, let reason)) = error else {
        Issue.record("threw \(error)")
        return
      }
      #expect(quoted == text || text.contains("가"))
      #expect(!reason.isEmpty)
    }
  }

  @Test("A segment that would leave the base is refused", arguments: [".", "..", "/../"])
  func dotSegments(segment: String) throws {
    var address = try URLText("http://a.test/v1")
    #expect(throws: NetworkError.self) { try address.append(segments: ["users", segment]) }
    #expect(throws: NetworkError.self) { try address.append(path: "users/\(segment)") }
    #expect(throws: NetworkError.self) { try address.append(path: "users/%2E%2e") }
  }

  @Test(
    "What looks normal at a glance comes out of the full reading as it is",
    arguments: [
      "http://a.test", "https://a.test/x/y?q=a%20b&c=1", "http://127.0.0.1:8080/airports.json", "http://a-1.test?x",
      "http://a.test/", "http://a.test/?", "http://a.test:/x", "http://a.test:65536", "http://a.test:123456",
      "http://a..b",
      "http://.a", "http://a.", "http://A.test", "http://", "https:/", "http", "", "ftp://a", "httpss://a",
      "http://a.test/%zz",
      "http://a.test/%2", "http://a.test/a b", "http://a.test/x#f", "http://a.test/가", "http://a@b.test",
      "http://a.test\u{0}",
      "http://a.test:", "http://:80", "http://a.test/[",
    ])
  func glance(text: String) throws {
    if URLText.isNormal(text) {
      #expect(try URLText(text).text == text)
      #expect(try text.asURL().absoluteString == text)
    } else {
      #expect((try? URLText(text).text) != text || text.hasSuffix("#f") || text.contains("@") || text.hasSuffix("a."))
    }
  }

  @Test("Taking an address apart again changes nothing")
  func idempotent() throws {
    for text in ["HTTP://A.test/가 나?q=[1]#x y", "http://a.test/100%?a=%", "http://인천.test"] {
      let once = try text.asURL()
      #expect(try once.absoluteString.asURL() == once)
    }
  }

  @Test("Whatever is thrown at it, an address that comes out has the host that was checked, and stays as it is")
  func random() throws {
    let pieces = [
      "http", "https", "HTTP", ":", "/", "//", "://", "?", "#", "@", "[", "]", "%", "%2F", "%00", "%0d%0a", ".", "..",
      " ",
      "\r\n", "\t", "\u{0}", "\\", "a", "Z", "가", "é", "e\u{301}", "✈️", "test", "a.test", "[::1]", ":80", "&", "=", "+",
      ";", "|", "<", "\"", "`", "\u{202E}", "\u{FF0F}", "\u{3002}", "xn--", "-", "_", "~",
    ]
    var generator = SplitMix(state: 42)
    var built = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...8, using: &generator)
      let tail = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let text = Bool.random(using: &generator) ? "http://" + tail : "https://a.test" + tail
      guard let url = try? text.asURL() else { continue }
      built += 1
      let absolute = url.absoluteString
      #expect(try absolute.asURL().absoluteString == absolute, "\(text.debugDescription)")
      #expect(URL(string: absolute)?.host == url.host)
      let host = try #require(url.host, "\(text.debugDescription)")
      #expect(
        host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@\\ <>|".utf8.contains($0) }, "\(text.debugDescription)")
      #expect(host == host.lowercased())
      #expect(absolute.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
    #expect(built > 2000)
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
