#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Which requests are the same, so that one answer serves them all. Pure.
///
/// GET and HEAD without a body, with the same method, address, header fields, limit of idle time and cache policy.
/// A fragment of the address, the order of the fields and the case of their names make no difference.
public struct CoalescingPolicy: Sendable {
  /// The names of header fields in which requests may differ and still be the same, such as `X-Request-Id`.
  ///
  /// The request that goes out is the first one, with its values.
  public var ignoredHeaders: [String]

  /// Takes the names of the fields that make no difference.
  public init(ignoredHeaders: [String] = []) {
    self.ignoredHeaders = ignoredHeaders
  }

  /// Whether the two may share one answer.
  public func areSame(_ first: URLRequest, _ second: URLRequest) -> Bool {
    key(for: first).map { $0 == key(for: second) } ?? false
  }

  /// What the requests that may share have in common; nil for one that goes alone.
  func key(for request: URLRequest) -> CoalescingKey? {
    let method = request.httpMethod ?? "GET"
    guard method == "GET" || method == "HEAD", request.httpBody?.isEmpty ?? true, request.httpBodyStream == nil,
      let url = request.url
    else { return nil }
    var fields: [String: String] = [:]
    for (name, value) in request.allHTTPHeaderFields ?? [:]
    where !ignoredHeaders.contains(where: { HTTPToken.equal($0, name) }) {
      fields[name.lowercased()] = value
    }
    return CoalescingKey(
      method: method, address: RequestAddress.text(url), fields: fields, idleLimit: request.timeoutInterval,
      cachePolicy: request.cachePolicy.rawValue)
  }
}

/// See `CoalescingPolicy`.
struct CoalescingKey: Hashable, Sendable {
  let method: String
  let address: String
  let fields: [String: String]
  let idleLimit: Double
  let cachePolicy: UInt
}
