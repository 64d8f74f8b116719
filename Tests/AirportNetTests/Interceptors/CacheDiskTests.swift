import Foundation
import MiniRx
import TestSupport
import Testing

@testable import AirportNet

@Suite("Cache on disk")
struct CacheDiskTests {
  private let key = CacheKey(number: 1)
  private let answer = StoredAnswer(byte: 7, count: 1000)

  @Test("another cache of the folder finds the answer as it was, and nothing under other keys")
  func survives() throws {
    let folder = try CacheFolder()
    var headers = answer.response.headers
    headers.append(name: "Link", value: "</a>; rel=next")
    headers.append(name: "Link", value: "</인천>; rel=prev")
    var kept = answer
    kept.response.head.headers = headers
    kept.response.head.statusCode = 404
    HTTPCache(files: folder.url).keep(kept, key)
    #expect(folder.entries.count == 1 && folder.drafts.isEmpty)
    let cache = HTTPCache(files: folder.url)
    #expect(cache.found(key) == kept)
    #expect(cache.found(CacheKey(number: 2)) == nil)
    #expect(cache.found(CacheKey(number: 1, headers: ["Accept": "x"])) == nil)
    cache.keep(answer, key)
    #expect(HTTPCache(files: folder.url).found(key) == answer)
    #expect(folder.entries.count == 1)
  }

  @Test("an empty body and a large one come back")
  func sizes() throws {
    let folder = try CacheFolder()
    let cache = HTTPCache(files: folder.url)
    for count in [0, 1, 7, 8, 9, 100_000] {
      let answer = StoredAnswer(byte: 9, count: count)
      cache.keep(answer, key)
      #expect(cache.found(key) == answer)
    }
  }

  @Test("what is found on disk is in memory from then on")
  func promoted() throws {
    let folder = try CacheFolder()
    HTTPCache(files: folder.url).keep(answer, key)
    let cache = HTTPCache(folder: folder.url, scheduler: ImmediateScheduler.instance)
    #expect(cache.memoryBytes == 0)
    #expect(cache.found(key) == answer)
    #expect(cache.memoryBytes > 1000)
    cache.removeAll()
    #expect(cache.found(key) == nil)
  }

