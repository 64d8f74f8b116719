#if os(Linux)
  import Foundation
  import Testing

  @testable import AirportNet

  @Suite("CurlHeadReader")
  struct CurlHeadReaderTests {
    private func take(_ lines: [String]) -> (reader: CurlHeadReader, refusedAt: Int?) {
      var reader = CurlHeadReader()
      for (index, line) in lines.enumerated() {
        let outcome = Array("\(line)\r\n".utf8).withUnsafeBytes { reader.take($0) }
        if case .refused = outcome { return (reader, index) }
      }
      return (reader, nil)
    }

    @Test(
      "the code is what stands in its place",
      arguments: [
        ("HTTP/1.1 200 OK", 200), ("HTTP/1.0 404 Not Found", 404), ("HTTP/2 204", 204), ("HTTP/1.1 599 ", 599),
        ("HTTP/1.1 200", 200),
      ])
    func codes(_ line: String, _ code: Int) {
      #expect(take([line, ""]).reader.head?.statusCode == code)
    }

    @Test(
      "other lines in its place are refused",
      arguments: [
        "", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 099 OK", "HTTP/1.1 abc",
        "http/1.1 200 OK", "ICY 200 OK", "200", "HTTP/1.1 -20 OK",
      ])
    func refused(_ line: String) {
      #expect(take([line]).refusedAt == 0)
    }

    @Test("interim heads are dropped with their fields")
    func interim() {
      let (reader, _) = take(["HTTP/1.1 103 Hints", "Link: </a>", "", "HTTP/1.1 100 Go", ""])
      #expect(reader.head == nil)
      #expect(!reader.hasBegun)
      let all = take(["HTTP/1.1 103 Hints", "Link: </a>", "", "HTTP/1.1 200 OK", "X-A: b", ""]).reader
      #expect(all.head == HTTPResponseHead(statusCode: 200, headers: ["X-A": "b"]))
    }

    @Test("fields keep their order and repeats, folded ones are put together, what is none is left out")
    func fields() {
      let head = take(["HTTP/1.1 200 OK", "b: 1", "nothing", "A: x", " y", "B: 2", ""]).reader.head
      #expect(head?.headers.map(\.name) == ["b", "A", "B"])
      #expect(head?.headers.map(\.value) == ["1", "x y", "2"])
    }

    @Test("what follows the head are trailers")
    func trailers() {
      let reader = take(["HTTP/1.1 200 OK", "X-A: b", "", "X-Sum: 7", ""]).reader
      #expect(reader.head?.headers.count == 1)
      #expect(reader.trailers == ["X-Sum": "7"])
    }

    @Test(
      "lengths must agree",
      arguments: [
        (["5"], true), (["5", "5"], true), (["5", "6"], false), (["5, 5", "5"], true), (["5", "x"], false),
      ])
    func lengths(_ lengths: [String], _ agrees: Bool) {
      let (reader, refused) = take(["HTTP/1.1 200 OK"] + lengths.map { "Content-Length: \($0)" } + [""])
      #expect((reader.head != nil) == agrees)
      #expect((refused == nil) == agrees)
    }

    @Test("lines that come together are told apart, wherever they are cut")
    func together() {
      let text = "HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\n"
      let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast().map { "\($0)\r\n" }
      for cuts in 0..<(1 << (lines.count - 1)) {
        var pieces = [""]
        for (index, line) in lines.enumerated() {
          pieces[pieces.count - 1] += line
          if cuts >> index & 1 == 1 { pieces.append("") }
        }
        var reader = CurlHeadReader()
        var heads: [HTTPResponseHead] = []
        for piece in pieces where !piece.isEmpty {
          let outcome = Array(piece.utf8).withUnsafeBytes { reader.take($0) }
          if case .head(let head) = outcome { heads.append(head) }
        }
        #expect(heads == [HTTPResponseHead(statusCode: 200, headers: ["X-A": "b", "Content-Length": "5"])])
        #expect(reader.trailers.isEmpty)
      }
      var reader = CurlHeadReader()
      _ = Array(text.utf8).withUnsafeBytes { reader.take($0) }
      _ = Array("X-Sum: 7\r\nX-Note: a b\r\n".utf8).withUnsafeBytes { reader.take($0) }
      #expect(reader.trailers == ["X-Sum": "7", "X-Note": "a b"])
    }

    @Test("nothing has begun before the first line")
    func begins() {
      #expect(!CurlHeadReader().hasBegun)
      #expect(take(["HTTP/1.1 200 OK"]).reader.hasBegun)
      #expect(take(["HTTP/1.1 200 OK", "X-A: b"]).reader.head == nil)
    }
  }
#endif
