internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What a `Cache-Control` header says (RFC 9111 section 5.2). Pure.
///
/// The first of repeated directives counts. A number of seconds that is none is 0, so that it errs on the side of asking
/// the server.
struct CacheDirectives: Hashable, Sendable {
  private var values: [String: String] = [:]

  init(_ lines: [String]) {
    for line in lines {
      for piece in HTTPList.split(line[...], at: ",") {
        let (name, value) = HTTPList.parameter(piece)
        if values[name] == nil { values[name] = value ?? "" }
      }
    }
  }

  /// Those of an answer.
  init(_ headers: HTTPHeaders) { self.init(headers.values(for: "Cache-Control")) }

  /// Those of a request: its header, `Pragma: no-cache` where that has none, and what its cache policy means.
  init(_ request: URLRequest) {
    let line = request.value(forHTTPHeaderField: "Cache-Control")
    self.init([line ?? (request.value(forHTTPHeaderField: "Pragma") ?? "")])
    let added: [String] =
      switch request.cachePolicy {
      case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData:
        ["no-cache"]
      case .returnCacheDataElseLoad: ["max-stale"]
      case .returnCacheDataDontLoad: ["max-stale", "only-if-cached"]
      default: []
      }
    for name in added where values[name] == nil { values[name] = "" }
  }

  func contains(_ name: String) -> Bool { values[name] != nil }

  /// The argument in seconds; nil without the directive.
  func seconds(_ name: String) -> TimeInterval? {
    values[name].map { $0.utf8.allSatisfy { $0 &- 0x30 < 10 } ? min(Double($0) ?? 0, Self.longest) : 0 }
  }

  /// The argument in seconds, without end where the directive has none; nil without the directive.
  func limit(_ name: String) -> TimeInterval? { values[name] == "" ? .infinity : seconds(name) }

  // What a number that does not fit stands for (RFC 9111 section 1.2.2).
  static let longest: TimeInterval = 2_147_483_648
}
