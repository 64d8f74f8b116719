internal import Foundation
internal import MiniRx

/// The answers that a cache has in a folder, one file an entry, bounded by their sizes. The folder is the only index, so
/// that several processes may use it.
///
/// A file is written under another name and renamed, so that a reader finds all of it or nothing. Its name is made of
/// hashes; the key is in the file, and is compared.
final class DiskStore: Sendable {
  private let folder: URL
  private let bound: Int
  private let report: @Sendable (any Error) -> Void
  private let lock = Lock()
  // How much was written since the folder was last looked through. Guarded by `lock`.
  nonisolated(unsafe) private var unseen = Int.max / 2

  init(folder: URL, bound: Int, report: @escaping @Sendable (any Error) -> Void) {
    self.folder = folder
    self.bound = bound
    self.report = report
  }

  /// What is kept under the key. A file that is not what it should be is removed.
  func answer(for key: CacheKey) -> StoredAnswer? {
    let place = place(Self.name(key))
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: place.path) else { return nil }
    let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    guard attributes[.type] as? FileAttributeType == .typeRegular, size <= bound else {
      remove(place)
      return nil
    }
    guard let data = attempt({ try Data(contentsOf: place) }) else { return nil }
    guard let answer = CacheFile.read(data, key) else {
      remove(place)
      return nil
    }
    // The time of the file says when it was last used.
    attempt { try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: place.path) }
    return answer
  }

  func keep(_ answer: StoredAnswer, for key: CacheKey) {
    guard let data = attempt({ try CacheFile.write(answer, key) }) else { return }
    guard data.count <= bound / 8 else { return remove(key) }
    let (place, draft) = (place(Self.name(key)), place(UUID().uuidString + Self.draftSuffix))
    attempt {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      do {
        try data.write(to: draft)
        guard rename(draft.path, place.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      } catch {
        // What was kept before is out of date.
        for file in [draft, place] { try? FileManager.default.removeItem(at: file) }
        throw error
      }
    }
    let isLookDue = lock.withLock {
      unseen += data.count
      guard unseen > bound / 16 else { return false }
      unseen = 0
      return true
    }
    if isLookDue { trim() }
  }

  func remove(_ key: CacheKey) {
    remove(place(Self.name(key)))
  }

  func remove(_ address: String) {
    let start = Self.hash(address)
    for file in files() where file.lastPathComponent.hasPrefix(start) { remove(file) }
  }

  func removeAll() {
    for file in files() { remove(file) }
  }

  /// Removes what was used least recently until the rest fits, and drafts that somebody left behind.
  private func trim() {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    var (total, entries) = (0, [(file: URL, size: Int, used: Date)]())
    for file in files() {
      guard let values = try? file.resourceValues(forKeys: keys), let used = values.contentModificationDate else {
        continue
      }
      if file.lastPathComponent.hasSuffix(Self.draftSuffix) {
        if used.timeIntervalSinceNow < -3600 { remove(file) }
        continue
      }
      entries.append((file, values.fileSize ?? 0, used))
      total += values.fileSize ?? 0
    }
    for entry in entries.sorted(by: { $0.used < $1.used }) where total > bound {
      remove(entry.file)
      total -= entry.size
    }
  }

  /// The files of the folder that are the cache's.
  private func files() -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(Self.suffix) || $0.hasSuffix(Self.draftSuffix) }.map(place)
  }

  private func remove(_ file: URL) {
    attempt { try FileManager.default.removeItem(at: file) }
  }

  @discardableResult
  private func attempt<Value>(_ work: () throws -> Value) -> Value? {
    do {
      return try work()
    } catch CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile {
      // It never was, or another process was faster.
    } catch {
      report(error)
    }
    return nil
  }

  private func place(_ name: String) -> URL { folder.appendingPathComponent(name, isDirectory: false) }

  private static let suffix = ".airportnet-cache"
  private static let draftSuffix = ".airportnet-draft"

  private static func name(_ key: CacheKey) -> String { "\(hash(key.address))-\(hash(key.selector))\(suffix)" }

  private static func hash(_ text: String) -> String {
    var hash = StableHash()
    hash.combine(Data(text.utf8))
    return hash.text
  }
}
