import MiniRx

/// Subscribing from asynchronous code, and crossing between both worlds.
nonisolated func subscribeInAsync(_ source: Observable<Int>) async -> any Disposable {
  source.subscribe(onNext: { _ in })
}

nonisolated func startTask(_ source: Observable<Int>) {
  Task {
    let subscription = source.subscribe(onNext: { _ in })
    subscription.dispose()
  }
}

@MainActor func subscribeInMainTask(_ source: Observable<Int>, _ model: ViewModel) {
  Task { @MainActor in
    model.onNextTouchesSelf(source)
  }
}

nonisolated func awaitSingle(_ single: Single<Int>) async throws -> Int {
  try await single.value
}

@MainActor func awaitSingleOnMain(_ single: Single<Int>) async throws -> Int {
  try await single.value
}

nonisolated func sendAcross(_ source: Observable<Int>, _ subject: PublishSubject<Int>, _ relay: BehaviorRelay<Int>) {
  Task.detached {
    subject.onNext(relay.value)
    _ = source
  }
}

nonisolated func iterate(_ source: Observable<Int>) async throws -> Int {
  var sum = 0
  for try await element in source.values { sum += element }
  return sum
}
