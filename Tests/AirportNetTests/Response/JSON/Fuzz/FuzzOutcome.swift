/// What a decoder makes of a document: a value, or which error where.
enum FuzzOutcome<Value>: CustomStringConvertible {
  case value(Value)
  case failure(FuzzFailure)

  init(_ decode: () throws -> Value) {
    do { self = .value(try decode()) } catch { self = .failure(FuzzFailure(error)) }
  }

  var failure: FuzzFailure? { if case .failure(let failure) = self { failure } else { nil } }

  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .failure(let failure): "\(failure)"
    }
  }
}

/// The case and the coding path of an error; the texts of messages are each decoder's own.
struct FuzzFailure: Equatable, CustomStringConvertible {
  let kind: String
  let path: String

  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      // What Foundation throws of a number that does not fit, where that is caught before it leaves the decoder.
      (kind, path) = ("\(type(of: error))" == "JSONError" ? Self.corrupted : "\(type(of: error))", "")
      return
    }
    switch error {
    case .keyNotFound(let key, let context): (kind, path) = ("keyNotFound \(key.stringValue)", Self.path(context))
    case .typeMismatch(let type, let context): (kind, path) = ("typeMismatch \(type)", Self.path(context))
    case .valueNotFound(let type, let context): (kind, path) = ("valueNotFound \(type)", Self.path(context))
    case .dataCorrupted(let context): (kind, path) = (Self.corrupted, Self.path(context))
    @unknown default: (kind, path) = ("\(error)", "")
    }
  }

  static let corrupted = "dataCorrupted"

  var description: String { path.isEmpty ? kind : "\(kind) at \(path)" }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  }
}
