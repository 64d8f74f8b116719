import AirportNet

extension Situation {
  /// Status and body in every combination: an answer is an answer, whatever its status.
  static let statuses = list {
    for code in statusCodes {
      for (name, framing, body) in framings {
        answer("\(code) with \(name)", "HTTP/1.1 \(code) Reason\r\n\(framing)", .ok(body, status: code))
      }
    }
  }

  private static let statusCodes = [
    200, 201, 202, 206, 226, 299, 300, 400, 401, 403, 404, 409, 413, 416, 418, 429, 451, 500, 501, 503, 599,
  ]

  private static let framings: [(name: String, framing: String, body: String)] = [
    ("an empty body", "Content-Length: 0\r\n\r\n", ""), ("a length", "Content-Length: 5\r\n\r\nhello", "hello"),
    ("chunks", "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "hello"),
    ("a body until the close", "Connection: close\r\n\r\nhello", "hello"),
  ]

  /// Answers without a body, and interim ones.
  static let bodiless = list {
    answer("204", "HTTP/1.1 204 No Content\r\n\r\n", .ok(status: 204))
    answer("204 that claims a length", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", .ok(status: 204))
    answer("205", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", .ok(status: 205))
    answer("304", "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n", .ok(status: 304))
    answer("304 with a length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", .ok(status: 304))
    answer("HEAD with a length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", .ok()).with { $0.method = "HEAD" }
    answer("HEAD with chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .ok())
      .with { $0.method = "HEAD" }
    answer("HEAD and 404", "HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n", .ok(status: 404))
      .with { $0.method = "HEAD" }
    answer("HEAD and gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n", .ok())
      .with { $0.method = "HEAD" }
    answer("100 before the answer", "HTTP/1.1 100 Continue\r\n\r\n\(hello)", .ok("hello"))
    answer("103 before the answer", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\(hello)", .ok("hello"))
      .with { $0.fields = ["Link": []] }
    answer(
      "100, 102 and 103 before the answer",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n\(hello)",
      .ok("hello"))
    answer(
      "twenty interim answers",
      String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 20) + hello, .ok("hello"))
    answer("an interim answer and a close", "HTTP/1.1 103 Early Hints\r\n\r\n", .lostBefore)
    answer("101 that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nabc", .badHead)
      .foundation(.ending(.bad))
  }

  /// An answer that is as it should be.
  static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

  /// 401 and 407 without a credential: the answer is delivered, whatever it asks for.
  static let challenges = list {
    for challenge in schemes {
      for (code, name) in [(401, "WWW-Authenticate"), (407, "Proxy-Authenticate")] {
        answer(
          "\(code) with \(challenge)",
          "HTTP/1.1 \(code) No\r\n\(name): \(challenge)\r\nContent-Length: 4\r\n\r\nnope", .ok("nope", status: code)
        ).with {
          $0.fields = [name: [challenge]]
          $0.unseen = ["uthorization"]
        }
      }
    }
  }

  private static let schemes = [
    "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\", qop=\"auth\"", "Negotiate", "NTLM", "Bearer realm=\"x\"",
    "Basic realm=\"x\", Bearer", "Basic", "Own token",
  ]
}
