internal import Foundation

/// Accepts connections on a thread of its own until it is stopped.
///
/// A pipe wakes the thread, because closing a socket in one thread does not reliably end a wait for it in another.
struct ServerListener: Sendable {
  let port: UInt16
  private let socket: ServerSocket
  private let wakeReader: Int32
  private let wakeWriter: Int32

  init(port: UInt16) throws(LoopbackServerError) {
    socket = try ServerSocket.listening(port: port)
    self.port = socket.localPort
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let code = errno
      socket.close()
      throw .system(call: "pipe", code: code)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
  }

  /// Hands each connection to `accepted` and returns after `wake()`.
  func run(_ accepted: (ServerSocket) -> Void) {
    while true {
      var entries = [
        pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&entries, 2, -1) > 0 else { continue }
      if entries[0].revents != 0 { return }
      if let connection = socket.accept() {
        accepted(connection)
      } else {
        // No descriptor is free, or the client is gone already: a moment of rest keeps the loop from spinning.
        _ = poll(&entries, 1, 10)
      }
    }
  }

  /// Makes `run` return.
  func wake() {
    var byte: UInt8 = 1
    _ = write(wakeWriter, &byte, 1)
  }

  /// Gives the descriptors back; once, after `run` has returned.
  func close() {
    socket.close()
    _ = Foundation.close(wakeReader)
    _ = Foundation.close(wakeWriter)
  }
}
