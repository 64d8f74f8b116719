import AirportNet
import Foundation
import MiniRx
import Testing

extension Transport {
  /// Blocks until the request has come to its one end.
  func outcome(_ request: URLRequest, seconds: Double = 20) -> Result<HTTPResponse, NetworkError> {
    let log = Awaited<Result<HTTPResponse, NetworkError>>()
    let subscription = log.record(response(for: request))
    let hasEnded = log.wait(seconds: seconds)
    #expect(hasEnded, "\(request) does not end")
    #expect(log.values.count <= 1)
    subscription.dispose()
    return log.values.first ?? .failure(.cancelled)
  }

  /// Blocks until the answer has come; fails where none does.
  func answer(_ request: URLRequest, seconds: Double = 20) throws -> HTTPResponse {
    try outcome(request, seconds: seconds).get()
  }
}

extension DataRequest {
  /// Blocks until the request has come to its one end.
  func outcome(seconds: Double = 20) -> Result<HTTPResponse, NetworkError> {
    let log = Awaited<Result<HTTPResponse, NetworkError>>()
    let subscription = log.record(singleResponse())
    let hasEnded = log.wait(seconds: seconds)
    #expect(hasEnded, "the request does not end")
    subscription.dispose()
    return log.values.first ?? .failure(.cancelled)
  }
}

extension HTTPResponse {
  /// A part of the JSON document in the body, as JSON with sorted keys; nil where there is none.
  func json(_ key: String) -> String? {
    let document = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    return document?[key].flatMap(Self.text)
  }

  /// What the server says it got in a header field.
  func echoed(header name: String) -> String? {
    let document = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    let fields = document?["headers"] as? [String: Any]
    return fields?.first { $0.key.lowercased() == name.lowercased() }?.value as? String
  }

  /// JSON with sorted keys.
  static func text(_ value: Any) -> String? {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
    return (try? JSONSerialization.data(withJSONObject: value, options: options)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
