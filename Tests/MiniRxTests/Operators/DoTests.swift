import MiniRx
import TestSupport
import Testing

@Suite("do", .leavesNoScope)
struct DoTests {
  private let log = Locked<[String]>([])

  private func note(_ text: String) { log.update { $0.append(text) } }

  private func observed(_ source: Observable<Int>) -> Observable<Int> {
    source.do(
      onNext: { [self] in note("next \($0)") }, afterNext: { [self] in note("after \($0)") },
      onError: { [self] in note("error \($0)") }, afterError: { [self] in note("after error \($0)") },
      onCompleted: { [self] in note("completed") }, afterCompleted: { [self] in note("after completed") },
      onSubscribe: { [self] in note("subscribe") }, onSubscribed: { [self] in note("subscribed") },
      onDispose: { [self] in note("dispose") })
  }

  private func subscribe(_ source: Observable<Int>) -> any Disposable {
    observed(source).subscribe(
      onNext: { [self] in note("got \($0)") }, onError: { [self] in note("got \($0)") },
      onCompleted: { [self] in note("got end") }, onDisposed: { [self] in note("got dispose") })
  }

  @Test("handlers surround the events of a stream that ends well")
  func completing() {
    subscribe(.of(1)).dispose()
    #expect(
      log.value == [
        "subscribe", "next 1", "got 1", "after 1", "completed", "got end", "got dispose", "after completed", "dispose",
        "subscribed",
      ])
  }

  @Test("handlers surround an error")
  func failing() {
    subscribe(.error(TestFailure())).dispose()
    #expect(
      log.value == [
        "subscribe", "error failure", "got failure", "got dispose", "after error failure", "dispose", "subscribed",
      ])
  }

  @Test("a dispose calls onDispose alone, once")
  func disposing() {
    let subscription = subscribe(.never())
    subscription.dispose()
    subscription.dispose()
    #expect(log.value.prefix(2) == ["subscribe", "subscribed"])
    #expect(log.value.dropFirst(2).sorted() == ["dispose", "got dispose"])
  }

  @Test("a handler that throws ends the stream with its error and cancels the source")
  func throwing() {
    let lab = MarbleLab()
    #expect(lab.play(lab.cold("-a-x-b|", "s").do(onNext: { _ = try $0.unlessX() })) == "-a-#")
    #expect(lab.subscriptions == ["s^0", "s!3"])
    #expect(MarbleLab().drawing("-a-x-b|") { $0.do(afterNext: { _ = try $0.unlessX() }) } == "-a-(x#)")
    #expect(MarbleLab().drawing("-a-|") { $0.do(onCompleted: { throw TestFailure() }) } == "-a-#")
    let failing = Observable<Int>.error(TestFailure("old")).do(onError: { _ in throw TestFailure("new") })
    #expect(failing.historyOnSubscribe() == ["#new"])
  }

  @Test("the error of a throwing handler is not given to onError, and dispose is still told")
  func ownError() {
    let stream = Observable.of(1).do(
      onNext: { _ in throw TestFailure() }, onError: { [self] _ in note("error") },
      onDispose: { [self] in note("dispose") })
    #expect(stream.historyOnSubscribe() == ["#failure"])
    #expect(log.value == ["dispose"])
  }
}
