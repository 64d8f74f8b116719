/// The place in the source where something was subscribed, for messages.
@frozen public struct CallSite: Sendable, CustomStringConvertible {
  /// The file, as `#fileID` gives it: module/file.
  public let file: StaticString
  /// The line, starting at 1.
  public let line: UInt

  /// Names a place.
  @inlinable public init(file: StaticString, line: UInt) {
    self.file = file
    self.line = line
  }

  /// `module/file:line`.
  public var description: String { "\(file):\(line)" }
}

/// What the module does where nobody was told.
public enum Hooks {
  /// Receives an error that reached a `subscribe` without `onError`, and the place of that `subscribe` (contract 12).
  public typealias UnhandledError = @Sendable (any Error, CallSite) -> Void

  /// Called, on the thread of the error, for every unhandled error. Replaceable from any thread; the default prints one
  /// line, never traps.
  public static var unhandledError: UnhandledError {
    get { lock.withLock { handler } }
    set {
      let replaced = lock.withLock {
        defer { handler = newValue }
        return handler
      }
      withExtendedLifetime(replaced) {}
    }
  }

  private static let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var handler: UnhandledError = { error, site in
    print("Unhandled error in the subscription at \(site): \(error)")
  }
}
