#if os(Linux)
  internal import Foundation
  internal import MiniRx

  /// Reads an InputStream, which may block, on a queue of its own and a little ahead of the transfer.
  final class StreamReader: @unchecked Sendable {
    // Sendable by rule: `stream` is touched on the queue alone, the rest is guarded by `lock`.
    nonisolated(unsafe) private let stream: InputStream
    private let queue = DispatchQueue(label: "AirportNet.body")
    private let onReady: @Sendable () -> Void
    private let lock = Lock()
    private var pieces: [Data] = []
    private var count = 0
    private var isReading = false
    private var isWaited = false
    private var isOver = false
    private var reason: NetworkError?

    /// How many bytes are read ahead at most, but for the piece that is being read.
    private static let limit = 256 * 1_024

    init(_ stream: InputStream, onReady: @escaping @Sendable () -> Void) {
      self.stream = stream
      self.onReady = onReady
    }

    var failure: NetworkError? { lock.withLock { reason } }

    /// Takes what is there.
    func read(into place: UnsafeMutableRawBufferPointer) -> CurlUpload.Piece {
      var piece = CurlUpload.Piece.later
      let mustRead: Bool = lock.withLock {
        if reason != nil {
          piece = .failed
        } else if let first = pieces.first {
          let taken = min(first.count, place.count)
          first.copyBytes(to: place, from: first.startIndex..<(first.startIndex + taken))
          if taken == first.count { pieces.removeFirst() } else { pieces[0] = first.dropFirst(taken) }
          count -= taken
          piece = .bytes(taken)
        } else if isOver {
          piece = .bytes(0)
        } else {
          isWaited = true
        }
        defer { isReading = isReading || !isOver && count < Self.limit }
        return !isReading && !isOver && count < Self.limit
      }
      if mustRead { queue.async { self.readAhead() } }
      return piece
    }

    func close() {
      lock.withLock { (isOver, pieces, count) = (true, [], 0) }
      queue.async { self.stream.close() }
    }

    private var why: NetworkError {
      if let error = stream.streamError as? NetworkError { return error }
      let text = stream.streamError.map { "\($0)" } ?? "no reason given"
      return .invalidRequest(.other("The body's stream failed: \(text)"))
    }

    private func readAhead() {
      if stream.streamStatus == .notOpen { stream.open() }
      var place = [UInt8](repeating: 0, count: 65_536)
      var goesOn = true
      while goesOn {
        let read = stream.read(&place, maxLength: place.count)
        let (isAwaited, continues) = lock.withLock {
          if read > 0, !isOver {
            pieces.append(Data(place[..<read]))
            count += read
          } else {
            isOver = true
            if read < 0 { reason = why }
          }
          let continues = !isOver && count < Self.limit
          isReading = continues
          defer { isWaited = false }
          return (isWaited, continues)
        }
        if isAwaited { onReady() }
        goesOn = continues
      }
    }
  }
#endif
