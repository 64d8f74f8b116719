internal import Foundation

/// A document that the server hands out: its bytes, their gzip form, and the entity tags of both.
///
/// Answers conditional and range requests by RFC 9110, sections 13 and 14: If-None-Match, Range with one range, If-Range.
struct ServedDocument: Equatable, Sendable {
  private struct Representation: Equatable, Sendable {
    var bytes: Data
    var tag: String
    var isGzip: Bool
  }

  private let contentType: String
  private let plain: Representation
  private let gzip: Representation

  init(_ bytes: Data, gzip: Data? = nil, contentType: String = "application/json; charset=utf-8") {
    let tag = Self.fingerprint(bytes)
    self.contentType = contentType
    plain = Representation(bytes: bytes, tag: "\"\(tag)\"", isGzip: false)
    self.gzip = Representation(bytes: gzip ?? GzipEncoder.store(bytes), tag: "\"\(tag)-gzip\"", isGzip: true)
  }

  func answer(_ request: LoopbackServer.Request) -> ServerResponse {
    let chosen = Self.acceptsGzip(request.header("Accept-Encoding")) ? gzip : plain
    var headers = [("Vary", "Accept-Encoding"), ("ETag", chosen.tag)]
    if Self.lists(request.header("If-None-Match"), chosen.tag) {
      return ServerResponse(status: 304, headers: headers)
    }
    headers += [("Content-Type", contentType), ("Accept-Ranges", "bytes")]
    if chosen.isGzip { headers.append(("Content-Encoding", "gzip")) }
    let isCurrent = request.header("If-Range").map { $0 == chosen.tag } ?? true
    guard request.method == "GET", isCurrent, let range = request.header("Range").flatMap(ByteRange.init) else {
      return ServerResponse(status: 200, headers: headers, body: .bytes(chosen.bytes))
    }
    let total = chosen.bytes.count
    guard let span = range.span(in: total) else {
      let message = "The document has \(total) bytes."
      return .refusal(416, message, headers: [("Content-Range", "bytes */\(total)"), ("ETag", chosen.tag)])
    }
    headers.append(("Content-Range", "bytes \(span.lowerBound)-\(span.upperBound - 1)/\(total)"))
    return ServerResponse(status: 206, headers: headers, body: .bytes(chosen.bytes.subdata(in: span)))
  }

  /// True if the client takes gzip: named with a quality above 0, or covered by `*`.
  static func acceptsGzip(_ header: String?) -> Bool {
    var any = false
    for item in (header ?? "").lowercased().split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      if parts.first == "gzip" || parts.first == "x-gzip" { return quality > 0 }
      if parts.first == "*" { any = quality > 0 }
    }
    return any
  }

  /// True if an If-None-Match list has the tag; weak tags count as equal.
  private static func lists(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { item in
      let text = item.trimmingCharacters(in: .whitespaces)
      return text == "*" || text == tag || text == "W/" + tag
    }
  }

  /// FNV-1a over words of eight bytes: not for secrets, enough to tell documents apart.
  private static func fingerprint(_ bytes: Data) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    bytes.withUnsafeBytes { buffer in
      var index = 0
      while index + 8 <= buffer.count {
        hash = (hash ^ buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x100_0000_01B3
        index += 8
      }
      for byte in buffer[index...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }
}
