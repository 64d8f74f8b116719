internal import Foundation
public import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension DataRequest {
  /// The value that the session's cache has, then the one of the server.
  ///
  ///     kept and fresh      -a|
  ///     kept, no longer so  -a-----b|        b may equal a: the server was asked, and a still held
  ///     nothing kept        -------b|
  ///
  /// Both are validated and decoded alike; what is kept and can no longer be read is passed over. An error of the server
  /// or on the way comes after the value that was kept. Cold; disposing it cancels the request. Without a
  /// `CacheInterceptor` in the session, and for other methods than GET, it is `single(of:)`.
  /// - Parameters:
  ///   - type: the type of the value; `T?` and `Empty` also stand for an empty body.
  ///   - decoder: what reads the body.
  ///   - emptyResponseCodes: statuses at which a body of white space counts as empty.
  public func cachedThenFresh<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: any DataDecoder = JSONValueDecoder(),
    emptyResponseCodes: Set<Int> = [204, 205]
  ) -> Observable<Value> {
    guard request?.httpMethod ?? "GET" == "GET", pipeline.interceptors.contains(where: { $0 is CacheInterceptor })
    else { return single(of: type, decoder: decoder, emptyResponseCodes: emptyResponseCodes).asObservable() }
    let read: @Sendable (HTTPResponse) throws -> Value = { response in
      try response.decode(type, decoder: decoder, emptyResponseCodes: emptyResponseCodes)
    }
    let stale = kept("only-if-cached, max-stale", read).asObservable().compactMap { $0 }
    let fresh = exchange(asking("no-cache"), read).asObservable()
    return kept("only-if-cached", read).asObservable().flatMap { value in
      value.map { .just($0) } ?? stale.concat(fresh)
    }
  }

  /// The value from the cache, nil where that has none that can be read.
  private func kept<Value>(
    _ directives: String, _ read: @escaping @Sendable (HTTPResponse) throws -> Value
  ) -> Single<Value?> {
    exchange(asking(directives)) { $0.statusCode == 504 ? nil : try read($0) }.catchAndReturn(nil)
  }

  private func asking(_ directives: String) -> Result<URLRequest, NetworkError> {
    source.map { request in
      var request = request
      let present = request.value(forHTTPHeaderField: "Cache-Control").map { "\($0), " } ?? ""
      request.setValue(present + directives, forHTTPHeaderField: "Cache-Control")
      return request
    }
  }
}
