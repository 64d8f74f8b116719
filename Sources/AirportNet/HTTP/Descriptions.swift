internal import Foundation

// What would otherwise be printed member by member, addresses, fields and bodies among them.

extension NetworkError: CustomReflectable {
  /// What `dump` prints: the debug description.
  public var customMirror: Mirror { Mirror(self, children: ["summary": debugDescription]) }
}

extension NetworkError.RequestFault: CustomStringConvertible, CustomReflectable {
  /// The case and what is wrong, with credentials redacted.
  public var description: String {
    let name =
      switch self {
      case .url: "url"
      case .method: "method"
      case .header: "header"
      case .bodyNotAllowed: "bodyNotAllowed"
      case .unencodable: "unencodable"
      case .other: "other"
      }
    return "\(name): \(text)"
  }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

extension NetworkError.StatusFailure: CustomStringConvertible, CustomReflectable {
  /// All that is known, with credentials redacted.
  public var description: String { NetworkError.status(self).debugDescription }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

extension NetworkError.DecodingFailure: CustomStringConvertible, CustomReflectable {
  /// All that is known, with credentials redacted.
  public var description: String { NetworkError.undecodable(self).debugDescription }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

extension HTTPResponseHead: CustomStringConvertible, CustomReflectable {
  /// Status, address and fields, with credentials redacted.
  public var description: String {
    "\(statusCode)\(url.map { " \(Redaction.url($0.absoluteString))" } ?? "")\n\(headers)"
  }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// Method, status, address, fields and the number of bytes, with credentials redacted.
  public var description: String { "\(method) -> \(head)\n\(body.count) bytes" }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}
