import MiniRx
import TestSupport
import Testing

@Suite("Contract 7: completion rules", .leavesNoScope)
struct CompletionTests {
  @Test(
    "merge and flatMap end when the outer and all inner streams have, in whatever order",
    arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func merging(order: [Int]) {
    let makers: [([PublishSubject<Int>]) -> Observable<Int>] = [
      { .merge($0.map { $0.asObservable() }) },
      { CompletionTests.streams($0).flatMap { $0 } },
      { CompletionTests.streams($0).merge() },
    ]
    for make in makers {
      let (subjects, recorder) = ((0..<3).map { _ in PublishSubject<Int>() }, Recorder<Int>())
      let subscription = make(subjects).subscribe(recorder)
      for index in order {
        #expect(recorder.history.isEmpty)
        subjects[index].onCompleted()
      }
      #expect(recorder.history == ["|"])
      subscription.dispose()
    }
  }

  /// A stream of the second and third; it ends with the first.
  private static func streams(_ subjects: [PublishSubject<Int>]) -> Observable<Observable<Int>> {
    .merge(.of(subjects[1], subjects[2]), subjects[0].map { _ in .never() })
  }

  @Test("combineLatest ends when all have, or when one ends without a value")
  func combining() {
    let (first, second, recorder) = (PublishSubject<Int>(), PublishSubject<Int>(), Recorder<Int>())
    let subscription = Observable.combineLatest(first, second) { $0 + $1 }.subscribe(recorder)
    first.onNext(1)
    first.onCompleted()
    second.onNext(10)
    second.onNext(20)
    #expect(recorder.history == ["11", "21"])
    second.onCompleted()
    #expect(recorder.history == ["11", "21", "|"])
    subscription.dispose()

    let (silent, other, told) = (PublishSubject<Int>(), PublishSubject<Int>(), Recorder<Int>())
    let quiet = Observable.combineLatest(silent, other) { $0 + $1 }.subscribe(told)
    other.onNext(1)
    silent.onCompleted()
    #expect(told.history == ["|"])
    #expect(!other.hasObservers)
    quiet.dispose()
  }

  @Test("concat does not subscribe to the next after an error")
  func concatenating() {
    let subscribed = Locked<[Int]>([])
    let streams = (0..<3).map { number in
      Observable<Int>.deferred {
        subscribed.update { $0.append(number) }
        return number == 1 ? .error(TestFailure()) : .just(number)
      }
    }
    #expect(Observable.from(streams).merge(maxConcurrent: 1).historyOnSubscribe() == ["0", "#failure"])
    #expect(Observable.from(streams).concatMap { $0 }.historyOnSubscribe() == ["0", "#failure"])
    #expect(subscribed.value == [0, 1, 0, 1])
  }

  @Test("an error of one source disposes all others", arguments: 0..<3)
  func erring(index: Int) {
    let makers: [([PublishSubject<Int>]) -> Observable<Int>] = [
      { .merge($0.map { $0.asObservable() }) }, { Observable.from($0).merge() }, { Observable.from($0).flatMap { $0 } },
      { .combineLatest($0) { $0[0] } }, { .combineLatest($0[0], $0[1], $0[2]) { $0 + $1 + $2 } },
    ]
    for make in makers {
      let (subjects, recorder) = ((0..<3).map { _ in PublishSubject<Int>() }, Recorder<Int>())
      let subscription = make(subjects).subscribe(recorder)
      #expect(subjects.map(\.hasObservers) == [true, true, true])
      subjects[index].onError(TestFailure())
      #expect(recorder.history == ["#failure"])
      #expect(subjects.map(\.hasObservers) == [false, false, false])
      subscription.dispose()
    }
  }

  @Test("an error comes after the elements that were sent before it, also from inside a delivery")
  func order() {
    let (subject, recorder) = (PublishSubject<Int>(), Recorder<Int>())
    let subscription = Observable.merge(subject.asObservable(), .never()).do(onNext: { number in
      if number == 1 {
        subject.onNext(2)
        subject.onError(TestFailure())
        subject.onNext(3)
      }
    }).subscribe(recorder)
    subject.onNext(1)
    #expect(recorder.history == ["1", "2", "#failure"])
    subscription.dispose()
  }
}
