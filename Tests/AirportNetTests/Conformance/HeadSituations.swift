import AirportNet
import Foundation
import TestSupport

extension Situation {
  /// Status lines, and what comes in their place.
  static let statusLines = list {
    answer("no reason", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", .ok("hello")).foundation(.ending(.bad))
    answer("an empty reason", "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello", .ok("hello"))
    answer("a reason of many words", "HTTP/1.1 200 It went well: 1 2 3\r\nContent-Length: 5\r\n\r\nhello", .ok("hello"))
    answer("a reason that is not ASCII", "HTTP/1.1 200 Größe\r\nContent-Length: 5\r\n\r\nhello", .ok("hello"))
    answer("line ends without CR", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", .ok("hello")).foundation(
      .ending(.bad))
    answer("another protocol", "SSH-2.0-thing\r\n", .bad)
    Situation("bytes without meaning", [.readRequest, .sendData(Data((0...255).reversed()))], .bad)
    answer("HTTP/0.9", "<p>hello</p>\r\n", .bad)
    answer("an empty line before the status line", "\r\n\(hello)", .bad)
    answer("a code that is no number", "HTTP/1.1 abc OK\r\nContent-Length: 5\r\n\r\nhello", .bad)
    answer("no code", "HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", .bad)
    answer("a code of two digits", "HTTP/1.1 99 OK\r\nContent-Length: 5\r\n\r\nhello", .bad)
    answer("a code of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nhello", .bad)
    answer("a code below 100", "HTTP/1.1 099 OK\r\nContent-Length: 5\r\n\r\nhello", .bad)
    answer("a version of the future", "HTTP/9.9 200 OK\r\nContent-Length: 5\r\n\r\nhello", .bad)
    answer("ICY", "ICY 200 OK\r\nContent-Length: 5\r\n\r\nhello", .bad)
  }

  private static let long = String(repeating: "v", count: 90_000)
  private static let many = (0..<2000).map { "X-\($0): \($0)" }.joined(separator: "\r\n")

  private static func fields(_ name: String, _ lines: String, _ fields: [String: [String]]) -> Situation {
    answer(name, "HTTP/1.1 200 OK\r\n\(lines)\r\nContent-Length: 5\r\n\r\nhello", .ok("hello")).with {
      $0.fields = fields
    }
  }

  /// Header lines (RFC 9110 section 5, RFC 9112 section 5), and what comes in their place.
  static let headerLines = list {
    fields("no space after the colon", "X-A:b", ["X-A": ["b"]]).foundation(.ending(.bad))
    fields("much space around the value", "X-A: \t b c \t ", ["X-A": ["b c"]]).foundation(
      .lines(fields: ["X-A": ["b c \t "]]))
    fields("an empty value", "X-A:\r\nX-B: ", ["X-A": [""], "X-B": [""]])
    fields("a folded value", "X-A: b\r\n  c\r\n\td", ["X-A": ["b c d"]])
    fields("capitals", "x-UPPER: b\r\nCONTENT-TYPE: text/plain", ["X-Upper": ["b"], "Content-Type": ["text/plain"]])
    fields("UTF-8", "X-A: Größe", ["X-A": ["Größe"]])
    fields("a colon in the value", "X-A: b: c", ["X-A": ["b: c"]])
    fields("repeats", "X-A: b\r\nX-C: d\r\nx-a: e", ["X-A": ["b", "e"], "X-C": ["d"]]).foundation(
      .lines(fields: ["X-A": ["e"]]))
    fields(
      "several cookies", "Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2, c", ["Set-Cookie": ["a=1; Path=/", "b=2, c"]]
    ).foundation(.lines(fields: ["Set-Cookie": ["a=1; Path=/, b=2, c"]]))
    answer("a line without a colon", "HTTP/1.1 200 OK\r\nnothing\r\nContent-Length: 5\r\n\r\nhello", .badHead)
      .foundation(.ending(.bad))
    fields("a name with a space in it", "X Y: z\r\nX-A: b", ["X-A": ["b"]]).foundation(.ending(.bad))
    fields("a value of 90 kB", "X-A: \(long)", ["X-A": [long]])
    fields("2,000 lines", many, ["X-0": ["0"], "X-999": ["999"], "X-1999": ["1999"]])
    Situation(
      "Latin-1",
      [
        .readRequest, .send("HTTP/1.1 200 OK\r\nX-A: Gr"), .sendData(Data([0xF6, 0xDF])),
        .send("e\r\nContent-Length: 5\r\n\r\nhello"),
      ], .ok("hello")
    ).foundation(.ending(.bad)).with { $0.fields = ["X-A": ["Gr\u{F6}\u{DF}e"]] }
    answer(
      "a NUL in a header line", "HTTP/1.1 200 OK\r\nX-A: b\0c\r\nContent-Length: 5\r\n\r\nhello", .badHead
    ).foundation(.ending(.bad))
    answer(
      "a header line of 200 kB", "HTTP/1.1 200 OK\r\nX-A: \(String(repeating: "v", count: 200_000))\r\n\r\n", .badHead
    ).foundation(.ending(Ending(error: .transport(.other(code: -1), phase: .waiting, mayHaveReachedServer: true))))
    Situation(
      "header lines without end",
      [.readRequest, .send("HTTP/1.1 200 OK\r\n"), .send(String(repeating: "X-A: b\r\n", count: 200_000))], .badHead
    ).foundation(.ending(Ending(error: .timedOut(.idle, mayHaveReachedServer: true)))).with { $0.timeout = 2 }
  }
}
