internal import Foundation

/// Reads the lines of a request head: the request line, then the header lines (RFC 9112, sections 3 and 5).
enum RequestHead {
  static func parse(
    _ lines: [Substring], connection: Int
  ) throws(RequestParser.Fault) -> LoopbackServer.Request {
    let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, isToken(parts[0]), !parts[1].isEmpty else {
      throw RequestParser.Fault(status: 400, reason: "The request line is not METHOD TARGET VERSION.")
    }
    guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
      throw RequestParser.Fault(status: 505, reason: "The version \"\(parts[2])\" is not known.")
    }
    var headers: [LoopbackServer.Request.Field] = []
    for line in lines.dropFirst() {
      headers.append(try field(line))
    }
    let request = LoopbackServer.Request(
      method: String(parts[0]), target: String(parts[1]), headers: headers, body: Data(), connection: connection,
      isVersion11: parts[2] == "HTTP/1.1")
    let hosts = headers.filter { $0.name.lowercased() == "host" }.count
    guard hosts == 1 || (hosts == 0 && !request.isVersion11) else {
      throw RequestParser.Fault(status: 400, reason: "A request needs exactly one Host header.")
    }
    return request
  }

  private static func field(_ line: Substring) throws(RequestParser.Fault) -> LoopbackServer.Request.Field {
    guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
      throw RequestParser.Fault(status: 400, reason: "\"\(line)\" is no header line.")
    }
    let value = line[line.index(after: colon)...]
    guard !value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) else {
      throw RequestParser.Fault(status: 400, reason: "The header \(line[..<colon]) has a control character.")
    }
    return LoopbackServer.Request.Field(
      name: String(line[..<colon]), value: value.trimmingCharacters(in: CharacterSet(charactersIn: " \t")))
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
