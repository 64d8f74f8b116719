internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Writes a request as a cURL command for a POSIX shell: nothing in it is expanded, and curl sends what `CurlTransport`
/// does, but for its own Accept and User-Agent.
enum CURLText {
  static func command(for request: URLRequest, revealingSecrets: Bool) -> String {
    let method = request.httpMethod ?? "GET"
    var head = ""
    var parts = ["curl", "--globoff", "--path-as-is"]
    parts.append(method == "HEAD" ? "--head" : "--request \(quoted(method))")
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      // The framing is curl's own.
      if HTTPToken.equal(name, "Content-Length") || HTTPToken.equal(name, "Transfer-Encoding") { continue }
      let text = revealingSecrets ? value : Redaction.headerValue(value, name: name)
      // curl drops a field that is written without a value, unless a semicolon ends the name.
      let isBlank = text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      parts.append("--header \(quoted(isBlank ? "\(name);" : "\(name): \(text)"))")
    }
    let body = request.httpBody ?? Data()
    let isEmptied = request.httpBodyStream == nil && ["POST", "PUT", "PATCH"].contains(method)
    if !body.isEmpty || isEmptied {
      for name in ["Content-Type", "Expect"] where request.value(forHTTPHeaderField: name) == nil {
        parts.append("--header '\(name):'")
      }
      if !revealingSecrets {
        parts.append("--data-raw \(quoted(Redaction.body(body)))")
      } else if body.count < longestWord, let text = String(validating: body, as: UTF8.self), !text.utf8.contains(0) {
        parts.append("--data-raw \(quoted(text))")
      } else {
        head = "printf %s \(quoted(body.base64EncodedString())) | base64 -d | "
        parts.append("--data-binary @-")
      }
    } else if request.httpBodyStream != nil {
      parts.append("--data-binary @-")
    }
    let address = request.url?.absoluteString ?? ""
    parts.append(quoted(revealingSecrets ? address : Redaction.url(address)))
    return head + parts.joined(separator: " \\\n  ")
  }

  // Linux takes no word of a command that is longer than 128 KiB.
  private static let longestWord = 65_536

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
  }
}
