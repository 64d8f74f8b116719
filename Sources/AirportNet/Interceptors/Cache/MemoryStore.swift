internal import MiniRx

/// The answers that a cache has in memory, bounded by their sizes.
final class MemoryStore: @unchecked Sendable {
  // Sendable by rule: all state is guarded by `lock`.
  private struct Entry {
    let answer: StoredAnswer
    let size: Int
    var used: Int
  }

  private let lock = Lock()
  private let bound: Int
  private var entries: [CacheKey: Entry] = [:]
  private var total = 0
  // Counts what happens. A ticket is a moment.
  private var moment = 0
  // When addresses were forgotten, and the moment up to which all were, as far as is known.
  private var forgotten: [String: Int] = [:]
  private var allForgotten = 0

  init(bound: Int) { self.bound = bound }

  var bytes: Int { lock.withLock { total } }

  var ticket: Int { lock.withLock { moment } }

  func answer(for key: CacheKey) -> StoredAnswer? {
    lock.withLock {
      moment += 1
      entries[key]?.used = moment
      return entries[key]?.answer
    }
  }

  /// Keeps an answer unless it is too large for the memory; false where its address was forgotten after the ticket.
  /// O(entries) for each one that leaves.
  @discardableResult
  func keep(_ answer: StoredAnswer, for key: CacheKey, since ticket: Int) -> Bool {
    lock.withLock {
      guard isValid(ticket, key.address) else { return false }
      moment += 1
      drop(key)
      let size = answer.size + key.address.utf8.count + key.selector.utf8.count
      guard size <= bound / 8 else { return true }
      entries[key] = Entry(answer: answer, size: size, used: moment)
      total += size
      while total > bound, let oldest = entries.min(by: { $0.value.used < $1.value.used }) { drop(oldest.key) }
      return true
    }
  }

  /// Whether the address was not forgotten after the ticket.
  func isCurrent(_ ticket: Int, _ address: String) -> Bool { lock.withLock { isValid(ticket, address) } }

  func remove(_ key: CacheKey) {
    lock.withLock { drop(key) }
  }

  func remove(_ address: String) {
    lock.withLock {
      moment += 1
      if forgotten.count == 256 { (forgotten, allForgotten) = ([:], moment) }
      forgotten[address] = moment
      for key in entries.keys where key.address == address { drop(key) }
    }
  }

  func removeAll() {
    lock.withLock {
      moment += 1
      (entries, total, forgotten, allForgotten) = ([:], 0, [:], moment)
    }
  }

  private func isValid(_ ticket: Int, _ address: String) -> Bool {
    ticket >= max(allForgotten, forgotten[address] ?? 0)
  }

  private func drop(_ key: CacheKey) {
    total -= entries.removeValue(forKey: key)?.size ?? 0
  }
}
