public import Foundation

/// A blocking TCP client for tests that look at a server byte for byte. Not thread-safe; one test, one client.
///
/// Every read has a time limit, so that no test can hang on it. The connection closes with the last reference.
public final class RawClient {
  private let socket: RawSocket
  private let seconds: Double
  private var buffer: [UInt8] = []
  private var isClosed = false

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Parameter seconds: how long a read waits for bytes.
  /// - Throws: `RawSocketError`.
  public init(port: UInt16, seconds: Double = 30) throws {
    socket = try RawSocket.connected(port: port)
    self.seconds = seconds
  }

  deinit {
    close()
  }

  /// Sends text as UTF-8, line ends as they are written.
  ///
  /// - Throws: `RawSocketError`.
  public func send(_ text: String) throws {
    try send(Data(text.utf8))
  }

  /// Sends bytes.
  ///
  /// - Throws: `RawSocketError`.
  public func send(_ data: Data) throws {
    try socket.send(data)
  }

  /// Sends a GET with a Host header and, if wanted, more header lines.
  ///
  /// - Throws: `RawSocketError`.
  public func get(_ target: String, _ headers: String...) throws {
    try send((["GET \(target) HTTP/1.1", "Host: loopback"] + headers).map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// The next answer, its body read as its framing says: none for HEAD, 1xx, 204 and 304, else chunked, by length, or
  /// until the end of the stream.
  ///
  /// - Throws: `RawSocketError`, `.ended` if the answer is cut.
  public func readResponse(toHead: Bool = false) throws -> RawResponse {
    var response = RawResponse(head: String(decoding: try read(through: "\r\n\r\n").dropLast(4), as: UTF8.self))
    let status = response.status ?? 0
    if toHead || (100..<200).contains(status) || status == 204 || status == 304 { return response }
    if response.header("Transfer-Encoding")?.lowercased() == "chunked" {
      (response.chunks, response.trailer) = try readChunks()
      response.body = response.chunks.reduce(Data(), +)
    } else if let length = response.header("Content-Length").flatMap({ Int($0) }) {
      response.body = Data(try read(count: length))
    } else {
      response.body = try readToEnd()
    }
    return response
  }

  /// So many bytes.
  ///
  /// - Throws: `RawSocketError`, `.ended` if there are fewer.
  public func read(count: Int) throws -> [UInt8] {
    while buffer.count < count { try fill() }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// The bytes up to a text and the text itself.
  ///
  /// - Throws: `RawSocketError`, `.ended` if the stream ends before.
  public func read(through text: String) throws -> [UInt8] {
    let mark = Data(text.utf8)
    while true {
      if let range = Data(buffer).range(of: mark) { return try read(count: range.upperBound) }
      try fill()
    }
  }

  /// All bytes until the server ends the stream.
  ///
  /// - Throws: `RawSocketError`, `.reset` if it does so by a reset.
  public func readToEnd() throws -> Data {
    do {
      while true { try fill() }
    } catch RawSocketError.ended(let bytes) {
      buffer = []
      return Data(bytes)
    }
  }

  /// True if bytes, or the end of the stream, are there within the seconds.
  public func hasInput(within seconds: Double) -> Bool {
    !buffer.isEmpty || socket.waitUntilReadable(seconds: seconds)
  }

  /// Says that nothing more will be sent (FIN); answers can still be read.
  public func finishSending() {
    socket.finishSending()
  }

  /// Closes the connection. May be called again.
  public func close() {
    if !isClosed { socket.close() }
    isClosed = true
  }

  /// Resets the connection (RST).
  public func reset() {
    socket.resetOnClose()
    close()
  }

  private func readChunks() throws -> (chunks: [Data], trailer: [String]) {
    var chunks: [Data] = []
    while true {
      let line = String(decoding: try read(through: "\r\n").dropLast(2), as: UTF8.self)
      guard let size = Int(line, radix: 16) else { throw RawSocketError.ended(Array(line.utf8)) }
      if size == 0 { break }
      chunks.append(Data(try read(count: size)))
      guard try read(count: 2) == Array("\r\n".utf8) else { throw RawSocketError.ended([]) }
    }
    var trailer: [String] = []
    while true {
      let line = String(decoding: try read(through: "\r\n").dropLast(2), as: UTF8.self)
      if line.isEmpty { return (chunks, trailer) }
      trailer.append(line)
    }
  }

  private func fill() throws {
    let bytes = try socket.receive(seconds: seconds)
    guard !bytes.isEmpty else { throw RawSocketError.ended(buffer) }
    buffer += bytes
  }
}
