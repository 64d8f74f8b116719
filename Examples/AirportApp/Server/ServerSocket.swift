internal import Foundation

/// A TCP socket of the loopback server: a file descriptor and the few calls that the server makes on it.
///
/// Whoever owns the descriptor calls `close()` once. Until then any thread may call `shutdown()`, which ends every
/// call that waits on the socket. No call raises SIGPIPE.
struct ServerSocket: Sendable {
  let descriptor: Int32

  /// A socket that listens on 127.0.0.1.
  ///
  /// - Parameter port: the port, or 0 for one that the system picks.
  static func listening(port: UInt16) throws(LoopbackServerError) -> ServerSocket {
    let socket = ServerSocket(descriptor: makeStreamSocket())
    guard socket.descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
    socket.closeOnExec()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.descriptor, $0, length) }
    }
    guard bound == 0, listen(socket.descriptor, 512) == 0 else {
      let code = errno
      socket.close()
      throw code == EADDRINUSE ? .portInUse(port) : .system(call: "bind", code: code)
    }
    _ = fcntl(socket.descriptor, F_SETFL, fcntl(socket.descriptor, F_GETFL) | O_NONBLOCK)
    return socket
  }

  /// The port that the socket is bound to.
  var localPort: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The next connection, or nil if none waits. The connection blocks; the listening socket does not.
  func accept() -> ServerSocket? {
    let socket = ServerSocket(descriptor: acceptConnection(descriptor))
    guard socket.descriptor >= 0 else { return nil }
    socket.closeOnExec()
    _ = fcntl(socket.descriptor, F_SETFL, fcntl(socket.descriptor, F_GETFL) & ~O_NONBLOCK)
    socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    socket.silencePipeSignal()
    return socket
  }

  /// The next bytes; empty at the end of the stream, after `shutdown()` and when the peer has reset the connection.
  func receive(atMost capacity: Int = 65_536) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var received: Int
      repeat { received = recv(descriptor, buffer.baseAddress, capacity, 0) } while received < 0 && errno == EINTR
      count = max(received, 0)
    }
  }

  /// Sends all bytes; false if the peer no longer takes them.
  func send(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = sendWithoutSignal(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        if count > 0 {
          sent += count
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// Waits for bytes or the end of the stream; false when the time is over.
  func waitUntilReadable(_ limit: Duration) -> Bool {
    poll(Int16(POLLIN), limit)
  }

  /// Sits still; false if the peer closed or reset the connection meanwhile, or it was shut down.
  func sit(_ time: Duration) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + time
    guard poll(Int16(POLLIN), time) else { return true }
    var byte: UInt8 = 0
    guard recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0 else { return false }
    return !poll(0, max(clock.now.duration(to: end), .zero))
  }

  /// Ends both directions and with that every call that waits on the socket. The descriptor stays open.
  func shutdown() {
    _ = Foundation.shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Says that nothing more will be sent (FIN).
  func finishSending() {
    _ = Foundation.shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes `close()` reset the connection (RST) in place of ending it.
  func resetOnClose() {
    set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
  }

  func close() {
    _ = Foundation.close(descriptor)
  }

  private func poll(_ events: Int16, _ limit: Duration) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      let left = max(clock.now.duration(to: end), .zero)
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let milliseconds = min((left.seconds * 1000).rounded(.up), Double(Int32.max))
      let count = Foundation.poll(&entry, 1, Int32(milliseconds))
      if count > 0 { return true }
      if count < 0 && errno != EINTR { return true }
      if clock.now >= end { return false }
    }
  }

  private func set<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
    var value = value
    _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size))
  }

  /// Child processes must not keep the socket open.
  private func closeOnExec() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private func silencePipeSignal() {
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
    #endif
  }
}

private func makeStreamSocket() -> Int32 {
  #if canImport(Darwin)
    socket(AF_INET, SOCK_STREAM, 0)
  #else
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #endif
}

private func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}

private func acceptConnection(_ descriptor: Int32) -> Int32 {
  accept(descriptor, nil, nil)
}

extension Duration {
  /// The span in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
