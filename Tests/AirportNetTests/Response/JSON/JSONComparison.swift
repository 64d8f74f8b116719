import AirportNet
import Foundation
import Testing

/// What a decoder made of a document: a value, or what kind of error where.
enum JSONOutcome<Value: Equatable>: Equatable, CustomStringConvertible {
  case value(Value)
  case error(kind: String, path: [String])

  init(_ decode: () throws -> Value) {
    do {
      self = .value(try decode())
    } catch let error as DecodingError {
      let (kind, context): (String, DecodingError.Context) =
        switch error {
        case .typeMismatch(let type, let context): ("mismatch \(type)", context)
        case .valueNotFound(let type, let context): ("no value \(type)", context)
        case .keyNotFound(let key, let context): ("no key \(key.stringValue)", context)
        case .dataCorrupted(let context): ("corrupted", context)
        @unknown default: ("unknown", .init(codingPath: [], debugDescription: ""))
        }
      self = .error(
        kind: kind, path: context.codingPath.map { "\($0.stringValue)/\($0.intValue.map(String.init) ?? "-")" })
    } catch {
      self = .error(kind: "\(error)", path: [])
    }
  }

  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .error(let kind, let path): "\(kind) at \(path)"
    }
  }

  var kind: String? { if case .error(let kind, _) = self { kind } else { nil } }
}

/// Both decoders with the same strategies.
struct JSONComparison {
  var ours = JSONValueDecoder()
  let theirs = JSONDecoder()

  init() {}

  init(_ set: (inout JSONValueDecoder, JSONDecoder) -> Void) { set(&ours, theirs) }

  /// Expects that both come to the same: a value, or an error of the same kind at the same place.
  func expectSame<Value: Decodable & Equatable>(
    _ type: Value.Type, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectSame(type, Data(text.utf8), sourceLocation: sourceLocation)
  }

  /// Expects the same value, or an error of the same kind.
  func expectSameKind<Value: Decodable & Equatable>(
    _ type: Value.Type, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ours = JSONOutcome { try self.ours.decode(type, from: Data(text.utf8)) }
    let theirs = JSONOutcome { try self.theirs.decode(type, from: Data(text.utf8)) }
    if let kind = theirs.kind, kind == ours.kind { return }
    #expect(ours == theirs, "\(type) of \(text)", sourceLocation: sourceLocation)
  }

  func expectSame<Value: Decodable & Equatable>(
    _ type: Value.Type, _ data: Data, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ours = JSONOutcome { try self.ours.decode(type, from: data) }
    let theirs = JSONOutcome { try self.theirs.decode(type, from: data) }
    // Of malformed contents JSONDecoder often does not say where they are.
    if case .error("corrupted", []) = theirs, ours.kind == "corrupted" { return }
    #expect(ours == theirs, "\(type) of \(String(decoding: data, as: UTF8.self))", sourceLocation: sourceLocation)
  }
}
