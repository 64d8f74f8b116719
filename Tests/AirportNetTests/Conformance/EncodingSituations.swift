import AirportNet
import Foundation
import TestSupport

extension Situation {
  /// An answer with a Content-Encoding and a body that is whole by its Content-Length.
  private static func encoded(
    _ name: String, _ coding: String, _ body: Data, _ ending: Ending = .ok(EncodedBody.text), limit: Int64? = nil
  ) -> Situation {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
    return Situation(name, [.readRequest, .send(head), .sendData(body)], ending).with {
      $0.fields = ["Content-Encoding": [coding]]
      $0.maximumBodySize = limit
    }
  }

  private static let codings: [(name: String, coding: String, body: Data)] = [
    ("gzip", "gzip", EncodedBody.gzip), ("x-gzip", "x-gzip", EncodedBody.gzip),
    ("deflate", "deflate", EncodedBody.zlib), ("bare deflate", "deflate", EncodedBody.bare),
    ("brotli", "br", EncodedBody.brotli), ("zstd", "zstd", EncodedBody.zstd),
    ("brotli in gzip", "br, gzip", EncodedBody.brotliInGzip),
    ("deflate in gzip", "deflate, gzip", EncodedBody.zlibInGzip),
  ]

  /// Each encoding: whole, in chunks, byte by byte, cut, and damaged.
  static let encodings = list {
    for (name, coding, body) in codings { encodings(name, coding, body) }
    differing
    otherEncodings
  }

  private static func encodings(_ name: String, _ coding: String, _ body: Data) -> [Situation] {
    let text = EncodedBody.text
    var damaged = body
    damaged[0] = 0xFF
    damaged[1] ^= 0x55
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n"
    let size = String(body.count, radix: 16)
    let bytes: [[RawServer.Step]] = body.map { [.send("1\r\n"), .sendData(Data([$0])), .send("\r\n")] }
    return list {
      encoded(name, coding, body)
      Situation(
        "\(name) in a chunk",
        [.readRequest, .send("\(head)\(size)\r\n"), .sendData(body), .send("\r\n0\r\n\r\n")], .ok(text))
      Situation(
        "\(name) byte by byte", [.readRequest, .send(head)] + bytes.joined() + [.send("0\r\n\r\n")], .ok(text)
      ).foundation(name == "bare deflate" ? .ending(.badBody(text)) : .lines())
      encoded("\(name), cut in the middle", coding, body.prefix(body.count / 2), .lost(text)).foundation(.passesShort)
      encoded("\(name), cut before the last byte", coding, body.dropLast(), .lost(text)).foundation(.passesShort)
      encoded("\(name), damaged at its beginning", coding, damaged, .badBody(text))
    }
  }

  /// Two members, which libcurl's own decoder takes for one and rubbish.
  private static let differing: [Situation] = encodings("gzip of two members", "gzip", EncodedBody.twoMembers).map {
    let text = EncodedBody.text
    if $0.name == "gzip of two members" || $0.name.contains("cut") { return $0.foundation(.ending(.lost(text))) }
    if $0.name.hasSuffix("in a chunk") || $0.name.hasSuffix("byte by byte") {
      return $0.foundation(.ending(.badBody(text)))
    }
    return $0
  }

  private static let otherEncodings = list {
    encoded(
      "gzip with a wrong sum", "gzip", changed(EncodedBody.gzip, at: EncodedBody.gzip.count - 6),
      .badBody(EncodedBody.text))
    encoded(
      "deflate with a wrong sum", "deflate", changed(EncodedBody.zlib, at: EncodedBody.zlib.count - 2),
      .badBody(EncodedBody.text))
    encoded("gzip followed by zeros", "gzip", EncodedBody.gzip + Data(count: 512)).foundation(
      .ending(.lost(EncodedBody.text)))
    encoded("gzip in capitals", "GZIP", EncodedBody.gzip)
    encoded("gzip and identity", "identity, gzip", EncodedBody.gzip)
    encoded("an encoding that nobody knows", "x-own", Data("hello".utf8), .ok("hello")).foundation(.ending(.badBody()))
    encoded("no encoding, said so", "identity", Data("hello".utf8), .ok("hello"))
    encoded("gzip without a byte", "gzip", Data(), .ok())
    encoded("gzip that is text", "gzip", Data("hello, I am no gzip".utf8), .badBody())
    Situation(
      "gzip until the close",
      [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), .sendData(EncodedBody.gzip)],
      .ok(EncodedBody.text))
    Situation(
      "gzip until the close, cut",
      [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"),
        .sendData(EncodedBody.gzip.dropLast(9)),
      ],
      .lost(EncodedBody.text)
    ).foundation(.passesShort)
    Situation(
      "gzip with a length that is too long",
      [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 999\r\n\r\n"),
        .sendData(EncodedBody.gzip),
      ],
      .lost(EncodedBody.text))
    Situation(
      "two encodings in two lines",
      [
        .readRequest,
        .send(
          "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Encoding: gzip\r\n"
            + "Content-Length: \(EncodedBody.brotliInGzip.count)\r\n\r\n"), .sendData(EncodedBody.brotliInGzip),
      ], .ok(EncodedBody.text))
    answer(
      "304 that names an encoding", "HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n", .ok(status: 304))
    Situation(
      "404 in gzip",
      [
        .readRequest,
        .send("HTTP/1.1 404 No\r\nContent-Encoding: gzip\r\nContent-Length: \(EncodedBody.gzip.count)\r\n\r\n"),
        .sendData(EncodedBody.gzip),
      ], .ok(EncodedBody.text, status: 404))
  }

  private static func changed(_ data: Data, at index: Int) -> Data {
    var data = data
    data[index] ^= 0xFF
    return data
  }

  /// Bodies that are larger than they may be. URLSession knows no limit.
  static let bombs = list {
    bombs("gzip", EncodedBody.gzipBomb)
    bombs("br", EncodedBody.brotliBomb)
    bombs("zstd", EncodedBody.zstdBomb)
    answer("a body above the limit without an encoding", hello, tooMuch(Data("hello".utf8)))
      .with { $0.maximumBodySize = 4 }.foundation(.ending(.ok("hello")))
  }

  private static func bombs(_ coding: String, _ body: Data) -> [Situation] {
    let zeros = Data(count: 1_000_000)
    return list {
      encoded("a bomb in \(coding)", coding, body, tooMuch(zeros), limit: 100_000).foundation(.ending(.ok(zeros)))
      encoded("a bomb in \(coding), a byte above the limit", coding, body, tooMuch(zeros), limit: 999_999)
        .foundation(.ending(.ok(zeros)))
      encoded("a bomb in \(coding) within the limit", coding, body, .ok(zeros), limit: 1_000_000)
    }
  }

  private static func tooMuch(_ body: Data) -> Ending {
    Ending(
      status: 200, body: body, error: .transport(.other(code: 63), phase: .receiving, mayHaveReachedServer: true))
  }
}
