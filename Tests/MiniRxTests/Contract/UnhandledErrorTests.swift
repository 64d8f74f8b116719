import MiniRx
import TestSupport
import Testing

/// What touches state of the whole process: one after the other.
@Suite("Contract 12: unhandled errors", .serialized, .leavesNoScope)
struct UnhandledErrorTests {
  /// Runs the body with a hook that takes down what comes; the hook before is put back.
  private func hooked(_ body: () -> Void) -> [String] {
    let told = Locked<[String]>([])
    let before = Hooks.unhandledError
    // Other tests run at the same time: only this file's errors count.
    Hooks.unhandledError = { error, site in
      if "\(site)".hasPrefix("MiniRxTests/UnhandledErrorTests.swift") {
        told.update { $0.append("\(error) \(site.line)") }
      }
    }
    body()
    Hooks.unhandledError = before
    return told.value
  }

  private let failing = Observable<Int>.error(TestFailure())

  @Test("an error without onError goes to the hook, with the place of the subscribe")
  func hook() {
    let line: UInt = #line
    let told = hooked {
      failing.subscribe(onNext: { _ in }).dispose()
      failing.subscribe().dispose()
      failing.asSingle().subscribe(onSuccess: { _ in }).dispose()
      failing.bind(onNext: { _ in }).dispose()
      failing.bind(to: BehaviorRelay(value: 0)).dispose()
      failing.bind(to: PublishRelay<Int>()).dispose()
    }
    #expect(told == (line + 2...line + 7).map { "failure \($0)" })
  }

  @Test("an error with onError does not, and neither do observers and event handlers")
  func handled() {
    let told = hooked {
      failing.subscribe(onError: { _ in }).dispose()
      failing.subscribe { _ in }.dispose()
      failing.subscribe(Recorder<Int>()).dispose()
      failing.asSingle().subscribe(onFailure: { _ in }).dispose()
    }
    #expect(told.isEmpty)
  }

  @Test("an error that hops to the main actor is told there")
  @MainActor
  func hopping() async {
    let subject = PublishSubject<Int>()
    let told = Locked<[String]>([])
    let before = Hooks.unhandledError
    Hooks.unhandledError = { error, site in
      if "\(site)".hasPrefix("MiniRxTests/UnhandledErrorTests.swift") {
        MainActor.preconditionIsolated()
        told.update { $0.append("\(error)") }
      }
    }
    let subscription = subject.subscribe(onNext: { _ in })
    onThread { subject.onError(TestFailure()) }
    await untilMainHasRun()
    Hooks.unhandledError = before
    #expect(told.value == ["failure"])
    subscription.dispose()
  }

  @Test("the default prints the error and the place, and goes on")
  func standard() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      Observable<Int>.error(TestFailure("lost")).subscribe(onNext: { _ in }).dispose()
    }
    let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(printed.contains("lost"))
    #expect(printed.contains("MiniRxTests/UnhandledErrorTests.swift:"))
  }
}
