internal import Foundation

/// One row's folded text in the memory of an index: bytes that end with a zero, so that the C library, which is far
/// faster than a loop, can look through them. Valid only inside of the index's `withUnsafeBufferPointer`.
struct RowText {
  /// A text to look for.
  struct Needle {
    fileprivate let bytes: ContiguousArray<CChar>

    init(_ text: String) { bytes = text.utf8CString }

    fileprivate func find(in text: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
      bytes.withUnsafeBufferPointer { strstr(text, $0.baseAddress!) }
    }
  }

  private let begin: UnsafePointer<CChar>

  init(_ begin: UnsafePointer<CChar>) { self.begin = begin }

  func contains(_ needle: Needle) -> Bool {
    needle.find(in: begin) != nil
  }

  /// Whether the part behind the row's words, its city and name without spaces, has the text.
  func compactContains(_ needle: Needle) -> Bool {
    RowText(begin + strlen(begin) + 1).contains(needle)
  }

  /// Whether one of the row's fields has all the texts, one behind the other.
  func containsInOneField(_ needles: some Sequence<Needle>) -> Bool {
    var field = begin
    while let end = strchr(field, Int32(UInt8(ascii: "\n"))) {
      var place = field
      let hasAll = needles.allSatisfy { needle in
        guard let hit = needle.find(in: place), hit < end else { return false }
        place = UnsafePointer(hit) + needle.bytes.count - 1
        return true
      }
      if hasAll { return true }
      field = UnsafePointer(end) + 1
    }
    return false
  }

  /// Whether the city has the text; the name, where there is no city.
  func cityContains(_ needle: Needle) -> Bool {
    guard let end = strchr(begin, Int32(UInt8(ascii: "\n"))), let hit = needle.find(in: begin) else { return false }
    if hit < end { return true }
    let isEmpty = end - UnsafeMutablePointer(mutating: begin) == 2
    guard isEmpty, let nameEnd = strchr(end + 1, Int32(UInt8(ascii: "\n"))) else { return false }
    return hit < nameEnd
  }

  func starts(with needle: Needle) -> Bool {
    needle.bytes.withUnsafeBufferPointer { strncmp(begin, $0.baseAddress!, $0.count - 1) == 0 }
  }
}
