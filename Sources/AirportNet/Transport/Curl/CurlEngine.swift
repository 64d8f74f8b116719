#if os(Linux)
  internal import CCurl
  internal import Foundation
  internal import MiniRx

  /// The thread of a transport, and libcurl's multi handle on it.
  ///
  /// Others post commands; the thread carries them out between two turns of libcurl. Everything of libcurl is touched by
  /// that thread alone, but for the call that wakes it.
  final class CurlEngine: @unchecked Sendable {
    // Sendable by rule: `inbox` and what follows up to `multi` is guarded by `lock`, the rest belongs to the thread.
    enum Command {
      case start(CurlTransfer)
      case cancel(CurlTransfer)
      /// The reader of the transfer makes it wait, or no more.
      case pause(CurlTransfer)
      /// The transfer's body has more to send.
      case goOn(CurlTransfer)
      case close
    }

    let configuration: CurlConfiguration

    private let lock = Lock()
    private var inbox: [Command] = []
    private var isRunning = false
    private var isAsleep = false
    private var generation: UInt32 = 0
    private var multi: OpaquePointer?

    private var queues = CurlQueues()
    private var active: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var idle: [CurlHandle] = []
    private var cookies: OpaquePointer?
    private var isClosing = false
    /// When the deadlines are looked at again, by `CurlClock`.
    private var nextLook = UInt64.max

    init(_ configuration: CurlConfiguration) { self.configuration = configuration }

    /// Leaves a command to the thread, which is started by the first transfer.
    func post(_ command: Command) {
      lock.lock()
      if isRunning, generation != ccurl_fork_generation() { forgetParent() }
      if !isRunning {
        // Without a thread there is nothing to cancel, and nothing to close.
        guard case .start = command else { return lock.unlock() }
        isRunning = true
        generation = ccurl_fork_generation()
        startThread()
      }
      inbox.append(command)
      if isAsleep, let multi {
        isAsleep = false
        curl_multi_wakeup(UnsafeMutableRawPointer(multi))
      }
      lock.unlock()
    }

    /// Lets the thread end with its last transfer.
    func close() { post(.close) }

    /// In a forked child, under the lock: the thread is the parent's, and so are its sockets.
    private func forgetParent() {
      (inbox, isRunning, isAsleep, multi) = ([], false, false, nil)
      (queues, active, idle, cookies, nextLook) = (CurlQueues(), [:], [], nil, .max)
    }

    private func startThread() {
      let thread = Thread { [self] in run() }
      thread.name = "AirportNet.curl"
      thread.start()
    }
  }

  extension CurlEngine {
    /// Once a process, and by one thread: libraries before 7.84 ask for that.
    private static let isPrepared = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    private func run() {
      _ = Self.isPrepared
      guard let multi = curl_multi_init() else { return failAll() }
      ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, configuration.maximumIdleConnections))
      ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, configuration.maximumConnectionsPerHost))
      if configuration.storesCookies { cookies = ccurl_cookie_jar_make().map { OpaquePointer($0) } }
      lock.withLock { self.multi = OpaquePointer(multi) }
      repeat {
        for command in takeCommands() { carryOut(command, multi) }
        let now = CurlClock.now
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        collect(multi)
        expire(multi, now)
      } while !rest(multi)
      for handle in idle { handle.release() }
      idle = []
      curl_multi_cleanup(multi)
      if let cookies { curl_share_cleanup(UnsafeMutableRawPointer(cookies)) }
      cookies = nil
    }

    /// Sleeps until there is something to do; true where the thread shall end.
    private func rest(_ multi: UnsafeMutableRawPointer) -> Bool {
      let isOver = lock.withLock {
        guard inbox.isEmpty else { return false }
        if isClosing && active.isEmpty && queues.isEmpty {
          (isRunning, self.multi) = (false, nil)
          return true
        }
        isAsleep = true
        return false
      }
      if isOver { return true }
      if lock.withLock({ isAsleep }) {
        let now = CurlClock.now
        let wait = nextLook == .max ? 60_000 : nextLook > now ? min((nextLook - now) / 1_000_000 + 1, 60_000) : 0
        curl_multi_poll(multi, nil, 0, Int32(wait), nil)
        lock.withLock { isAsleep = false }
      }
      return false
    }

    private func takeCommands() -> [Command] {
      lock.withLock {
        defer { inbox.removeAll(keepingCapacity: true) }
        return inbox
      }
    }

    private func carryOut(_ command: Command, _ multi: UnsafeMutableRawPointer) {
      switch command {
      case .start(let transfer):
        if transfer.exchange.isDisposed { return }
        if let next = queues.add(transfer, limit: max(1, configuration.maximumConnectionsPerHost)) {
          start(next, multi)
        }
      case .cancel(let transfer):
        if queues.remove(transfer) { return }
        if transfer.handle != nil { release(transfer, multi, version: 0) }
      case .pause(let transfer):
        transfer.followReader()
        nextLook = min(nextLook, transfer.deadline)
      case .goOn(let transfer): transfer.goOn()
      case .close: isClosing = true
      }
    }

    private func start(_ transfer: CurlTransfer, _ multi: UnsafeMutableRawPointer) {
      guard let handle = idle.popLast() ?? CurlHandle() else { return fail(transfer, CURLE_OUT_OF_MEMORY, multi) }
      active[handle.easy] = transfer
      let result = transfer.begin(on: handle, configuration, cookies: cookies, engine: self)
      guard result == CURLE_OK else { return fail(transfer, result, multi) }
      guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
        return fail(transfer, CURLE_FAILED_INIT, multi)
      }
      nextLook = min(nextLook, transfer.deadline)
    }

    private func fail(_ transfer: CurlTransfer, _ result: CURLcode, _ multi: UnsafeMutableRawPointer) {
      transfer.finish(result, ccurl_summary())
      release(transfer, multi, version: 0)
    }

    /// Reports the transfers that have ended.
    private func collect(_ multi: UnsafeMutableRawPointer) {
      var result = CURLE_OK
      while let easy = ccurl_next_finished(multi, &result) {
        guard let transfer = active[easy] else { continue }
        var summary = ccurl_summary()
        ccurl_summarise(easy, &summary)
        transfer.finish(result, summary)
        release(transfer, multi, version: summary.http_version)
      }
    }

    /// Takes the transfer off its handle, and lets the next of its origin go.
    private func release(_ transfer: CurlTransfer, _ multi: UnsafeMutableRawPointer, version: Int) {
      if let handle = transfer.handle {
        curl_multi_remove_handle(multi, handle.easy)
        active[handle.easy] = nil
        transfer.letGo()
        if idle.count < 64 { idle.append(handle) } else { handle.release() }
      }
      // CURL_HTTP_VERSION_2_0: many requests fit into one connection.
      for next in queues.ended(transfer, sharesConnections: version == 3) { start(next, multi) }
    }

    /// Ends the transfers in which nothing has moved for too long, at a time before the sockets were looked at: however long
    /// the thread was kept from running, what has come meanwhile counts.
    private func expire(_ multi: UnsafeMutableRawPointer, _ now: UInt64) {
      guard now >= nextLook else { return }
      nextLook = .max
      for transfer in Array(active.values) {
        if transfer.deadline <= now {
          transfer.timeOut()
          release(transfer, multi, version: 0)
        } else {
          nextLook = min(nextLook, transfer.deadline)
        }
      }
    }

    private func failAll() {
      lock.withLock { isRunning = false }
      for case .start(let transfer) in takeCommands() { transfer.finish(CURLE_FAILED_INIT, ccurl_summary()) }
    }
  }

  /// The time of the deadlines, in nanoseconds; it never goes back.
  enum CurlClock {
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    static func span(_ time: Duration) -> UInt64 {
      UInt64(time.components.seconds) * 1_000_000_000 + UInt64(time.components.attoseconds / 1_000_000_000)
    }
  }
#endif
