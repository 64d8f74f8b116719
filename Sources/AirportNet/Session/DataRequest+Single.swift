public import Foundation
public import MiniRx

/// Singles: each subscription sends the request, and disposing it closes the connection. Failures are `NetworkError`.
extension DataRequest {
  /// The body as a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value; `T?` and `Empty` also stand for an empty body.
  ///   - decoder: what reads the body.
  ///   - emptyResponseCodes: statuses at which a body of white space counts as empty.
  public func single<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: any DataDecoder = JSONValueDecoder(),
    emptyResponseCodes: Set<Int> = [204, 205]
  ) -> Single<Value> {
    exchange { try $0.decode(type, decoder: decoder, emptyResponseCodes: emptyResponseCodes) }
  }

  /// The body, which may be empty.
  public func singleData() -> Single<Data> {
    exchange { $0.content }
  }

  /// The body as text.
  /// - Parameter encoding: the encoding of the text; nil for the one that the answer names, else UTF-8.
  public func singleString(encoding: String.Encoding? = nil) -> Single<String> {
    exchange { try $0.text(encoding: encoding) }
  }

  /// That a valid answer came, whatever its body.
  public func single() -> Single<Void> {
    exchange { _ in }
  }

  /// The answer with its status and header fields.
  public func singleResponse() -> Single<HTTPResponse> {
    exchange { $0 }
  }
}
