internal import Foundation

/// The threads of a `RawServer`, and what they share.
final class RawServerCore: @unchecked Sendable {
  // Sendable because everything that changes is only touched while `condition` is locked.
  private let condition = NSCondition()
  private var input: [Data] = []
  private var open: [Int: RawSocket] = [:]
  private var ends = 0
  private var flooded = 0
  private var most = 0
  private var isStopped = false
  private var isClosed = false

  private let port: UInt16
  private let isIPv6: Bool
  private let listener: RawSocket
  private let scripts: [[RawServer.Step]]
  private let threads = DispatchGroup()

  init(socket: RawSocket, port: UInt16, isIPv6: Bool, scripts: [[RawServer.Step]]) {
    listener = socket
    self.port = port
    self.isIPv6 = isIPv6
    self.scripts = scripts
  }

  var received: [Data] {
    locked { input }
  }

  var sentCount: Int { locked { flooded } }
  var openCount: Int { locked { open.count } }
  var mostOpen: Int { locked { most } }

  func wait(seconds: Double, until claim: ([Data]) -> Bool) -> Bool {
    waitUntil(seconds) { claim(input) }
  }

  func waitForEnds(_ count: Int, seconds: Double) -> Bool {
    waitUntil(seconds) { ends >= count }
  }

  func start() {
    startThread { core in
      while let socket = core.nextConnection() { core.take(socket) }
    }
  }

  func stop() {
    locked {
      isStopped = true
      for socket in open.values { socket.shutdown() }
    }
    // A last connection of our own wakes the listener on every system.
    if !locked({ isClosed }), let knock = try? RawSocket.connected(port: port, overIPv6: isIPv6) { knock.close() }
    threads.wait()
    let isFirst = locked {
      defer { isClosed = true }
      return !isClosed
    }
    if isFirst { listener.close() }
  }

  private func nextConnection() -> RawSocket? {
    guard let socket = listener.accept() else { return nil }
    if locked({ isStopped }) {
      socket.close()
      return nil
    }
    return socket
  }

  private func take(_ socket: RawSocket) {
    let number = locked {
      input.append(Data())
      open[input.count - 1] = socket
      most = max(most, open.count)
      return input.count - 1
    }
    startThread { core in
      core.play(core.scripts[min(number, core.scripts.count - 1)], number, socket)
      core.locked {
        core.open[number] = nil
        core.ends += 1
      }
      socket.close()
    }
  }

  private func play(_ script: [RawServer.Step], _ number: Int, _ socket: RawSocket) {
    var reader = RawServerReader(socket: socket) { bytes in self.locked { self.input[number] += bytes } }
    var index = 0
    while index < script.count {
      let isDone: Bool
      switch script[index] {
      case .readRequest: isDone = reader.readRequest()
      case .readHead: isDone = reader.readHead() != nil
      case .read(let count): isDone = reader.read(count)
      case .send(let text): isDone = (try? socket.send(Data(text.utf8))) != nil
      case .sendData(let data): isDone = (try? socket.send(data)) != nil
      case .flood(let count): isDone = flood(count, socket)
      case .wait(let milliseconds): isDone = socket.sit(milliseconds: milliseconds)
      case .waitFor(let gate): isDone = wait(for: gate)
      case .readToEnd:
        reader.readToEnd()
        isDone = true
      case .finishSending:
        socket.finishSending()
        isDone = true
      case .close: return
      case .reset:
        socket.resetOnClose()
        return
      case .again:
        index = -1
        isDone = true
      }
      guard isDone else { return }
      index += 1
    }
  }

  private func flood(_ count: Int, _ socket: RawSocket) -> Bool {
    let piece = Data(count: 65_536)
    var left = count
    while left > 0 {
      let size = min(left, piece.count)
      guard (try? socket.send(piece.prefix(size))) != nil else { return false }
      locked { flooded += size }
      left -= size
    }
    return true
  }

  private func wait(for gate: Gate) -> Bool {
    while !locked({ isStopped }) {
      if gate.wait(seconds: 0.05) { return true }
    }
    return false
  }

  private func startThread(_ body: @escaping @Sendable (RawServerCore) -> Void) {
    threads.enter()
    let thread = Thread { [self] in
      body(self)
      threads.leave()
    }
    thread.name = "raw-server"
    thread.stackSize = 256 * 1024
    thread.start()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body()
  }

  private func waitUntil(_ seconds: Double, _ claim: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while !claim() {
      guard condition.wait(until: end) else { return claim() }
    }
    return true
  }
}
