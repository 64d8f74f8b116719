internal import Foundation

/// Reads what a client of a `RawServer` sends, request by request, and hands every byte on as it comes.
struct RawServerReader {
  private let socket: RawSocket
  private let seen: ([UInt8]) -> Void
  private var pending = Data()

  init(socket: RawSocket, seen: @escaping ([UInt8]) -> Void) {
    self.socket = socket
    self.seen = seen
  }

  /// Reads one request whole; false if the client is gone before.
  mutating func readRequest() -> Bool {
    guard let text = readHead() else { return false }
    if text.contains("\r\ntransfer-encoding: chunked\r\n") { return readChunks() }
    guard let field = text.range(of: "\r\ncontent-length:") else { return true }
    let value = text[field.upperBound...].prefix { $0 != "\r\n" }
    return read(Int(value.trimmingCharacters(in: .whitespaces)) ?? 0)
  }

  /// Reads the head of a request; nil if the client is gone before.
  mutating func readHead() -> String? {
    let end = Data("\r\n\r\n".utf8)
    while pending.range(of: end) == nil {
      guard fill() else { return nil }
    }
    let head = pending.range(of: end)!.upperBound - pending.startIndex
    defer { pending = pending.dropFirst(head) }
    return String(decoding: pending.prefix(head), as: UTF8.self).lowercased()
  }

  /// Reads so many bytes; false if the client is gone before.
  mutating func read(_ count: Int) -> Bool {
    while pending.count < count {
      guard fill() else { return false }
    }
    pending = pending.dropFirst(count)
    return true
  }

  /// Reads until the client closes, resets, or the server stops.
  mutating func readToEnd() {
    pending = Data()
    while fill() { pending = Data() }
  }

  private mutating func readChunks() -> Bool {
    let end = Data("0\r\n\r\n".utf8)
    while pending.range(of: end) == nil {
      guard fill() else { return false }
    }
    pending = pending[pending.range(of: end)!.upperBound...]
    return true
  }

  private mutating func fill() -> Bool {
    guard let bytes = try? socket.receive(seconds: 3600), !bytes.isEmpty else { return false }
    seen(bytes)
    pending += bytes
    return true
  }
}
