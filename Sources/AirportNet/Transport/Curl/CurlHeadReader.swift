#if os(Linux)
  /// Puts the lines of a head together as libcurl hands them on: one by one, or several at once where it kept them while
  /// the request was paused. Pure.
  struct CurlHeadReader {
    enum Outcome {
      case nothing
      case head(HTTPResponseHead)
      /// The line is none of HTTP.
      case refused
    }

    /// The head, once it is whole; interim answers (1xx) are none.
    private(set) var head: HTTPResponseHead?
    /// What follows the body (RFC 9112 section 7.1.2).
    private(set) var trailers = HTTPHeaders()
    /// Whether anything of the answer has come.
    private(set) var hasBegun = false

    private var status: Int?
    private var headers = HTTPHeaders()
    private var hasLength = false
    /// Lengths that differ leave the end of the body open (RFC 9112 section 6.3).
    private var hasManyLengths = false

    mutating func take(_ lines: UnsafeRawBufferPointer) -> Outcome {
      var outcome = Outcome.nothing
      var rest = lines
      repeat {
        let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.count
        switch take(line: UnsafeRawBufferPointer(rebasing: rest[..<end])) {
        case .nothing: break
        case .head(let head): outcome = .head(head)
        case .refused: return .refused
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[end...])
      } while !rest.isEmpty
      return outcome
    }

    private mutating func take(line: UnsafeRawBufferPointer) -> Outcome {
      hasBegun = true
      let isBlank = line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
      if head != nil {
        if !isBlank { trailers.append(fieldLine: line) }
        return .nothing
      }
      guard let status else {
        self.status = Self.status(of: line)
        return self.status == nil ? .refused : .nothing
      }
      guard isBlank else {
        // What is no header field is left out, as servers' stray lines are by every client.
        let count = headers.count
        headers.append(fieldLine: line)
        if headers.count > count, let last = headers.last, HTTPToken.equal(last.name, "Content-Length") {
          (hasManyLengths, hasLength) = (hasLength, true)
        }
        return .nothing
      }
      defer { (self.status, headers) = (nil, HTTPHeaders()) }
      if status < 200 {
        hasBegun = false
        return .nothing
      }
      let head = HTTPResponseHead(statusCode: status, headers: headers)
      if hasManyLengths, head.contentLength == nil { return .refused }
      self.head = head
      return .head(head)
    }

    /// The code of a line such as `HTTP/1.1 200 OK`; the reason may be missing.
    private static func status(of line: UnsafeRawBufferPointer) -> Int? {
      guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 0x20) else { return nil }
      let code = line[(space + 1)...].prefix { $0 &- 0x30 < 10 }
      guard code.count == 3, code.first != 0x30 else { return nil }
      return code.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
#endif
