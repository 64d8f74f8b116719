import Foundation
import TestSupport

/// A body that a test writes piece by piece: it can make its reader wait, and it can fail.
final class ScriptedStream: InputStream {
  enum Step: Sendable {
    case bytes(Data)
    case waitFor(Gate)
    case fail
  }

  struct Broken: Error {}

  private var steps: [Step]
  private var status = Stream.Status.notOpen

  init(_ steps: [Step]) {
    self.steps = steps
    super.init(data: Data())
  }

  override func open() { status = .open }
  override func close() { status = .closed }
  override var streamStatus: Stream.Status { status }
  override var hasBytesAvailable: Bool { status == .open }
  override var streamError: (any Error)? { status == .error ? Broken() : nil }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
    while let step = steps.first {
      switch step {
      case .bytes(let data):
        let size = min(count, data.count)
        data.copyBytes(to: buffer, count: size)
        if size == data.count { steps.removeFirst() } else { steps[0] = .bytes(data.dropFirst(size)) }
        return size
      case .waitFor(let gate):
        _ = gate.wait()
        steps.removeFirst()
      case .fail:
        status = .error
        return -1
      }
    }
    status = .atEnd
    return 0
  }
}
