internal import Foundation

/// Why a `LoopbackServer` could not start.
public enum LoopbackServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process listens on the port.
  case portInUse(UInt16)
  /// A system call failed, with its `errno`.
  case system(call: String, code: Int32)
  /// The bundled airports could not be read.
  case documentMissing(String)
  /// The server was started before; a server starts once.
  case alreadyStarted

  /// What failed, in one line.
  public var description: String {
    switch self {
    case .portInUse(let port): "Port \(port) on 127.0.0.1 is in use by another program."
    case .system(let call, let code): "The server could not start: \(call) failed (\(String(cString: strerror(code))))."
    case .documentMissing(let reason): "The server could not read its airports: \(reason)"
    case .alreadyStarted: "The server was started before."
    }
  }
}
