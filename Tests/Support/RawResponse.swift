public import Foundation

/// An answer as a `RawClient` read it.
public struct RawResponse: Sendable {
  /// The status line and the header lines, without the empty line after them.
  public var head: String
  /// The body, with chunks put together; not decompressed.
  public var body = Data()
  /// The chunks of a chunked body.
  public var chunks: [Data] = []
  /// The header lines after the last chunk.
  public var trailer: [String] = []

  /// The first line.
  public var statusLine: String {
    head.components(separatedBy: "\r\n")[0]
  }

  /// The status, nil if there is no number where it should be.
  public var status: Int? {
    statusLine.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// The body as UTF-8.
  public var text: String {
    String(decoding: body, as: UTF8.self)
  }

  /// The values of all header lines of this name, compared without case, joined by commas; nil if there are none.
  public func header(_ name: String) -> String? {
    let values = head.components(separatedBy: "\r\n").dropFirst().compactMap { line -> String? in
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { return nil }
      return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
