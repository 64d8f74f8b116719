#if os(Linux)
  internal import CCurl
  internal import Foundation

  /// The body of an answer on its way in: decodes it, and keeps it within its limit.
  ///
  /// Touched by one transfer, on the engine's thread.
  final class CurlBody {
    private let decoders: [OpaquePointer]
    private var states: [ccurl_decode_state]
    private let limit: Int64
    private var count: Int64 = 0
    private var hasBytes = false

    /// Takes the encodings from the head. One that is not known is left as it is, as are bodies that may not be.
    init(_ head: HTTPResponseHead, method: String, limit: Int64?) {
      self.limit = limit ?? .max
      let names = head.headers["Content-Encoding"]?.lowercased().split(separator: ",") ?? []
      let codings = names.map { Self.coding($0.trimmingCharacters(in: .whitespaces)) }
      let isKnown = codings.allSatisfy { if case .unknown = $0 { false } else { true } }
      let made = isKnown && method != "HEAD" ? codings.reversed().compactMap { $0.raw.map(ccurl_decoder_make) } : []
      decoders = made.compactMap { $0 }
      states = decoders.map { _ in CCURL_DECODE_MORE }
    }

    deinit {
      for decoder in decoders { ccurl_decoder_free(decoder) }
    }

    /// Whether the encoding has come to its end, or nothing of it has come.
    var isWhole: Bool { !hasBytes || states.allSatisfy { $0 == CCURL_DECODE_DONE } }

    /// Decodes some bytes and delivers what becomes of them.
    /// - Throws: `badServerResponse` for a damaged encoding, `other(code: 63)` beyond the limit.
    func decode(_ bytes: UnsafeRawBufferPointer, _ deliver: (Data) -> Void) throws(NetworkError) {
      hasBytes = hasBytes || !bytes.isEmpty
      try decode(bytes, by: 0, deliver)
    }

    private func decode(
      _ bytes: UnsafeRawBufferPointer, by step: Int, _ deliver: (Data) -> Void
    ) throws(NetworkError) {
      guard !bytes.isEmpty else { return }
      guard step < decoders.count else {
        count += Int64(bytes.count)
        // CURLE_FILESIZE_EXCEEDED
        if count > limit { throw .transport(.other(code: 63), phase: .receiving, mayHaveReachedServer: true) }
        deliver(Data(bytes))
        return
      }
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
      defer { room.deallocate() }
      var input = bytes.bindMemory(to: UInt8.self).baseAddress
      var left = bytes.count
      var written = 0
      repeat {
        written = ccurl_decode(
          decoders[step], &input, &left, room.bindMemory(to: UInt8.self).baseAddress, room.count, &states[step])
        if states[step] == CCURL_DECODE_CORRUPT {
          throw .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true)
        }
        try decode(UnsafeRawBufferPointer(rebasing: room[..<written]), by: step + 1, deliver)
      } while left > 0 || written == room.count && states[step] == CCURL_DECODE_MORE
    }

    private enum Coding {
      case known(ccurl_coding), identity, unknown

      var raw: ccurl_coding? { if case .known(let coding) = self { coding } else { nil } }
    }

    private static func coding(_ name: String) -> Coding {
      let coding: ccurl_coding
      switch name {
      case "", "identity": return .identity
      case "gzip", "x-gzip": coding = CCURL_GZIP
      case "deflate": coding = CCURL_DEFLATE
      case "br": coding = CCURL_BROTLI
      case "zstd": coding = CCURL_ZSTD
      default: return .unknown
      }
      return ccurl_can_decode(coding) ? .known(coding) : .unknown
    }

    /// What the transport says it can decode, as `Accept-Encoding` writes it.
    static let accepted: String = [
      ("gzip", CCURL_GZIP), ("deflate", CCURL_DEFLATE), ("br", CCURL_BROTLI), ("zstd", CCURL_ZSTD),
    ].filter { ccurl_can_decode($0.1) }.map(\.0).joined(separator: ", ")
  }
#endif
