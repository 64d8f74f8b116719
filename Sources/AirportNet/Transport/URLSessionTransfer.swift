internal import Foundation
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One transfer of a URLSession: what has come so far, and what its end means.
///
/// Touched on the delegate queue alone.
final class URLSessionTransfer: @unchecked Sendable {
  // Sendable by rule: the delegate queue is serial.
  let exchange: Exchange
  private let method: String
  private let body: BodyStream?
  private var head: HTTPResponseHead?
  private var received: Int64 = 0

  init(_ request: URLRequest, _ exchange: Exchange) {
    self.exchange = exchange
    method = request.httpMethod ?? "GET"
    body = request.httpBodyStream as? BodyStream
  }

  func receive(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse, !(100..<200).contains(response.statusCode), head == nil else {
      return exchange.touch()
    }
    let head = HTTPResponseHead(statusCode: response.statusCode, headers: response.headers, url: response.url)
    self.head = head
    exchange.report(.head(head))
  }

  func receive(_ data: Data) {
    guard head != nil, !data.isEmpty else { return exchange.touch() }
    received += Int64(data.count)
    exchange.report(.body(data))
  }

  /// Reports the end.
  func finish(_ error: (any Error)?) {
    if let error = body?.failure { return exchange.report(.end(error)) }
    exchange.report(.end(error.map(failure) ?? shortfall))
  }

  /// The error of an answer that claims to be whole and is not.
  private var shortfall: NetworkError? {
    if head == nil { return .transport(.badServerResponse, phase: .waiting, mayHaveReachedServer: true) }
    guard let expected, received < expected else { return nil }
    return .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)
  }

  /// How many bytes of body the answer must have; nil where that is unknown.
  private var expected: Int64? {
    guard let head, method != "HEAD", head.statusCode != 204, head.statusCode != 205, head.statusCode != 304,
      head.headers["Content-Encoding"] == nil
    else { return nil }
    // The body of a redirect that leads nowhere does not come through on Linux.
    if (300..<400).contains(head.statusCode), head.headers["Location"] == nil { return nil }
    return head.contentLength
  }

  private func failure(_ error: any Error) -> NetworkError {
    let phase: NetworkError.TransportPhase = head == nil ? .waiting : .receiving
    guard let error = error as? URLError else {
      return .transport(.other(code: (error as NSError).code), phase: phase, mayHaveReachedServer: true)
    }
    switch error.code {
    case .unknown:
      return URLSessionFault.named(by: error.localizedDescription, code: error.errorCode, phase: phase)
    case .badServerResponse where head == nil:
      // How libcurl's "empty reply" arrives: the connection ended before the first byte of an answer.
      return .transport(.connectionLost, phase: phase, mayHaveReachedServer: true)
    case .unsupportedURL:
      // The address was checked; this is libcurl's word for an answer in another protocol.
      return .transport(.badServerResponse, phase: phase, mayHaveReachedServer: true)
    case .cancelled:
      // Nobody but the transport cancels, and what it cancels it has ended before.
      return .transport(.connectionLost, phase: phase, mayHaveReachedServer: true)
    default: return NetworkError(error, phase: phase)
    }
  }
}
