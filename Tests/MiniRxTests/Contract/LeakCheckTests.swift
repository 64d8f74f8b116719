import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Every test leaves no scope behind", .leavesNoScope)
struct LeakCheckTests {
  #if DEBUG
    @Test("a stream that is left behind is an issue, and none any more when it is disposed")
    func leak() async {
      let (subject, before) = (PublishSubject<Int>(), LeakCheck.liveScopes)
      var left: (any Disposable)? = subject.map { $0 + 1 }.subscribe(Recorder<Int>())
      await withKnownIssue {
        await LeakCheck.expectNoMore(than: before, patience: .milliseconds(10))
      } matching: { issue in
        issue.comments.contains { $0.rawValue.hasPrefix("Scopes that outlive the test: ") }
      }
      left?.dispose()
      left = nil
      await LeakCheck.expectNoMore(than: before)
      #expect(!subject.hasObservers)
    }

    @Test("what other threads still hand over is waited for")
    func handingOver() async {
      let (subject, before) = (PublishSubject<Int>(), LeakCheck.liveScopes)
      let left = Locked<(any Disposable)?>(subject.subscribe(Recorder<Int>()))
      #expect(LeakCheck.liveScopes > before)
      Task.detached {
        for _ in 0..<1_000 { await Task.yield() }
        left.value?.dispose()
        left.value = nil
      }
      await LeakCheck.expectNoMore(than: before)
      #expect(!subject.hasObservers)
    }
  #endif

  @Test("no suite is without the check")
  func everySuite() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var suites = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      // Those in the extension have it of the suite that is extended.
      let isInherited = lines.contains("extension RealThreads {")
      var isSuite = false
      for (index, line) in lines.enumerated() {
        let place = Comment("\(file.lastPathComponent):\(index + 1)")
        let code = line.drop { $0 == " " }
        if code.hasPrefix("@Suite") {
          (isSuite, suites) = (true, suites + 1)
          #expect(isInherited && line.hasPrefix("  ") || code.contains(".leavesNoScope"), place)
        } else if code.hasPrefix("@Test") {
          #expect(isSuite, place)
        } else if line == "}" {
          isSuite = false
        }
      }
    }
    #expect(suites > 50)
  }
}
