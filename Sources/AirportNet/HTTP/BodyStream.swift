internal import Foundation
internal import MiniRx

/// The body of a request as a stream that knows where its bytes come from: memory, files, a stream of the caller's.
///
/// It is read piece by piece and holds none of it. Transports read what `fresh()` gives and never the stream that the
/// request carries, so a request can be sent again unless a stream of the caller's is among the parts. A file that has
/// another size than at the beginning is an error, before its last byte is handed over.
final class BodyStream: InputStream {
  enum Part {
    case data(Data)
    case file(URL, length: Int64)
    case once(OneShotStream)

    /// How many bytes it has; nil where nobody knows.
    var length: Int64? {
      switch self {
      case .data(let data): Int64(data.count)
      case .file(_, let length): length
      case .once(let source): source.length
      }
    }

    /// A file as it is now.
    /// - Throws: `invalidRequest` that names it, where it is no file that can be read.
    static func file(_ url: URL) throws(NetworkError) -> Part { .file(url, length: try BodyStream.size(of: url)) }
  }

  private let parts: [Part]
  private var rest: ArraySlice<Part>
  /// How many bytes of the first part of the rest have been read.
  private var offset: Int64 = 0
  private var source: InputStream?
  private var status = Stream.Status.notOpen
  /// Why it could not be read to its end.
  private(set) var failure: NetworkError?

  init(_ parts: [Part]) {
    self.parts = parts
    rest = parts[...]
    super.init(data: Data())
  }

  /// How many bytes there are; nil where nobody knows.
  var length: Int64? {
    parts.reduce(0) { sum, part in sum.flatMap { sum in part.length.map { sum + $0 } } }
  }

  /// Whether all of it can be read a second time.
  var canBeReadAgain: Bool { parts.allSatisfy { if case .once = $0 { false } else { true } } }

  /// The same bytes from the start.
  /// - Throws: `invalidRequest` where a file has changed or a stream of the caller's was read before.
  func fresh() throws(NetworkError) -> BodyStream {
    for part in parts {
      switch part {
      case .data: break
      case .file(let url, let length): try Self.check(url, length)
      case .once(let source): try source.take()
      }
    }
    return BodyStream(parts)
  }

  override var streamStatus: Stream.Status { status }
  override var streamError: (any Error)? { failure }
  override var hasBytesAvailable: Bool { status == .open }

  override func open() { status = .open }

  override func close() {
    source?.close()
    (source, rest, status) = (nil, [], .closed)
  }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
    if status == .error { return -1 }
    do throws(NetworkError) {
      while let part = rest.first {
        let read = try read(part, UnsafeMutableRawBufferPointer(start: buffer, count: count))
        if read > 0 { return read }
        source?.close()
        (source, offset, rest) = (nil, 0, rest.dropFirst())
      }
      status = .atEnd
      return 0
    } catch {
      (failure, status) = (error, .error)
      return -1
    }
  }

  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
  ) -> Bool { false }

  #if canImport(Darwin)
    // What CFNetwork asks of every stream that it reads.
    @objc(_scheduleInCFRunLoop:forMode:) private func schedule(in loop: CFRunLoop, mode: CFString) {}
    @objc(_unscheduleFromCFRunLoop:forMode:) private func unschedule(from loop: CFRunLoop, mode: CFString) {}
    @objc(_setCFClientFlags:callback:context:) private func setClient(
      _ flags: CFOptionFlags, _ callback: CFReadStreamClientCallBack?,
      _ context: UnsafeMutablePointer<CFStreamClientContext>?
    ) -> Bool { false }
  #endif
}

extension BodyStream {
  /// Reads from one part; 0 at its end.
  private func read(_ part: Part, _ place: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
    let count = Int(min(Int64(place.count), (part.length ?? .max) - offset))
    guard count > 0 else { return 0 }
    switch part {
    case .data(let data):
      let start = data.startIndex + Int(offset)
      data.copyBytes(to: place, from: start..<(start + count))
      offset += Int64(count)
      return count
    case .file(let url, let length):
      let read = try read(source ?? InputStream(url: url), "file \(url.path)", place, count)
      if read == 0 || offset == length { try Self.check(url, length, ending: read == 0) }
      return read
    case .once(let source):
      let read = try read(source.stream, "body's stream", place, count)
      if read == 0, source.length != nil { throw Self.fault("The body's stream is shorter than its length") }
      return read
    }
  }

  private func read(
    _ stream: InputStream?, _ name: String, _ place: UnsafeMutableRawBufferPointer, _ count: Int
  ) throws(NetworkError) -> Int {
    if stream?.streamStatus == .notOpen { stream?.open() }
    source = stream
    let read = stream?.read(place.bindMemory(to: UInt8.self).baseAddress!, maxLength: count) ?? -1
    guard read >= 0 else {
      throw Self.fault("The \(name) cannot be read: \(stream?.streamError.map { "\($0)" } ?? "no reason given")")
    }
    offset += Int64(read)
    return read
  }

  /// Throws unless the file has this length, or where it has ended before.
  private static func check(_ url: URL, _ length: Int64, ending: Bool = false) throws(NetworkError) {
    let size = try size(of: url)
    if size != length || ending {
      throw fault("The file \(url.path) has changed: it has \(size) bytes, not the \(length) that it had")
    }
  }

  private static func size(of url: URL) throws(NetworkError) -> Int64 {
    guard url.isFileURL else { throw fault("\(url.scheme ?? "no scheme"): is the address of no file") }
    let path = url.resolvingSymlinksInPath().path
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw fault("There is no file \(url.path)")
    }
    guard facts[.type] as? FileAttributeType == .typeRegular, let size = (facts[.size] as? NSNumber)?.int64Value else {
      throw fault("\(url.path) is no file")
    }
    guard FileManager.default.isReadableFile(atPath: path) else { throw fault("The file \(url.path) cannot be read") }
    return size
  }

  private static func fault(_ text: String) -> NetworkError { .invalidRequest(.other(text)) }
}

/// A stream of the caller's, which can be read once.
final class OneShotStream: @unchecked Sendable {
  // Sendable by rule: `isTaken` is guarded by `lock`; who takes the stream reads it alone.
  let stream: InputStream
  let length: Int64?
  private let lock = Lock()
  private var isTaken = false

  init(_ stream: InputStream, length: Int64?) {
    self.stream = stream
    self.length = length
  }

  /// Gives the right to read it.
  /// - Throws: `invalidRequest` where that was given before.
  func take() throws(NetworkError) {
    let isFirst = lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
    if !isFirst { throw .invalidRequest(.other("The body's stream was read before, and cannot be read again")) }
  }
}
