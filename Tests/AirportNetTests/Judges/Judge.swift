import Foundation
import Testing

/// A server that was not written for these tests, and knows HTTP by itself; `Scripts/judges` starts it.
enum Judge: String {
  case httpbin = "HTTPBIN"
  case nginx = "NGINX"

  /// Whether the server runs.
  var isHere: Bool { Self.value(rawValue) != nil }

  /// Why it does not.
  var absence: Comment {
    Comment(rawValue: Self.value("\(rawValue)_MISSING") ?? "\(rawValue.lowercased()) is started by Scripts/test")
  }

  /// An address on the server of that name, such as `TLS_EXPIRED`.
  static func url(_ name: String, _ path: String) throws -> URL {
    let address = try #require(value(name))
    return try #require(URL(string: address + path))
  }

  /// A file of the folder in which the servers run.
  static func file(_ path: String) throws -> URL {
    URL(fileURLWithPath: try #require(value("JUDGES"))).appendingPathComponent(path)
  }

  /// The text in a file of that folder, without the line end.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8).trimmingCharacters(in: .newlines)
  }

  private static func value(_ name: String) -> String? { ProcessInfo.processInfo.environment["AIRPORTNET_\(name)"] }
}

extension Trait where Self == ConditionTrait {
  /// Leaves the suite out where the server does not run.
  static func judged(by judge: Judge) -> Self { .enabled(if: judge.isHere, judge.absence) }
}