  @Test("a file that is torn at any place is not there, and is removed")
  func torn() throws {
    let folder = try CacheFolder()
    let (cache, answer) = (HTTPCache(files: folder.url), StoredAnswer(byte: 7, count: 20))
    cache.keep(answer, key)
    let file = try #require(folder.entries.first)
    let whole = try Data(contentsOf: file)
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: file)
      #expect(cache.found(key) == nil, "cut to \(length)")
      #expect(folder.entries.isEmpty)
    }
    try (whole + Data([0])).write(to: file)
    #expect(cache.found(key) == nil)
    try whole.write(to: file)
    #expect(cache.found(key) == answer)
  }

  @Test("a file with one wrong byte anywhere is not there")
  func flipped() throws {
    let folder = try CacheFolder()
    let (cache, answer) = (HTTPCache(files: folder.url), StoredAnswer(byte: 7, count: 20))
    cache.keep(answer, key)
    let file = try #require(folder.entries.first)
    let whole = try Data(contentsOf: file)
    for position in whole.indices {
      var bytes = whole
      bytes[position] ^= 1 << UInt8(position % 8)
      try bytes.write(to: file)
      #expect(cache.found(key) == nil, "byte \(position)")
    }
  }

  @Test("a file of another key under this name is not there: the key is in the file")
  func otherKey() throws {
    let folder = try CacheFolder()
    let cache = HTTPCache(files: folder.url)
    cache.keep(answer, key)
    let file = try #require(folder.entries.first)
    cache.keep(StoredAnswer(byte: 8, count: 10), CacheKey(number: 2))
    let other = try #require(folder.entries.first { $0 != file })
    try Data(contentsOf: other).write(to: file)
    #expect(cache.found(key) == nil)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("what is no file - a folder, a link, text of somebody's - is not there and does no harm")
  func foreign() throws {
    let folder = try CacheFolder()
    let cache = HTTPCache(files: folder.url)
    cache.keep(answer, key)
    let file = try #require(folder.entries.first)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    #expect(cache.found(key) == nil)
    try? FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
    #expect(cache.found(key) == nil)
    try Data("hello".utf8).write(to: file)
    #expect(cache.found(key) == nil)
    cache.keep(answer, key)
    #expect(cache.found(key) == answer)
  }

  @Test("files of others in the folder are left alone")
  func guests() throws {
    let folder = try CacheFolder()
    let guest = folder.url.appendingPathComponent("notes.txt")
    try Data("mine".utf8).write(to: guest)
    let cache = HTTPCache(files: folder.url, maximumFolderBytes: 8000)
    for number in 0..<50 { cache.keep(StoredAnswer(byte: 1, count: 200), CacheKey(number: number)) }
    cache.removeAll()
    #expect(folder.names == ["notes.txt"])
  }

  @Test("the folder stays within its bound, and what was used last stays")
  func bounded() throws {
    let folder = try CacheFolder()
    let (bound, cache) = (100_000, HTTPCache(files: folder.url, maximumFolderBytes: 100_000))
    for number in 0..<40 {
      cache.keep(StoredAnswer(byte: 1, count: 5000), CacheKey(number: number))
      #expect(cache.found(CacheKey(number: number)) != nil)
      // The first is used again and again, and so it stays.
      #expect(cache.found(CacheKey(number: 0)) != nil, "after \(number)")
      #expect(folder.bytes <= bound + bound / 16)
    }
    #expect(folder.entries.count > 10)
    #expect(cache.found(CacheKey(number: 1)) == nil)
    cache.keep(StoredAnswer(byte: 1, count: bound / 8), CacheKey(number: 0))
    #expect(cache.found(CacheKey(number: 0)) == nil)
  }

  @Test("drafts that a process left behind go after an hour, younger ones do not")
  func drafts() throws {
    let folder = try CacheFolder()
    for (name, age) in [("old", -4000.0), ("new", -10.0)] {
      let file = folder.url.appendingPathComponent(name + ".airportnet-draft")
      try Data("x".utf8).write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: age)], ofItemAtPath: file.path)
    }
    HTTPCache(files: folder.url).keep(answer, key)
    #expect(folder.drafts == ["new.airportnet-draft"])
  }

  @Test("forgetting an address forgets all of its entries, and no other address")
  func forgets() throws {
    let folder = try CacheFolder()
    let cache = HTTPCache(files: folder.url)
    let french = CacheKey(number: 1, headers: ["Accept-Language": "fr"])
    for key in [key, french, CacheKey(number: 2)] { cache.keep(answer, key) }
    cache.remove(try #require(URL(string: "http://HOST.test/1#x")))
    #expect(cache.found(key) == nil && cache.found(french) == nil)
    #expect(cache.found(CacheKey(number: 2)) == answer)
    #expect(folder.entries.count == 1)
  }

  @Test("answers to credentials, and to addresses with secrets, never reach the disk; no name tells an address")
  func secrets() throws {
    let folder = try CacheFolder()
    let cache = HTTPCache(folder: folder.url, scheduler: ImmediateScheduler.instance)
    let url = try #require(URL(string: "http://host.test/a?access_token=hidden"))
    for (url, headers) in [
      (url, [:]), (try #require(URL(string: "http://me:hidden@host.test/")), [:]),
      (try #require(URL(string: "http://host.test/b")), ["Authorization": "Bearer hidden"]),
      (try #require(URL(string: "http://host.test/b")), ["Cookie": "sid=hidden"]),
    ] as [(URL, [String: String])] {
      let key = CacheKey(url, headers, owner: nil, keyHeaders: [])
      cache.keep(answer, key)
      #expect(cache.found(key) == answer)
    }
    #expect(folder.names.isEmpty)
    cache.keep(answer, key)
    #expect(folder.names.allSatisfy { !$0.contains("host") && $0.utf8.count < 100 })
  }

  @Test("a folder that cannot be made makes the cache smaller, not the call fail")
  func unwritable() throws {
    let folder = try CacheFolder()
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    let errors = Counter()
    let cache = HTTPCache(
      folder: file.appendingPathComponent("below"), scheduler: ImmediateScheduler.instance,
      report: { _ in errors.add() })
    cache.keep(answer, key)
    #expect(errors.value == 1)
    #expect(cache.found(key) == answer)
    #expect(cache.found(CacheKey(number: 2)) == nil)
    cache.removeAll()
    #expect(cache.found(key) == nil)
  }

  #if os(Linux)
    @Test("a full disk is reported, and leaves neither a draft nor an old answer")
    func full() async throws {
      let folder = try CacheFolder()
      HTTPCache(files: folder.url).keep(answer, key)
      let path = folder.url.path
      await #expect(processExitsWith: .success) { [path = path as String] in
        // No file may grow beyond this, as if the disk had ended.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 3000, rlim_max: 3000)
        guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { exit(2) }
        let errors = Counter()
        let cache = HTTPCache(files: URL(fileURLWithPath: path), report: { _ in errors.add() })
        guard cache.found(CacheKey(number: 1)) != nil else { exit(3) }
        cache.keep(StoredAnswer(byte: 1, count: 5000), CacheKey(number: 1))
        guard errors.value == 1 else { exit(4) }
        guard cache.found(CacheKey(number: 1)) == nil else { exit(5) }
        cache.keep(StoredAnswer(byte: 1, count: 100), CacheKey(number: 2))
        exit(cache.found(CacheKey(number: 2)) != nil ? 0 : 6)
      }
      #expect(folder.entries.count == 1)
      #expect(folder.drafts.isEmpty)
    }
  #endif

  @Test("a call is answered from the folder by the next process, and asks whether it holds")
  func throughInterceptor() throws {
    let folder = try CacheFolder()
    let first = CacheBench(
      CacheBench.answer("1", ["Cache-Control": "max-age=60", "ETag": "\"1\""]), folder: folder.url)
    first.ask()
    let second = CacheBench(.status(304), folder: folder.url)
    #expect(second.ask().value?.words == "1")
    #expect(second.sentCount == 0)
    second.time.advance(by: .seconds(61))
    #expect(second.ask().value?.words == "1")
    #expect(second.transport.sent.first?.value(forHTTPHeaderField: "If-None-Match") == "\"1\"")
  }
}
