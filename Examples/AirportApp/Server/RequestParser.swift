internal import Foundation

/// Reads HTTP/1.x requests out of a stream of bytes that arrives in any pieces (RFC 9112).
///
/// Pure: it touches no socket. Bytes go in with `append`; `next` hands out one event at a time, so that requests which
/// arrive in one piece (pipelining) are answered one after the other. After a fault the stream cannot be read on.
struct RequestParser {
  enum Event: Equatable {
    /// The bytes so far are not enough.
    case needsMoreBytes
    /// The head of a request is there, and the client waits for `100 Continue` before it sends the body.
    case expectsContinue
    /// A whole request.
    case request(LoopbackServer.Request)
  }

  /// Why a stream cannot be read on: the status to answer with, and the reason in words.
  struct Fault: Error, Equatable {
    var status: Int
    var reason: String
  }

  struct Limits {
    var head = 65_536
    var body = 16 * 1024 * 1024
  }

  private enum State {
    case head
    case body(LoopbackServer.Request, length: Int)
    case chunkSize(LoopbackServer.Request)
    case chunk(LoopbackServer.Request, size: Int)
    case trailer(LoopbackServer.Request)
  }

  private let limits: Limits
  private let connection: Int
  private var state = State.head
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0

  init(connection: Int = 1, limits: Limits = Limits()) {
    self.connection = connection
    self.limits = limits
  }

  mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      searched = max(searched - start, 0)
      start = 0
    }
    bytes += more
  }

  /// True if part of a request has arrived.
  var isInsideRequest: Bool {
    if case .head = state { return start < bytes.count }
    return true
  }

  mutating func next() throws(Fault) -> Event {
    while true {
      switch state {
      case .head:
        guard let lines = try takeHead() else { return .needsMoreBytes }
        let request = try RequestHead.parse(lines, connection: connection)
        state = try bodyState(of: request)
        if case .body(_, 0) = state { continue }
        if start == bytes.count && request.header("Expect")?.lowercased() == "100-continue" { return .expectsContinue }
      case .body(var request, let length):
        guard let body = take(length) else { return .needsMoreBytes }
        request.body = body
        state = .head
        return .request(request)
      case .chunkSize(let request):
        guard let line = try takeLine(limit: 4096) else { return .needsMoreBytes }
        let digits = line.prefix { $0 != ";" }.filter { $0 != " " }
        guard digits.first?.isHexDigit == true, let size = Int(digits, radix: 16) else {
          throw Fault(status: 400, reason: "\"\(line)\" is no chunk size.")
        }
        try checkBody(request.body.count, adding: size)
        state = size == 0 ? .trailer(request) : .chunk(request, size: size)
      case .chunk(var request, let size):
        guard let chunk = take(size + 2) else { return .needsMoreBytes }
        guard chunk.suffix(2) == Data("\r\n".utf8) else {
          throw Fault(status: 400, reason: "A chunk does not end with CR LF.")
        }
        request.body.append(chunk.prefix(size))
        state = .chunkSize(request)
      case .trailer(let request):
        guard let line = try takeLine(limit: limits.head) else { return .needsMoreBytes }
        guard line.isEmpty else { continue }
        state = .head
        return .request(request)
      }
    }
  }

  private func bodyState(of request: LoopbackServer.Request) throws(Fault) -> State {
    let length = request.header("Content-Length")
    if let coding = request.header("Transfer-Encoding") {
      guard length == nil else {
        throw Fault(status: 400, reason: "Content-Length and Transfer-Encoding exclude each other.")
      }
      guard coding.lowercased() == "chunked" else {
        throw Fault(status: 501, reason: "The transfer coding \"\(coding)\" is not known.")
      }
      return .chunkSize(request)
    }
    guard let length else { return .body(request, length: 0) }
    guard length.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(length) else {
      throw Fault(status: 400, reason: "\"\(length)\" is no Content-Length.")
    }
    try checkBody(0, adding: count)
    return .body(request, length: count)
  }

  private func checkBody(_ count: Int, adding more: Int) throws(Fault) {
    guard more <= limits.body - count else {
      throw Fault(status: 413, reason: "A body may have at most \(limits.body) bytes.")
    }
  }

  private mutating func take(_ count: Int) -> Data? {
    guard bytes.count - start >= count else { return nil }
    defer { advance(to: start + count) }
    return Data(bytes[start..<start + count])
  }

  private mutating func takeLine(limit: Int) throws(Fault) -> String? {
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    guard line.count <= limit else { throw Fault(status: 431, reason: "A line is longer than \(limit) bytes.") }
    guard line.endIndex < bytes.endIndex else { return nil }
    guard line.last == UInt8(ascii: "\r") else { throw Fault(status: 400, reason: "A line does not end with CR LF.") }
    advance(to: line.endIndex + 1)
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  /// The lines of a head, once the empty line that ends it is there. Empty lines before it are ignored.
  private mutating func takeHead() throws(Fault) -> [Substring]? {
    while bytes.count - start >= 2 && bytes[start] == UInt8(ascii: "\r") && bytes[start + 1] == UInt8(ascii: "\n") {
      advance(to: start + 2)
    }
    guard let end = endOfHead() else {
      guard bytes.count - start <= limits.head else { throw headTooLong() }
      return nil
    }
    guard end - start <= limits.head else { throw headTooLong() }
    let head = String(decoding: bytes[start..<end], as: UTF8.self)
    advance(to: end + 4)
    return head.split(separator: "\r\n", omittingEmptySubsequences: false)
  }

  private mutating func endOfHead() -> Int? {
    var index = max(start, searched)
    while index + 3 < bytes.count {
      if bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10 {
        return index
      }
      index += 1
    }
    searched = index
    return nil
  }

  private func headTooLong() -> Fault {
    Fault(status: 431, reason: "A request head may have at most \(limits.head) bytes.")
  }

  private mutating func advance(to index: Int) {
    start = index
    searched = index
  }
}
