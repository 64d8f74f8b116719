import Foundation

/// Takes credentials out of what is written to logs, descriptions and cURL text.
///
/// It errs on the side of hiding: a name that looks like a secret's is taken for one. What is hidden reads
/// `<redacted>`.
enum Redaction {
  static let mark = "<redacted>"

  /// True for names such as `password`, `access_token`, `X-Api-Key`, `client-secret`.
  static func isSecret(name: String) -> Bool {
    let separators: [UInt8] = [0x20, 0x2D, 0x2E, 0x5F]
    let letters = name.utf8.filter { !separators.contains($0) }.map(HTTPToken.folded)
    let folded = String(decoding: letters, as: UTF8.self)
    return exactNames.contains(folded) || nameParts.contains { folded.contains($0) }
  }

  /// The value of a header field; an Authorization keeps its scheme, an address loses its own secrets only.
  static func headerValue(_ value: String, name: String) -> String {
    if ["Location", "Referer", "Content-Location", "Link"].contains(where: { HTTPToken.equal(name, $0) }) {
      return url(value)
    }
    guard isSecret(name: name) else { return value }
    let scheme = value.prefix { $0 != " " }
    return scheme.count < value.count && schemes.contains(scheme.lowercased()) ? "\(scheme) \(mark)" : mark
  }

  /// An address without its user and password and without the values of secret query items.
  ///
  /// In a text that is no address all before an `@` is taken for a user and a password.
  static func url(_ text: String) -> String {
    var rest = text[...]
    let scheme = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let isAddress = rest[scheme.endIndex...].hasPrefix("://") || text.hasPrefix("//")
    if isAddress { rest = rest[scheme.endIndex...].drop { ":/\\".contains($0) } }
    var result = String(text[..<rest.startIndex])
    let authority = rest.prefix { $0 != "?" && $0 != "#" && !(isAddress && $0 == "/") }
    if isAddress || !text.hasPrefix("/"), let at = authority.lastIndex(of: "@") {
      result += "\(mark)@"
      rest = rest[rest.index(after: at)...]
    }
    guard let mark = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return result + rest }
    return result + rest[...mark] + form(String(rest[rest.index(after: mark)...]))
  }

  /// The pairs of a query or a form without the values of secret names, which end at an `&` and not before.
  static func form(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while true {
      let pair = rest.prefix { $0 != "&" && $0 != "#" && $0 != "?" }
      rest = rest[pair.endIndex...]
      if let equals = pair.firstIndex(of: "="), isSecret(formName: String(pair[..<equals])) {
        result += pair[...equals] + mark
        rest = rest.drop { $0 != "&" }
      } else {
        result += pair
      }
      guard let separator = rest.popFirst() else { return result }
      result.append(separator)
    }
  }

  /// The beginning of a body as text, at most `limit` bytes of it before redaction, without the values of secret
  /// fields in JSON or a form.
  ///
  /// Bytes that are no text are shown by their number only.
  static func body(_ data: Data, limit: Int = 4096) -> String {
    var end = min(limit, data.count)
    // The cut goes before a character, not through it.
    while end < data.count, end > 0, data[data.startIndex + end] & 0xC0 == 0x80 { end -= 1 }
    let head = data.prefix(end)
    guard let text = String(validating: head, as: UTF8.self) else { return "<\(data.count) bytes>" }
    let more = head.count < data.count ? "..." : ""
    if text.hasPrefix("--") { return multipart(text) + more }
    let first = text.first { !$0.isWhitespace }
    if first == "{" || first == "[" || first == "\"" || first == "<" { return json(text) + more }
    return form(json(text)) + more
  }

  /// Text without the values that follow a secret name in JSON; it need not be whole or valid.
  static func json(_ text: String) -> String {
    var scanner = JSONRedactor(bytes: Array(text.utf8))
    return String(decoding: scanner.redacted(), as: UTF8.self)
  }

  // The parts of a multipart body without the values of secret names.
  private static func multipart(_ text: String) -> String {
    let boundary = String(text.prefix { !$0.isNewline })
    return text.components(separatedBy: boundary).map { part in
      let head = part.prefix(upTo: part.range(of: "\r\n\r\n")?.upperBound ?? part.endIndex)
      let name = head.components(separatedBy: "name=\"").dropFirst().first?.prefix { $0 != "\"" } ?? ""
      return head.count < part.count && isSecret(formName: String(name)) ? "\(head)\(mark)\r\n" : part
    }.joined(separator: boundary)
  }

  private static func isSecret(formName name: String) -> Bool {
    // Each part of `user[password][]` counts.
    (name.removingPercentEncoding ?? name).split { $0 == "[" || $0 == "]" }.contains { isSecret(name: String($0)) }
  }

  /// What may come before a credential, and is none itself.
  private static let schemes: Set<String> = [
    "basic", "bearer", "digest", "negotiate", "ntlm", "token", "oauth", "dpop", "hoba", "mutual", "vapid",
    "aws4-hmac-sha256",
  ]

  private static let exactNames: Set<String> = [
    "auth", "authorization", "proxyauthorization", "cookie", "setcookie", "key", "pin", "otp", "jwt", "sid", "sig",
    "pw", "pass", "session", "bearer", "xauth", "xsession", "authentication",
  ]

  private static let nameParts = [
    "password", "passwd", "passwort", "passphrase", "passcode", "pwd", "secret", "token", "apikey", "accesskey",
    "privatekey", "authkey", "credential", "sessionid", "signature", "cookie", "authorization",
  ]
}

private struct JSONRedactor {
  let bytes: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func redacted() -> [UInt8] {
    output.reserveCapacity(bytes.count)
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "\"") else {
        output.append(bytes[position])
        position += 1
        continue
      }
      let start = position
      skipString()
      output += bytes[start..<position]
      let end = position
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":"), isSecret(bytes[start..<end]) else {
        position = end
        continue
      }
      position += 1
      skipSpace()
      output += bytes[end..<position]
      skipValue()
      output += Array("\"\(Redaction.mark)\"".utf8)
    }
    return output
  }

  private func isSecret(_ quoted: ArraySlice<UInt8>) -> Bool {
    // A name that is written with escapes hides something.
    quoted.contains(UInt8(ascii: "\\"))
      || Redaction.isSecret(name: String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self))
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  // To the byte after the closing quote, or to the end.
  private mutating func skipString() {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { break }
    }
    position = min(position, bytes.count)
  }

  private mutating func skipValue() {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      position += 1
    }
  }
}
