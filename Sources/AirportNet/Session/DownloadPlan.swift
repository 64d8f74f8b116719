internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// How a download is asked for, and how it goes on after its connection was cut (RFC 9110 sections 13.1.5 and 14). Pure.
///
/// It goes on only where a strong validator says that the file is still the same, and only at the same address; an answer
/// that does not continue the bytes which are there is not taken for one that does.
struct DownloadPlan: Sendable {
  enum Step: Hashable, Sendable {
    /// The body is the file, from its first byte.
    case begin
    /// The body is what follows the bytes that are there.
    case append
    /// The body is no file: a redirect, an error answer.
    case hold
    /// The answer is of no use: the whole file is asked for.
    case askAgain
  }

  /// How many bytes of the file are there.
  private(set) var count: Int64 = 0
  private var end: Int64?
  private var length: Int64?
  private var validator: String?
  private var place: URL?
  private var asked = (url: URL?.none, isPart: false, isContinuing: false)
  private var resumptionsLeft: Int

  /// Takes how many times a download may go on after a cut.
  init(resumptions: Int) { resumptionsLeft = max(0, resumptions) }

  /// The request as it is sent: for the rest of the file, where that can be asked for.
  mutating func prepare(_ request: URLRequest) -> URLRequest {
    var request = request
    asked = (request.url, request.value(forHTTPHeaderField: "Range") != nil, false)
    if let validator, count > 0, request.url == place, !asked.isPart {
      request.setValue("bytes=\(count)-", forHTTPHeaderField: "Range")
      request.setValue(validator, forHTTPHeaderField: "If-Range")
      asked.isContinuing = true
    }
    return request
  }

  /// What the body that follows the head is.
  mutating func step(after head: HTTPResponseHead) -> Step {
    if asked.isContinuing, head.statusCode == 206, let end = continues(head) {
      self.end = end
      return .append
    }
    if asked.isContinuing, head.statusCode == 206 || head.statusCode == 416 {
      (count, validator) = (0, nil)
      return .askAgain
    }
    guard (200..<300).contains(head.statusCode) else { return .hold }
    (count, end, length, place) = (0, nil, head.contentLength, asked.url)
    validator = asked.isPart || head.statusCode != 200 ? nil : Self.validator(head)
    return .begin
  }

  /// So many bytes more are there.
  mutating func add(_ bytes: Int) { count += Int64(bytes) }

  /// Why the file is not whole after an answer that was; nil where it is.
  var shortfall: NetworkError? {
    guard let end, count != end else { return nil }
    let kind: NetworkError.TransportKind = count < end ? .connectionLost : .badServerResponse
    return .transport(kind, phase: .receiving, mayHaveReachedServer: true)
  }

  /// Whether to ask for the rest after this failure; each time counts.
  mutating func resumes(after error: NetworkError) -> Bool {
    guard validator != nil, count > 0, resumptionsLeft > 0 else { return false }
    switch error {
    case .transport(.connectionLost, _, _), .transport(.refused, _, _), .timedOut(.idle, _): break
    default: return false
    }
    resumptionsLeft -= 1
    return true
  }

  /// Where the file ends, if the answer brings all that is missing of it and nothing else.
  private func continues(_ head: HTTPResponseHead) -> Int64? {
    guard let range = head.headers["Content-Range"].flatMap(Self.range), range.first == count,
      range.last < Int64.max, range.total == nil || range.total == range.last + 1, Self.isPlain(head),
      length == nil || length == range.last + 1
    else { return nil }
    if let tag = head.headers["ETag"], validator?.hasPrefix("\"") == true, tag != validator { return nil }
    return range.last + 1
  }

  /// The parts of `bytes 5-9/10` or `bytes 5-9/*`; nil for anything else.
  static func range(_ text: String) -> (first: Int64, last: Int64, total: Int64?)? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard sides.count == 2, ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last
    else { return nil }
    if sides[1] == "*" { return (first, last, nil) }
    return number(sides[1]).flatMap { last < $0 ? (first, last, $0) : nil }
  }

  /// What names these very bytes (RFC 9110 section 8.8): a strong tag; where there is no tag, a date of change at least
  /// one second before the answer. Nil where the bytes that come are not those of the file, and where parts are not given.
  static func validator(_ head: HTTPResponseHead) -> String? {
    guard isPlain(head), head.headers["Accept-Ranges"]?.lowercased() != "none" else { return nil }
    if let tag = head.headers["ETag"] {
      return tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"") ? tag : nil
    }
    guard let text = head.headers["Last-Modified"], let changed = HTTPDate.parse(text),
      let date = head.headers["Date"].flatMap(HTTPDate.parse), date.timeIntervalSince(changed) >= 1
    else { return nil }
    return text
  }

  private static func isPlain(_ head: HTTPResponseHead) -> Bool {
    (head.headers["Content-Encoding"]?.lowercased() ?? "identity") == "identity"
  }

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int64(text) : nil
  }
}
