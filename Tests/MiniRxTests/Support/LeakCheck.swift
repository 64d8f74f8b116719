import MiniRx
import TestSupport
import Testing

/// The live leak check: around each test of a suite, and each of its arguments, no scope is alive afterwards that was not
/// before. What is still handed over on other threads is waited for.
///
/// Scopes are counted in debug builds alone, as are those of the sanitizers; a release build, which is made as users have
/// it, has nothing to compare.
struct LeakCheck: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let before = LeakCheck.enter()
    do {
      try await function()
    } catch {
      await LeakCheck.leave(test, before)
      throw error
    }
    await LeakCheck.leave(test, before)
  }

  /// How many tests run, and how many scopes were alive before the first of them: where tests run in parallel, only a
  /// moment at which all have ended tells whether something is left.
  private static let running = Locked((tests: 0, before: 0))

  private static func enter() -> Int {
    running.update { running in
      if running.tests == 0 { running.before = liveScopes }
      running.tests += 1
      return running.before
    }
  }

  private static func leave(_ test: Test, _ before: Int) async {
    let isLast = running.update { running in
      running.tests -= 1
      return running.tests == 0
    }
    guard isLast else { return }
    await expectNoMore(than: before, at: test.sourceLocation) { running.value.tests == 0 }
  }

  /// Records an issue if there are more scopes than before, and still are when the patience is at its end; not if the
  /// process is no longer quiet meanwhile.
  static func expectNoMore(
    than before: Int, patience: Duration = .seconds(20), at location: SourceLocation = #_sourceLocation,
    isQuiet: () -> Bool = { true }
  ) async {
    let end = ContinuousClock.now.advanced(by: patience)
    while liveScopes > before && isQuiet() {
      guard ContinuousClock.now < end else {
        let left = liveScopes - before
        Issue.record(
          "Scopes that outlive the test: \(left). A stream has neither ended nor been disposed, or something keeps it.",
          sourceLocation: location)
        return
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// How many scopes there are in the process; always 0 in release.
  static var liveScopes: Int {
    #if DEBUG
      LiveScopes.count
    #else
      0
    #endif
  }
}

extension Trait where Self == LeakCheck {
  /// No scope outlives a test.
  static var leavesNoScope: LeakCheck { LeakCheck() }
}
