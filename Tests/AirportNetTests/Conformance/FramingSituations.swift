import AirportNet
import Foundation
import TestSupport

extension Situation {
  private static func chunked(_ name: String, _ body: String, _ ending: Ending) -> Situation {
    answer(name, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", ending)
  }

  private static func chunked(_ name: String, _ body: String, trailers: HTTPHeaders) -> Situation {
    chunked(name, body, .ok("hello")).with { $0.trailers = trailers }.foundation(.dies)
  }

  /// Chunks (RFC 9112 section 7.1): whole, odd, damaged and cut.
  static let chunks = list {
    chunked("one chunk", "5\r\nhello\r\n0\r\n\r\n", .ok("hello"))
    chunked("no chunk", "0\r\n\r\n", .ok())
    chunked("a chunk a byte", "1\r\nh\r\n1\r\ne\r\n1\r\nl\r\n1\r\nl\r\n1\r\no\r\n0\r\n\r\n", .ok("hello"))
    chunked("chunk extensions", "5;a=b;c=\"d\"\r\nhello\r\n0;e\r\n\r\n", .ok("hello"))
    chunked(
      "sizes with zeros and capitals", "00005\r\nhello\r\nA\r\n0123456789\r\n0000\r\n\r\n", .ok("hello0123456789"))
    chunked("trailers", "5\r\nhello\r\n0\r\nX-Sum: 7\r\n\r\n", trailers: ["X-Sum": "7"])
    chunked(
      "several trailers", "5\r\nhello\r\n0\r\nX-Sum: 7\r\nX-Note: a b\r\n\r\n",
      trailers: ["X-Sum": "7", "X-Note": "a b"])
    chunked("a cut before the first chunk", "", .lost())
    chunked("a cut within a size", "5\r\nhello\r\n1", .lost("hello"))
    chunked("a cut within a chunk", "5\r\nhel", .lost("hel"))
    chunked("a cut between chunks", "5\r\nhello\r\n", .lost("hello"))
    chunked("a cut within the last chunk's line", "5\r\nhello\r\n0\r\n", .lost("hello"))
    chunked("a size that is no number", "zz\r\nhello\r\n0\r\n\r\n", .badBody())
    chunked("a size below zero", "-5\r\nhello\r\n0\r\n\r\n", .badBody())
    chunked("a size that is too large", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n", .badBody())
    chunked("a chunk longer than its size", "3\r\nhello\r\n0\r\n\r\n", .badBody(Data("hel".utf8)))
    chunked("bytes after the last chunk", "5\r\nhello\r\n0\r\n\r\nmore", .ok("hello"))
    answer(
      "chunks and a length",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", .ok("hello"))
    Situation(
      "chunks byte by byte",
      [.readRequest]
        + bytewise("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
      .ok("hello"))
  }

  /// Lengths (RFC 9112 section 6.3), and bodies that end with the connection.
  static let lengths = list {
    answer("a length that fits", hello, .ok("hello"))
    answer("a length that is too long", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", .lost("hello"))
    answer("a length that is too short", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhello", .ok("hell"))
    answer("a length that is no number", "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello", .badHead).foundation(
      .ending(.bad))
    answer("a length below zero", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", .badHead).foundation(
      .ending(.bad))
    answer(
      "two lengths that agree", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", .ok("hello"))
    answer(
      "two lengths that differ", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 4\r\n\r\nhello", .badHead
    ).foundation(.ending(.ok("hell")))
    answer("no length", "HTTP/1.1 200 OK\r\n\r\nhello", .ok("hello"))
    answer("no length, and no byte", "HTTP/1.1 200 OK\r\n\r\n", .ok())
    answer("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", .ok("hello"))
    answer("HTTP/1.0 with a length", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", .ok("hello"))
    answer("HTTP/1.0 that is cut", "HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nhello", .lost("hello"))
    Situation(
      "a body of one megabyte",
      [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"), .flood(1_000_000)],
      .ok(Data(count: 1_000_000)))
    Situation(
      "a body of one megabyte, cut",
      [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n"), .flood(1_000_000)],
      .lost(Data(count: 1_000_000)))
  }

  /// The connection ends, by a close and by a reset, in every phase.
  static let losses = list {
    losses("a close", .close)
    losses("a reset", .reset)
    Situation(
      "a reset in a body without length",
      [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\nhel"), .wait(milliseconds: 30), .reset], .lost("hel"))
  }

  private static func losses(_ name: String, _ end: RawServer.Step) -> [Situation] {
    func lost(_ place: String, _ sent: String, _ ending: Ending) -> Situation {
      // A reset throws away what has been sent and not been read; the wait is for that to be read.
      let steps: [RawServer.Step] = sent.isEmpty ? [end] : [.send(sent), .wait(milliseconds: 30), end]
      return Situation("\(name) \(place)", [.readRequest] + steps, ending)
    }
    return list {
      lost("before the head", "", .lostBefore)
      lost("within the status line", "HTTP/1.1 20", .lostBefore).foundation(.dies)
      lost("after the status line", "HTTP/1.1 200 OK\r\n", .lostInHead).foundation(.dies)
      lost("within a header line", "HTTP/1.1 200 OK\r\nContent-Le", .lostInHead).foundation(.dies)
      lost("before the empty line", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", .lostInHead).foundation(.dies)
      lost("after the head", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", .lost())
      lost("within the body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", .lost("hel"))
      lost("within a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", .lost("hel"))
      lost("between chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .lost("hello"))
      lost("after an interim answer", "HTTP/1.1 100 Continue\r\n\r\n", .lostBefore)
    }
  }

  /// The text in as many pieces as it has bytes.
  static func bytewise(_ text: String) -> [RawServer.Step] { text.utf8.map { .sendData(Data([$0])) } }
}
