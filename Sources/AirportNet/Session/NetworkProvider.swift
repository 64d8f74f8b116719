public import Foundation
public import MiniRx

/// Sends calls that are described by their parts, and gives their answers as values of one type.
///
///     NetworkProvider<[Post]>().request(endpoint: Endpoint.list) { result in
///       switch result {
///       case .success(let posts): show(posts)
///       case .failure(let error): show(error.userMessage)
///       }
///     }
///
/// A status outside 200..<300 is a failure that keeps the body. A provider may be released while calls are in flight.
public struct NetworkProvider<Value: Decodable & Sendable>: Sendable {
  private let timeoutInterval: TimeInterval
  private let session: Session
  private let decoder: any DataDecoder

  /// A provider.
  ///
  /// - Parameters:
  ///   - timeoutInterval: the idle limit of a call in seconds; it may be a fraction.
  ///   - session: what sends the calls.
  ///   - decoder: what reads the answers.
  public init(
    timeoutInterval: TimeInterval = 5, session: Session = .default, decoder: any DataDecoder = JSONValueDecoder()
  ) {
    self.timeoutInterval = timeoutInterval
    self.session = session
    self.decoder = decoder
  }

  /// Sends the call and calls the handler once, on the main actor.
  /// - Returns: the request, to cancel it by.
  @preconcurrency
  @discardableResult
  public func request(
    endpoint: any RequestConvertible, completion: @escaping @MainActor @Sendable (Result<Value, NetworkError>) -> Void
  ) -> DataRequest {
    call(endpoint).responseDecodable(of: Value.self, decoder: decoder) { response in
      MainActor.assumeIsolated { completion(response.result) }
    }
  }

  /// The value that the call gives. Cold; the request is built here and now. Failures are `NetworkError`.
  public func single(endpoint: any RequestConvertible) -> Single<Value> {
    call(endpoint).single(of: Value.self, decoder: decoder)
  }

  /// The elements of the array that the call gives, as they come in; see `DataRequest.elements`.
  ///
  ///     NetworkProvider<[Post]>().elements(endpoint: Endpoint.list)
  public func elements<Element: Decodable & Sendable>(
    endpoint: any RequestConvertible, at keys: [String] = []
  ) -> Observable<Element> where Value == [Element] {
    call(endpoint).elements(of: Element.self, at: keys, decoder: decoder)
  }

  /// The value that the call gives. Cancelling the task closes the connection.
  /// - Throws: `NetworkError`.
  public nonisolated(nonsending) func request(endpoint: any RequestConvertible) async throws(NetworkError) -> Value {
    try await single(endpoint: endpoint).awaited()
  }

  private func call(_ endpoint: any RequestConvertible) -> DataRequest { endpoint.call(timeoutInterval, session) }
}
