import Foundation
import MiniRx
import TestSupport

@testable import AirportNet

/// A folder of its own for a test, gone with it.
final class CacheFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  var entries: [URL] {
    names.filter { $0.hasSuffix(".airportnet-cache") }.map { url.appendingPathComponent($0) }
  }

  var drafts: [String] { names.filter { $0.hasSuffix(".airportnet-draft") } }

  var bytes: Int {
    entries.reduce(0) { $0 + ((try? Data(contentsOf: $1))?.count ?? 0) }
  }
}

extension CacheKey {
  init(number: Int, headers: [String: String] = [:]) {
    let url = URL(string: "http://host.test/\(number)") ?? URL(fileURLWithPath: "/")
    self.init(url, headers, owner: nil, keyHeaders: [])
  }
}

extension StoredAnswer {
  /// An answer whose body is one byte, over and over: a mixture of two is seen.
  init(byte: UInt8, count: Int) {
    let start = Date(timeIntervalSince1970: 784_111_777)
    let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "X-Byte": "\(byte)", "X-Count": "\(count)"]
    let response = HTTPResponse(
      statusCode: 200, headers: headers, url: URL(string: "http://host.test/"),
      body: Data(repeating: byte, count: count))
    self.init(response: response, requestTime: start, responseTime: start + 0.25, varying: ["accept": "=text/plain"])
  }

  /// Whether it is as one of those that the initialiser makes.
  var isWhole: Bool {
    let body = response.body
    guard let byte = response.headers["X-Byte"].flatMap({ UInt8($0) }) else { return false }
    let count = response.headers["X-Count"].flatMap { Int($0) }
    return body.count == count && body == Data(repeating: byte, count: body.count)
  }
}

extension HTTPCache {
  /// A cache without a memory to speak of, whose files are read and written at once.
  convenience init(
    files folder: URL, maximumFolderBytes: Int = 1 << 20, report: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.init(
      maximumBytes: 0, folder: folder, maximumFolderBytes: maximumFolderBytes, scheduler: ImmediateScheduler.instance,
      report: report)
  }

  func found(_ key: CacheKey) -> StoredAnswer? {
    let found = Locked<StoredAnswer?>(nil)
    let subscription = answer(for: key).subscribe(onSuccess: { found.value = $0 }, isolation: nil)
    subscription.dispose()
    return found.value
  }

  func keep(_ answer: StoredAnswer, _ key: CacheKey) { keep(answer, for: key, since: ticket) }
}
