internal import MiniRx

/// Makes a transport wait while much of what it has brought is not written or read yet.
final class TransferFlow: @unchecked Sendable {
  // Sendable by rule: all state is guarded by `lock`.
  private let lock = Lock()
  private var task: (any TransportTask)?
  private var waiting = 0
  private var isHeld = false
  private var isTelling = false
  private var isOver = false

  /// The transport waits from `full` bytes on, until there are fewer than `low`.
  private static let (low, full) = (256 * 1_024, 1_024 * 1_024)

  /// Takes what is made to wait; it is disposed at once if nobody wants it any more.
  func attach(_ task: any TransportTask) {
    let isUnwanted = lock.withLock {
      if !isOver { self.task = task }
      return isOver
    }
    if isUnwanted { task.dispose() } else { tell() }
  }

  /// So many bytes have come (or, below 0, are done with).
  func add(_ bytes: Int) {
    lock.withLock { waiting += bytes }
    tell()
  }

  func dispose() {
    let gone = lock.withLock {
      defer { (task, isOver) = (nil, true) }
      return task
    }
    gone?.dispose()
  }

  /// Pauses or resumes, by one thread at a time, so that the last word is the right one.
  private func tell() {
    lock.lock()
    while !isTelling, let task, (waiting > (isHeld ? Self.low : Self.full)) != isHeld {
      isHeld.toggle()
      isTelling = true
      let pauses = isHeld
      lock.unlock()
      if pauses { task.pause() } else { task.resume() }
      lock.lock()
      isTelling = false
    }
    lock.unlock()
  }
}
