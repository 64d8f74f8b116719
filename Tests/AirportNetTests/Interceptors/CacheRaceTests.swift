import Foundation
import MiniRx
import TestSupport
import Testing

@testable import AirportNet

@Suite("Cache, threads and processes", .serialized)
struct CacheRaceTests {
  #if DEBUG
    static let rounds = 300
  #else
    static let rounds = 3_000
  #endif

  /// Reads, writes and removes entries of a folder; false if an answer was not whole.
  private static func work(in folder: URL, seed: Int) -> Bool {
    // So small that files leave all the time.
    let cache = HTTPCache(files: folder, maximumFolderBytes: 200_000)
    var (number, isWhole) = (seed, true)
    for _ in 0..<rounds {
      number = (number &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      let key = CacheKey(number: number >> 8 & 7)
      switch number >> 16 & 15 {
      case 0: cache.remove(key)
      case 1: cache.remove(URL(string: key.address) ?? folder)
      case 2..<8: cache.keep(StoredAnswer(byte: UInt8(number >> 4 & 255), count: number >> 12 & 0x3FFF), key)
      default: isWhole = isWhole && cache.found(key)?.isWhole ?? true
      }
    }
    return isWhole
  }

  @Test("caches of one folder, on four threads and in two other processes, never read half of an answer")
  func shared() async throws {
    let folder = try CacheFolder()
    let path = folder.url.path
    func process() async {
      await #expect(processExitsWith: .success) { [path = path as String] in
        exit(Self.work(in: URL(fileURLWithPath: path), seed: Int(getpid())) ? 0 : 1)
      }
    }
    func threads() async -> Int {
      let broken = Counter()
      inParallel(4) { thread in
        if !Self.work(in: URL(fileURLWithPath: path), seed: thread) { broken.add() }
      }
      return broken.value
    }
    async let first: Void = process()
    async let second: Void = process()
    #expect(await threads() == 0)
    _ = await (first, second)
    #expect(folder.drafts.isEmpty)
    #expect(folder.entries.count <= 8)
    let cache = HTTPCache(files: folder.url)
    for number in 0..<8 {
      if let answer = cache.found(CacheKey(number: number)) { #expect(answer.isWhole) }
    }
  }

  @Test("what is forgotten while it is being kept is not there afterwards, in memory and on disk")
  func forgotten() throws {
    let folder = try CacheFolder()
    let url = try #require(URL(string: "http://host.test/1"))
    withWatchdog(seconds: 300, "keeping against forgetting") {
      let cache = HTTPCache(folder: folder.url)
      let key = CacheKey(number: 1)
      race(
        rounds: Self.rounds, { _ in cache.ticket },
        { cache.keep(StoredAnswer(byte: 1, count: 100), for: key, since: $0) }, { _ in cache.remove(url) },
        check: { round, ticket in
          // Whichever came first, the request was under way when its address was forgotten.
          #expect(cache.memoryBytes == 0)
          if round % 50 == 0 { #expect(Self.wait(cache, key) == nil) }
        })
      #expect(Self.wait(cache, key) == nil)
    }
    #expect(folder.entries.isEmpty)
  }

  /// What the cache finds once its queue has done all that it had to.
  private static func wait(_ cache: HTTPCache, _ key: CacheKey) -> StoredAnswer? {
    let log = Awaited<Result<StoredAnswer?, NetworkError>>()
    let subscription = log.record(cache.answer(for: key))
    #expect(log.wait())
    subscription.dispose()
    return log.values.first?.value ?? nil
  }

  @Test("files are not touched on the thread that asks")
  func elsewhere() throws {
    let folder = try CacheFolder()
    let queue = DispatchQueue(label: "files")
    queue.suspend()
    let cache = HTTPCache(
      maximumBytes: 0, folder: folder.url, scheduler: SerialDispatchQueueScheduler(queue: queue))
    let (key, log) = (CacheKey(number: 1), Awaited<Result<StoredAnswer?, NetworkError>>())
    cache.keep(StoredAnswer(byte: 1, count: 100), key)
    let subscription = log.record(cache.answer(for: key))
    #expect(folder.names.isEmpty)
    #expect(log.values.isEmpty)
    queue.resume()
    #expect(log.wait())
    #expect(log.values.first?.value??.isWhole == true)
    subscription.dispose()
  }
}
