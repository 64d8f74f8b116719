#if os(Linux)
  internal import CCurl
  internal import Foundation
  internal import FoundationNetworking

  /// The body of a request on its way out.
  final class CurlUpload {
    enum Piece {
      case bytes(Int)
      /// Nothing is there yet; the engine is told when there is.
      case later
      case failed
    }

    private enum Source {
      case data(Data)
      case stream(StreamReader)
    }

    /// How many bytes it has; nil where nobody knows, and it is sent in chunks.
    let length: Int64?
    private let source: Source
    private var sent = 0
    private var reported = 0
    private var isAtEnd = false
    private var isShort = false

    /// The body of the request; nil where it has none. `onReady` is called from any thread.
    init?(_ request: URLRequest, onReady: @escaping @Sendable () -> Void) {
      if let data = request.httpBody, !data.isEmpty {
        source = .data(data)
        length = Int64(data.count)
      } else if let stream = request.httpBodyStream {
        source = .stream(StreamReader(stream, onReady: onReady))
        length =
          (stream as? BodyStream)?.length ?? request.value(forHTTPHeaderField: "Content-Length").flatMap(Int64.init)
      } else {
        return nil
      }
    }

    /// Whether libcurl has taken all of it.
    var isWhole: Bool { isAtEnd || Int64(sent) == length }

    /// Why the body could not be read to its end.
    var error: NetworkError? {
      if isShort { return .invalidRequest(.other("The body's stream is shorter than its Content-Length.")) }
      guard case .stream(let reader) = source else { return nil }
      return reader.failure
    }

    /// Fills the place as far as it can, and never beyond the length.
    func read(into place: UnsafeMutableRawBufferPointer) -> Piece {
      let place = UnsafeMutableRawBufferPointer(
        rebasing: place.prefix(Int(min(Int64(place.count), (length ?? .max) - Int64(sent)))))
      if place.isEmpty { return .bytes(0) }
      let piece: Piece
      switch source {
      case .data(let data):
        let count = min(place.count, data.count - sent)
        if count > 0 { data.copyBytes(to: place, from: (data.startIndex + sent)..<(data.startIndex + sent + count)) }
        piece = .bytes(count)
      case .stream(let reader): piece = reader.read(into: place)
      }
      if case .bytes(let count) = piece {
        sent += count
        isAtEnd = count == 0
        isShort = isAtEnd && length != nil
        if isShort { return .failed }
      }
      return piece
    }

    /// Starts over for libcurl, which asks for that before it sends on another connection.
    func seek(to offset: Int, _ origin: Int32) -> Bool {
      guard case .data(let data) = source, origin == SEEK_SET, offset >= 0, offset <= data.count else { return false }
      sent = offset
      return true
    }

    /// Reports what libcurl has taken, where that is more than before.
    func report(to exchange: Exchange) {
      guard sent > reported else { return }
      reported = sent
      exchange.report(.sent(Int64(sent), of: length))
    }

    func close() {
      if case .stream(let reader) = source { reader.close() }
    }
  }
#endif
