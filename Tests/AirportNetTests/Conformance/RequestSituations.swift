import AirportNet
import Foundation

extension Situation {
  private static func sends(
    _ name: String, _ method: String = "GET", target: String = "/", seen: [String], unseen: [String] = [],
    _ change: (inout Situation) -> Void = { _ in }
  ) -> Situation {
    answer(name, hello, .ok(method == "HEAD" ? "" : "hello")).with {
      ($0.method, $0.target, $0.seen, $0.unseen) = (method, target, seen, unseen)
      change(&$0)
    }
  }

  /// What the server sees of requests.
  static let requests = list {
    sends("a GET", seen: ["Accept: */*"], unseen: ["Content-Length", "Content-Type", "Cookie", "Expect"])
    sends("a POST with a body", "POST", seen: ["Content-Length: 4", "\r\n\r\nbody"], unseen: ["Expect"]) {
      $0.body = Data("body".utf8)
    }
    sends("a POST without a body", "POST", seen: ["Content-Length: 0"])
    sends("a PUT without a body", "PUT", seen: ["Content-Length: 0"])
    sends("a PATCH with a body", "PATCH", seen: ["Content-Length: 4", "\r\n\r\nbody"]) { $0.body = Data("body".utf8) }
    sends("a DELETE", "DELETE", seen: [], unseen: ["chunked"])
    sends("a DELETE with a body", "DELETE", seen: ["Content-Length: 4", "\r\n\r\nbody"]) { $0.body = Data("body".utf8) }
    sends("OPTIONS", "OPTIONS", seen: [])
    sends("a method of its own", "PROPFIND", seen: ["Depth: 1"]) { $0.headers = ["Depth": "1"] }
    sends("a type of its own", "POST", seen: ["Content-Type: text/x-note"]) {
      ($0.headers, $0.body) = (["Content-Type": "text/x-note"], Data("body".utf8))
    }
    sends("fields of its own", seen: ["X-A: b c", "User-Agent: walker/1", "Accept: text/html"]) {
      $0.headers = ["X-A": "b c", "User-Agent": "walker/1", "Accept": "text/html"]
    }
    sends("an empty field", seen: ["X-A:"]) { $0.headers = ["X-A": ""] }
    sends("an encoding of its own", seen: ["Accept-Encoding: identity"]) {
      $0.headers = ["Accept-Encoding": "identity"]
    }
    sends("a length that is not its body's", "POST", seen: ["Content-Length: 4"], unseen: ["Content-Length: 9"]) {
      ($0.headers, $0.body) = (["Content-Length": "9"], Data("body".utf8))
    }
    sends("a length without a body", seen: [], unseen: ["Content-Length"]) { $0.headers = ["Content-Length": "9"] }
    sends("a framing that is the transport's business", "POST", seen: ["Content-Length: 4"], unseen: ["chunked"]) {
      ($0.headers, $0.body) = (["Transfer-Encoding": "chunked"], Data("body".utf8))
    }
    sends("a path with escapes and a query", target: "/a%20b/%EC%9D%B8/c%2Fd?x=1&y=%26#s", seen: []) {
      $0.target = "/a%20b/%EC%9D%B8/c%2Fd?x=1&y=%26"
    }
    sends("dots in the path", target: "/a/../b/./c", seen: []).foundation(.target("/b/c"))
    sends("a user and a password", seen: ["Authorization: Basic dXNlcjpwYSBzcw=="], unseen: ["user", "@"]) {
      $0.userInfo = "user:pa%20ss@"
    }
    sends("a user without a password", seen: ["Authorization: Basic dXNlcjo="]) { $0.userInfo = "user@" }
    sends(
      "a user, and an Authorization of its own", seen: ["Authorization: Bearer t"], unseen: ["Basic"]
    ) { ($0.userInfo, $0.headers) = ("user:pass@", ["Authorization": "Bearer t"]) }
    sends("a body of one megabyte", "PUT", seen: ["Content-Length: 1000000"], unseen: ["Expect"]) {
      $0.body = Data(count: 1_000_000)
    }
  }
}
