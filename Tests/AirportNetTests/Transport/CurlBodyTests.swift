#if os(Linux)
  import Foundation
  import Testing

  @testable import AirportNet

  @Suite("CurlBody")
  struct CurlBodyTests {
    struct Form: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var coding: String
      var bytes: Data
    }

    static let forms = [
      Form(testDescription: "gzip", coding: "gzip", bytes: EncodedBody.gzip),
      Form(testDescription: "gzip of two members", coding: "gzip", bytes: EncodedBody.twoMembers),
      Form(testDescription: "deflate", coding: "deflate", bytes: EncodedBody.zlib),
      Form(testDescription: "bare deflate", coding: "deflate", bytes: EncodedBody.bare),
      Form(testDescription: "brotli", coding: "br", bytes: EncodedBody.brotli),
      Form(testDescription: "zstd", coding: "zstd", bytes: EncodedBody.zstd),
      Form(testDescription: "brotli in gzip", coding: "br, gzip", bytes: EncodedBody.brotliInGzip),
      Form(testDescription: "deflate in gzip", coding: "deflate, gzip", bytes: EncodedBody.zlibInGzip),
    ]

    private func body(_ coding: String, method: String = "GET", limit: Int64? = nil) -> CurlBody {
      CurlBody(
        HTTPResponseHead(statusCode: 200, headers: ["Content-Encoding": coding]), method: method, limit: limit)
    }

    private func decode(_ body: CurlBody, _ parts: [Data]) throws -> Data {
      var result = Data()
      for part in parts {
        // A copy of its own, so that a look beyond the end is seen by the address sanitizer.
        try Array(part).withUnsafeBytes { bytes in try body.decode(bytes) { result += $0 } }
      }
      return result
    }

    @Test("it is the same wherever it is split", arguments: forms)
    func split(_ form: Form) throws {
      for index in 0...form.bytes.count {
        let body = body(form.coding)
        let text = try decode(body, [form.bytes.prefix(index), form.bytes.dropFirst(index)])
        #expect(text == EncodedBody.text, "split at \(index)")
        #expect(body.isWhole, "split at \(index)")
      }
      let body = body(form.coding)
      #expect(try decode(body, form.bytes.map { Data([$0]) }) == EncodedBody.text)
      #expect(body.isWhole)
    }

    @Test("it is whole nowhere before its end", arguments: forms)
    func cut(_ form: Form) throws {
      for count in 1..<form.bytes.count {
        // Two members may be cut between them: then nobody can know.
        if isMemberEnd(form.bytes, count) { continue }
        let body = body(form.coding)
        let text = try decode(body, [form.bytes.prefix(count)])
        #expect(!body.isWhole, "\(count) bytes")
        #expect(EncodedBody.text.starts(with: text))
      }
    }

    private func isMemberEnd(_ bytes: Data, _ count: Int) -> Bool {
      count + 2 < bytes.count && bytes[count] == 0x1F && bytes[count + 1] == 0x8B
    }

    @Test("a body as large as the room of the decoder, and multiples of it, are whole", arguments: [1, 2, 3])
    func multiples(_ factor: Int) throws {
      // A stored block of deflate holds 65,535 bytes at most.
      var bytes = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
      let text = Data(repeating: 0x61, count: 65_536 * factor)
      var left = text[...]
      while !left.isEmpty {
        let piece = left.prefix(65_535)
        left = left.dropFirst(piece.count)
        let size = UInt16(piece.count)
        let low = UInt8(size & 0xFF)
        let high = UInt8(size >> 8)
        bytes += [left.isEmpty ? 1 : 0, low, high, ~low, ~high] as [UInt8]
        bytes += piece
      }
      for value in [checksum(text), UInt32(text.count)] {
        for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
      }
      let body = body("gzip")
      #expect(try decode(body, [bytes]) == text)
      #expect(body.isWhole)
    }

    /// CRC-32 (RFC 1952 section 8).
    private func checksum(_ data: Data) -> UInt32 {
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in data {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
      }
      return ~sum
    }

    @Test("a limit is the most that is delivered", arguments: [0, 1, 65_536, 100_000, 999_999])
    func limit(_ limit: Int64) {
      let body = body("gzip", limit: limit)
      var count = 0
      #expect(throws: NetworkError.transport(.other(code: 63), phase: .receiving, mayHaveReachedServer: true)) {
        try Array(EncodedBody.gzipBomb).withUnsafeBytes { bytes in try body.decode(bytes) { count += $0.count } }
      }
      #expect(count <= Int(limit))
    }

    @Test("HEAD, no byte, and what nobody knows are left as they are")
    func plain() throws {
      #expect(body("gzip").isWhole)
      #expect(body("gzip", method: "HEAD").isWhole)
      let unknown = body("x-own, gzip")
      #expect(try decode(unknown, [Data("abc".utf8)]) == Data("abc".utf8))
      #expect(unknown.isWhole)
    }

    @Test("damage is an error, at any place of the head", arguments: ["gzip", "deflate", "br", "zstd"])
    func damage(_ coding: String) {
      let body = body(coding)
      let rubbish = Data([0xFF, 0xFE, 0xFD, 0xFC]) + Data(repeating: 0xEE, count: 60)
      #expect(throws: NetworkError.transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true)) {
        try decode(body, [rubbish])
      }
    }
  }
#endif
