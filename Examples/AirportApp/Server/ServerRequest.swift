public import Foundation

extension LoopbackServer {
  /// A request as the server saw it.
  public struct Request: Hashable, Sendable {
    /// A header line: the name as it was written, and the value without the spaces around it.
    public struct Field: Hashable, Sendable {
      /// The name as it was written.
      public var name: String
      /// The value without the spaces around it.
      public var value: String
    }

    /// The method as it was written.
    public var method: String
    /// The request target as it was written: path and query, in absolute form also scheme and host.
    public var target: String
    /// The header lines in the order of their arrival.
    public var headers: [Field]
    /// The body, with the chunks put together.
    public var body: Data
    /// The number of the connection that brought it, counted from 1.
    public var connection: Int
    /// True for HTTP/1.1, false for HTTP/1.0.
    var isVersion11: Bool

    /// The values of all header lines of this name, compared without case, joined by commas; nil if there are none.
    public func header(_ name: String) -> String? {
      let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The path as it was written, without the query.
    public var path: String {
      String(localTarget.prefix { $0 != "?" })
    }

    /// The query as it was written, without the question mark; nil if there is none.
    public var query: String? {
      localTarget.firstIndex(of: "?").map { String(localTarget[localTarget.index(after: $0)...]) }
    }

    /// The names and values of the query, decoded, in the order of the query. A name without `=` has the value "".
    public var queryItems: [Field] {
      (query ?? "").split(separator: "&").map { part in
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
        return Field(name: pair[0], value: pair.count == 2 ? pair[1] : "")
      }
    }

    /// The first value of the query with this name, decoded.
    public func queryValue(_ name: String) -> String? {
      queryItems.first { $0.name == name }?.value
    }

    /// The parts of the path, decoded, without empty ones.
    var segments: [String] {
      path.split(separator: "/").map(Self.decoded)
    }

    /// True if the client wants the connection to stay open.
    var wantsKeepAlive: Bool {
      let options = (header("Connection") ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
      return isVersion11 ? !options.contains("close") : options.contains("keep-alive")
    }

    /// The same request without some names in its query.
    func removingQuery(_ names: Set<String>) -> Request {
      let kept = (query ?? "").split(separator: "&").filter { part in
        !names.contains(Self.decoded(part.prefix { $0 != "=" }))
      }
      var request = self
      request.target = path + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
      return request
    }

    private var localTarget: Substring {
      guard let scheme = target.range(of: "://"), !target.hasPrefix("/") else { return target[...] }
      let rest = target[scheme.upperBound...]
      return rest.firstIndex(where: { $0 == "/" || $0 == "?" }).map { rest[$0...] } ?? "/"
    }

    private static func decoded(_ text: Substring) -> String {
      let spaced = text.replacingOccurrences(of: "+", with: " ")
      return spaced.removingPercentEncoding ?? spaced
    }
  }
}
