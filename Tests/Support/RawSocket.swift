internal import Foundation

/// What goes wrong with a raw socket.
public enum RawSocketError: Error, Hashable, Sendable {
  /// A system call failed, with its `errno`.
  case system(call: String, code: Int32)
  /// Nothing came within the time limit.
  case timedOut
  /// The peer reset the connection.
  case reset
  /// The stream ended before what was read for was there; the bytes until then.
  case ended([UInt8])
}

/// A blocking TCP socket on loopback for tests: the calls of the system, without anything in between.
struct RawSocket: Sendable {
  let descriptor: Int32

  static func listening(overIPv6: Bool = false) throws -> (socket: RawSocket, port: UInt16) {
    let socket = try RawSocket.make(overIPv6 ? AF_INET6 : AF_INET)
    var port: UInt16 = 0
    let isBound = withAddress(port: 0, overIPv6: overIPv6) { address, length in
      var length = length
      guard
        bind(socket.descriptor, address, length) == 0 && listen(socket.descriptor, 512) == 0
          && getsockname(socket.descriptor, address, &length) == 0
      else { return false }
      // The port has the same place in both forms.
      port = UnsafeRawPointer(address).load(fromByteOffset: 2, as: UInt16.self).bigEndian
      return true
    }
    guard isBound else {
      let code = errno
      socket.close()
      throw RawSocketError.system(call: "bind", code: code)
    }
    return (socket, port)
  }

  static func connected(port: UInt16, overIPv6: Bool = false) throws -> RawSocket {
    let socket = try RawSocket.make(overIPv6 ? AF_INET6 : AF_INET)
    let result = withAddress(port: port, overIPv6: overIPv6) { connect(socket.descriptor, $0, $1) }
    guard result == 0 else {
      let code = errno
      socket.close()
      throw RawSocketError.system(call: "connect", code: code)
    }
    return socket
  }

  /// The next connection; nil once the socket was shut down.
  func accept() -> RawSocket? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0 && errno == EINTR {}
    let accepted = acceptConnection(descriptor)
    guard accepted >= 0 else { return nil }
    let socket = RawSocket(descriptor: accepted)
    socket.prepare()
    return socket
  }

  /// The next bytes; empty at the end of the stream.
  ///
  /// - Throws: `RawSocketError.timedOut` after the seconds, `.reset`.
  func receive(atMost capacity: Int = 65_536, seconds: Double) throws -> [UInt8] {
    guard waitUntilReadable(seconds: seconds) else { throw RawSocketError.timedOut }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let received = recv(descriptor, buffer.baseAddress, capacity, 0)
      if received < 0 { code = errno }
      count = max(received, 0)
    }
    guard code == 0 else { throw code == ECONNRESET ? .reset : RawSocketError.system(call: "recv", code: code) }
    return bytes
  }

  func waitUntilReadable(seconds: Double) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32((seconds * 1000).rounded(.up))) != 0
  }

  /// Waits without reading; false if the connection went away or was shut down.
  func sit(milliseconds: Int) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, Int32(milliseconds)) == 0
  }

  func send(_ data: Data) throws {
    try data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = sendWithoutSignal(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        guard count > 0 else { throw RawSocketError.system(call: "send", code: errno) }
        sent += count
      }
    }
  }

  func finishSending() {
    _ = Foundation.shutdown(descriptor, Int32(SHUT_WR))
  }

  func shutdown() {
    _ = Foundation.shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  func close() {
    _ = Foundation.close(descriptor)
  }

  private static func make(_ family: Int32) throws -> RawSocket {
    #if canImport(Darwin)
      let descriptor = socket(family, SOCK_STREAM, 0)
    #else
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw RawSocketError.system(call: "socket", code: errno) }
    let socket = RawSocket(descriptor: descriptor)
    socket.prepare()
    return socket
  }

  private func prepare() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // Small pieces go out at once, and not 40 ms later, when the peer has acknowledged the one before.
    var isImmediate: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isImmediate, size)
    #if canImport(Darwin)
      var on: Int32 = 1
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private static func withAddress<Result>(
    port: UInt16, overIPv6: Bool, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    if overIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return withGeneric(&address, body)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withGeneric(&address, body)
  }

  private static func withGeneric<Address, Result>(
    _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
    }
  }
}

private func acceptConnection(_ descriptor: Int32) -> Int32 {
  accept(descriptor, nil, nil)
}

private func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
