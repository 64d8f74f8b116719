/// One range of a Range header: `bytes=0-99`, `bytes=100-`, `bytes=-50` (RFC 9110, section 14.1.2).
///
/// Other units, several ranges and what cannot be read give nil: the header is then ignored, as the RFC asks.
struct ByteRange: Equatable {
  private let first: Int?
  private let last: Int?

  init?(_ header: String) {
    guard header.hasPrefix("bytes=") else { return nil }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
    first = Int(ends[0])
    last = Int(ends[1])
    guard first != nil || last != nil else { return nil }
    if let first, let last, last < first { return nil }
    guard (first == nil) == ends[0].isEmpty, (last == nil) == ends[1].isEmpty else { return nil }
  }

  /// The range in a document of so many bytes; nil if no byte of it exists.
  func span(in total: Int) -> Range<Int>? {
    guard let first else {
      let count = min(last ?? 0, total)
      return count > 0 ? total - count..<total : nil
    }
    guard first < total else { return nil }
    return first..<min((last ?? total - 1), total - 1) + 1
  }
}
