/// A place in a document, as people and editors count.
struct JSONPosition: Hashable {
  /// Counted from 0.
  var byte = 0
  /// Counted from 1.
  var line = 1
  /// Characters of the line, counted from 1.
  var column = 1

  var text: String { "line \(line), column \(column), byte \(byte)" }

  /// Goes on behind these bytes of UTF-8.
  mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
    byte += bytes.count
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

/// The positions in a document. The first question costs a pass over what precedes it; another only the way from the
/// mark before it, so that many errors take no more than linear time.
struct JSONPositions {
  private static let step = 1024
  private var marks: [JSONPosition]

  init(origin: JSONPosition) { marks = [origin] }

  mutating func position(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSONPosition {
    while marks.count <= offset / Self.step {
      let start = (marks.count - 1) * Self.step
      var mark = marks[marks.count - 1]
      mark.advance(over: UnsafeBufferPointer(rebasing: bytes[start..<start + Self.step]))
      marks.append(mark)
    }
    var position = marks[offset / Self.step]
    position.advance(
      over: UnsafeBufferPointer(rebasing: bytes[offset / Self.step * Self.step..<offset]))
    return position
  }
}
