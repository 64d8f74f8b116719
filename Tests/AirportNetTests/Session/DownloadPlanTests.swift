import Foundation
import MiniRx
import Testing

@testable import AirportNet

@Suite("How a download goes on after a cut")
struct DownloadPlanTests {
  private static let request = URLRequest(url: URL(string: "http://host.test/file")!)
  private static let lost = NetworkError.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)

  private func head(_ status: Int, _ headers: HTTPHeaders = [:]) -> HTTPResponseHead {
    HTTPResponseHead(statusCode: status, headers: headers, url: Self.request.url)
  }

  /// A plan of which five bytes of ten are there, and which has asked for the rest.
  private func interrupted(_ resumptions: Int = 3, tag: String = "\"a\"") -> DownloadPlan {
    var plan = DownloadPlan(resumptions: resumptions)
    #expect(plan.prepare(Self.request) == Self.request)
    #expect(plan.step(after: head(200, ["ETag": tag, "Content-Length": "10"])) == .begin)
    plan.add(5)
    let goesOn = plan.resumes(after: Self.lost)
    #expect(goesOn)
    let next = plan.prepare(Self.request)
    #expect(next.headers["Range"] == "bytes=5-")
    #expect(next.headers["If-Range"] == tag)
    return plan
  }

  @Test("A part that continues the file is appended, and its end is the file's")
  func append() {
    for (bytes, kind) in [(5, nil), (4, .connectionLost), (6, .badServerResponse)]
      as [(Int, NetworkError.TransportKind?)]
    {
      var plan = interrupted()
      #expect(plan.step(after: head(206, ["Content-Range": "bytes 5-9/10", "ETag": "\"a\""])) == .append)
      plan.add(bytes)
      #expect(
        plan.shortfall == kind.map { NetworkError.transport($0, phase: .receiving, mayHaveReachedServer: true) })
    }
  }

  @Test(
    "A part that continues something else is of no use: the whole is asked for",
    arguments: [
      [:], ["Content-Range": "bytes 4-9/10"], ["Content-Range": "bytes 5-8/10"], ["Content-Range": "bytes 5-10/11"],
      ["Content-Range": "bytes 5-10/*"], ["Content-Range": "bytes */10"], ["Content-Range": "items 5-9/10"],
      ["Content-Range": "bytes 5-9/10", "ETag": "\"b\""],
      ["Content-Range": "bytes 5-9/10", "Content-Encoding": "gzip"],
      ["Content-Type": "multipart/byteranges; boundary=x"],
    ] as [HTTPHeaders])
  func mismatch(headers: HTTPHeaders) {
    var plan = interrupted()
    #expect(plan.step(after: head(206, headers)) == .askAgain)
    #expect(plan.prepare(Self.request) == Self.request)
  }

  @Test("A whole file begins anew; 416 asks for it; any other answer is held, and what is there stays")
  func others() {
    var changed = interrupted()
    #expect(changed.step(after: head(200, ["ETag": "\"b\""])) == .begin)
    #expect(changed.count == 0)
    var refused = interrupted()
    #expect(refused.step(after: head(416)) == .askAgain)
    #expect(refused.prepare(Self.request) == Self.request)
    for status in [302, 401, 503] {
      var held = interrupted()
      #expect(held.step(after: head(status)) == .hold)
      #expect(held.count == 5)
      #expect(held.prepare(Self.request).headers["Range"] == "bytes=5-")
    }
  }

  @Test("What is at another address, or was asked for in part, does not go on")
  func elsewhere() {
    var plan = interrupted()
    let other = URLRequest(url: URL(string: "http://host.test/other")!)
    #expect(plan.prepare(other) == other)
    #expect(plan.prepare(Self.request).headers["Range"] == "bytes=5-", "a redirect leads back")
    var part = DownloadPlan(resumptions: 3)
    var own = Self.request
    own.setValue("bytes=0-4", forHTTPHeaderField: "Range")
    #expect(part.prepare(own) == own)
    #expect(part.step(after: head(206, ["ETag": "\"a\"", "Content-Range": "bytes 0-4/10"])) == .begin)
    part.add(2)
    let goesOn = part.resumes(after: Self.lost)
    #expect(!goesOn)
  }

  @Test("It goes on so many times, after cuts alone")
  func limits() {
    var plan = interrupted(2)
    let outcomes = [plan.resumes(after: .timedOut(.idle, mayHaveReachedServer: true)), plan.resumes(after: Self.lost)]
    #expect(outcomes == [true, false])
    let others: [NetworkError] = [
      .cancelled, .timedOut(.total, mayHaveReachedServer: true),
      .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true),
      .transport(.storage(.full), phase: .receiving, mayHaveReachedServer: true),
      .transport(.tls(.expired), phase: .securing, mayHaveReachedServer: false),
    ]
    for error in others {
      var plan = interrupted()
      let goesOn = plan.resumes(after: error)
      #expect(!goesOn)
    }
    var none = DownloadPlan(resumptions: 0)
    _ = none.prepare(Self.request)
    _ = none.step(after: head(200, ["ETag": "\"a\""]))
    none.add(1)
    let goesOn = none.resumes(after: Self.lost)
    #expect(!goesOn)
  }

  @Test(
    "Only a strong validator names the bytes",
    arguments: [
      (["ETag": "\"a\""], "\"a\""), (["ETag": "W/\"a\""], nil), (["ETag": "a"], nil), (["ETag": "\""], nil),
      (["ETag": "\"a\"", "Content-Encoding": "gzip"], nil), (["ETag": "\"a\"", "Accept-Ranges": "none"], nil),
      (["ETag": "\"a\"", "Content-Encoding": "identity"], "\"a\""), ([:], nil),
      (
        ["Last-Modified": "Sat, 31 Jan 2026 09:00:00 GMT", "Date": "Sat, 31 Jan 2026 09:00:01 GMT"],
        "Sat, 31 Jan 2026 09:00:00 GMT"
      ),
      (["Last-Modified": "Sat, 31 Jan 2026 09:00:00 GMT", "Date": "Sat, 31 Jan 2026 09:00:00 GMT"], nil),
      (["Last-Modified": "Sat, 31 Jan 2026 09:00:00 GMT"], nil),
      (["Last-Modified": "yesterday", "Date": "Sat, 31 Jan 2026 09:00:00 GMT"], nil),
      (
        [
          "ETag": "W/\"a\"", "Last-Modified": "Sat, 31 Jan 2026 09:00:00 GMT", "Date": "Sat, 31 Jan 2026 10:00:00 GMT",
        ], nil
      ),
    ] as [(HTTPHeaders, String?)])
  func validators(headers: HTTPHeaders, expected: String?) {
    #expect(DownloadPlan.validator(head(200, headers)) == expected)
  }

  @Test(
    "Content-Range is read by its grammar",
    arguments: [
      ("bytes 5-9/10", "5 9 10"), ("BYTES 0-0/1", "0 0 1"), ("bytes 5-9/*", "5 9 -"), ("bytes 5-9/9", nil),
      ("bytes 9-5/10", nil), ("bytes 5-9", nil), ("bytes -5/10", nil), ("bytes 5-/10", nil), ("bytes */10", nil),
      ("bytes=5-9/10", nil), ("bytes 5-9/10 x", nil), ("bytes +5-9/10", nil),
      ("bytes 5-9223372036854775808/*", nil), ("", nil),
    ] as [(String, String?)])
  func ranges(text: String, expected: String?) {
    let range = DownloadPlan.range(text)
    #expect(range.map { "\($0.first) \($0.last) \($0.total.map(String.init) ?? "-")" } == expected)
  }
}

