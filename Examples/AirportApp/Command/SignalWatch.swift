public import Dispatch
internal import Foundation
internal import MiniRx

/// Tells on a queue of each signal of a number that the process gets, in place of the signal's default action.
///
/// Not a dispatch source: on Linux that loses signals where a thread that is not the queue's own gets them. The handler
/// here writes a byte to a pipe, whichever thread it runs on. One watch a number at a time; the newest counts.
public final class SignalWatch: Sendable {
  private let number: Int32

  /// Watches until `cancel()`.
  public init(_ number: Int32, on queue: DispatchQueue, _ handle: @escaping @Sendable () -> Void) {
    self.number = number
    SignalPipe.shared.tell(number) { queue.async(execute: handle) }
    _ = signal(number, writeToPipe)
    // Whoever started the process may have blocked it, which is inherited. One thread that takes it is enough.
    Self.unblock(number)
  }

  /// Gives the signal its default action again. What was told before may still reach the queue.
  public func cancel() {
    _ = signal(number, SIG_DFL)
    SignalPipe.shared.tell(number, nil)
  }

  /// Takes the default action of a signal, right here: the process ends, or all its threads stop up to SIGCONT. After
  /// that, or where the kernel does nothing, the signal is watched as before.
  static func takeDefaultAction(_ number: Int32) {
    let watch = signal(number, SIG_DFL)
    // Threads of a dispatch queue block all signals.
    var old = unblock(number)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &old, nil)
    _ = signal(number, watch)
  }

  /// Lets the calling thread take a signal; gives what it blocked before.
  @discardableResult
  private static func unblock(_ number: Int32) -> sigset_t {
    var (mask, old) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, &old)
    return old
  }
}

/// Where the handler writes to. Set once, before there is a handler; only read from then on.
nonisolated(unsafe) private var pipeInput: Int32 = -1

/// Does nothing but what a handler may do (signal-safety(7)).
private let writeToPipe: @convention(c) (Int32) -> Void = { number in
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(pipeInput, &byte, 1)
  errno = saved
}

/// The pipe from the handler, and who is told of what comes out of it.
private final class SignalPipe: @unchecked Sendable {
  static let shared = SignalPipe()

  // Guarded by `lock`.
  private var listeners: [Int32: @Sendable () -> Void] = [:]
  private let lock = Lock()
  private let source: any DispatchSourceRead

  private init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("no pipe for signals: \(String(cString: strerror(errno)))") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    pipeInput = ends[1]
    source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: DispatchQueue(label: "airports.signals"))
    source.setEventHandler { [self, output = ends[0]] in read(output) }
    source.resume()
  }

  func tell(_ number: Int32, _ listener: (@Sendable () -> Void)?) {
    let former = lock.withLock {
      defer { listeners[number] = listener }
      return listeners[number]
    }
    withExtendedLifetime(former) {}
  }

  private func read(_ output: Int32) {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Foundation.read(output, &bytes, bytes.count)
    for byte in bytes.prefix(max(0, count)) {
      let listener = lock.withLock { listeners[Int32(byte)] }
      listener?()
    }
  }
}
