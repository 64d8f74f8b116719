internal import Foundation

/// One row's folded text in the memory of an index: bytes that end with a zero, so that the C library, which is far
/// faster than a loop, can look through them. Valid only inside of the index's `withUnsafeBufferPointer`.
struct RowText {
  /// A text to look for.
  struct Needle {
    fileprivate let bytes: ContiguousArray<CChar>

    init(_ text: String) { bytes = text.utf8CString }
  }

  private let begin: UnsafePointer<CChar>

  init(_ begin: UnsafePointer<CChar>) { self.begin = begin }

  func contains(_ needle: Needle) -> Bool {
    needle.bytes.withUnsafeBufferPointer { strstr(begin, $0.baseAddress!) != nil }
  }

  /// Whether the part behind the row's words, its city and name without spaces, has the text.
  func compactContains(_ needle: Needle) -> Bool {
    RowText(begin + strlen(begin) + 1).contains(needle)
  }

  func starts(with needle: Needle) -> Bool {
    needle.bytes.withUnsafeBufferPointer { strncmp(begin, $0.baseAddress!, $0.count - 1) == 0 }
  }
}