@Suite("Making a transport wait for the disk")
struct TransferFlowTests {
  /// Counts what it is told; overlapping calls would be seen.
  private final class Task: TransportTask, @unchecked Sendable {
    // Sendable by rule: guarded by `lock`.
    private let lock = NSLock()
    private var log: [String] = []
    private var inside = 0

    var calls: [String] { lock.withLock { log } }
    func pause() { note("pause") }
    func resume() { note("resume") }
    func dispose() { note("dispose") }
    var isDisposed: Bool { calls.contains("dispose") }

    private func note(_ call: String) {
      lock.withLock {
        inside += 1
        log.append(inside > 1 ? "overlap" : call)
      }
      lock.withLock { inside -= 1 }
    }
  }

  @Test("It waits above a bound, goes on well below it, and is told once each")
  func bounds() {
    let (flow, task) = (TransferFlow(), Task())
    flow.attach(task)
    for _ in 0..<16 { flow.add(65_536) }
    #expect(task.calls.isEmpty)
    flow.add(1)
    flow.add(100)
    #expect(task.calls == ["pause"])
    flow.add(-101)
    flow.add(-65_536 * 11)
    #expect(task.calls == ["pause"])
    flow.add(-65_536)
    #expect(task.calls == ["pause", "resume"])
  }

  @Test("What came before the task was known counts; a task that nobody wants is disposed")
  func late() {
    let (flow, task) = (TransferFlow(), Task())
    flow.add(2_000_000)
    flow.attach(task)
    #expect(task.calls == ["pause"])
    flow.dispose()
    flow.add(-2_000_000)
    #expect(task.calls == ["pause", "dispose"])
    let other = Task()
    flow.attach(other)
    #expect(other.calls == ["dispose"])
  }

  @Test("Two threads that bring and take leave it going on in the end")
  func race() {
    for _ in 0..<200 {
      let (flow, task) = (TransferFlow(), Task())
      flow.attach(task)
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        for _ in 0..<40 { flow.add(side == 0 ? 100_000 : -100_000) }
      }
      let calls = task.calls.filter { $0 != "overlap" }
      #expect(calls == task.calls)
      #expect(calls.last ?? "resume" == "resume")
      #expect(zip(calls, calls.dropFirst()).allSatisfy { $0 != $1 })
    }
  }
}
