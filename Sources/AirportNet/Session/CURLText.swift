internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Writes a request as a cURL command for a POSIX shell: nothing in it is expanded, and curl adds nothing to it.
enum CURLText {
  static func command(for request: URLRequest, revealingSecrets: Bool) -> String {
    let method = request.httpMethod ?? "GET"
    var head = ""
    var parts = ["curl", "--globoff"]
    parts.append(method == "HEAD" ? "--head" : "--request \(quoted(method))")
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      let text = revealingSecrets ? value : Redaction.headerValue(value, name: name)
      // curl drops a field that is written without a value, unless a semicolon ends the name.
      parts.append("--header \(quoted(text.isEmpty ? "\(name);" : "\(name): \(text)"))")
    }
    if let body = request.httpBody, !body.isEmpty {
      if request.value(forHTTPHeaderField: "Content-Type") == nil { parts.append("--header 'Content-Type:'") }
      if !revealingSecrets {
        parts.append("--data-raw \(quoted(Redaction.body(body)))")
      } else if let text = String(validating: body, as: UTF8.self), !text.utf8.contains(0) {
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

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
  }
}
