public import Foundation
public import MiniRx

/// Answers kept for later, in memory and, where a folder is given, on disk; what a `CacheInterceptor` reads and writes.
///
/// Both places are bounded; what was used least recently leaves first. An answer larger than an eighth of a bound is not
/// kept in that place. Several processes may share a folder. Files that are torn, foreign or unreadable count as not
/// there; a full disk or a folder that cannot be written makes the cache smaller, never a call fail.
///
/// Files are read and written on the scheduler, never on a caller's thread. Those of the folder that are not the cache's
/// are not touched.
public final class HTTPCache: Sendable {
  private let memory: MemoryStore
  private let disk: DiskStore?
  private let scheduler: any ImmediateSchedulerType

  /// An empty cache, or one that has what is in the folder.
  ///
  /// - Parameters:
  ///   - maximumBytes: the bound of the memory.
  ///   - folder: where to keep answers beyond the life of the process; nil for nowhere. It is made when needed.
  ///   - maximumFolderBytes: the bound of the folder, which may be passed by a sixteenth for each process that writes.
  ///   - scheduler: runs what has to do with files; a serial one. Nil for a queue of the cache's own.
  ///   - report: hears why a file could not be read, written or removed, on the scheduler.
  public init(
    maximumBytes: Int = 16 << 20, folder: URL? = nil, maximumFolderBytes: Int = 64 << 20,
    scheduler: (any ImmediateSchedulerType)? = nil, report: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    memory = MemoryStore(bound: maximumBytes)
    disk = folder.map { DiskStore(folder: $0, bound: maximumFolderBytes, report: report) }
    self.scheduler = scheduler ?? SerialDispatchQueueScheduler(internalSerialQueueName: "AirportNet.cache")
  }

  /// How many bytes the answers in memory count for.
  public var memoryBytes: Int { memory.bytes }

  /// Forgets everything; what is under way then is not kept. At once, but for the files, which go on the scheduler.
  public func removeAll() {
    memory.removeAll()
    write { $0.removeAll() }
  }

  /// Forgets what is kept for an address, whoever asked for it; what is under way then is not kept. See `removeAll`.
  public func remove(_ url: URL) {
    let address = RequestAddress.text(url)
    memory.remove(address)
    write { $0.remove(address) }
  }

  /// What is kept under a key: at once where the memory has it, else on the scheduler.
  func answer(for key: CacheKey) -> Single<StoredAnswer?> {
    .deferred { [self] in
      if let answer = memory.answer(for: key) { return .just(answer) }
      guard let disk, !key.isSecret else { return .just(nil) }
      let ticket = memory.ticket
      return .create { [self] observer in
        scheduler.schedule(()) { [self] in
          let answer = disk.answer(for: key)
          if let answer { memory.keep(answer, for: key, since: ticket) }
          observer(.success(answer))
          return Disposables.create()
        }
      }
    }
  }

  /// What tells an answer asked for now from what is forgotten later.
  var ticket: Int { memory.ticket }

  /// Keeps an answer that was asked for at the time of the ticket, unless its address was forgotten since.
  func keep(_ answer: StoredAnswer, for key: CacheKey, since ticket: Int) {
    guard memory.keep(answer, for: key, since: ticket), !key.isSecret else { return }
    // Asked again, since the address may be forgotten until the work's turn comes; after that, its files are.
    write { [memory] in if memory.isCurrent(ticket, key.address) { $0.keep(answer, for: key) } }
  }

  /// Forgets what is kept under a key.
  func remove(_ key: CacheKey) {
    memory.remove(key)
    if !key.isSecret { write { $0.remove(key) } }
  }

  private func write(_ work: @escaping @Sendable (DiskStore) -> Void) {
    guard let disk else { return }
    _ = scheduler.schedule(()) {
      work(disk)
      return Disposables.create()
    }
  }
}
