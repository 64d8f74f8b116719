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

nonisolated func iterateBounded(_ source: Observable<Int>) async throws -> [Int] {
  var newest: [Int] = []
  for try await element in source.values(buffering: .newest(2)) { newest.append(element) }
  return newest
}

@MainActor func iterateOnMain(_ source: Observable<Int>, _ model: ViewModel) async throws {
  for try await element in source.values where element > 0 { model.show(element) }
}

nonisolated func singleOfWork(_ load: @escaping @Sendable (Int) async throws -> String) -> Single<String> {
  Single.create { try await load(1) }
}

nonisolated func sequenceAsObservable(_ stream: AsyncStream<Int>) -> Observable<Int> {
  stream.asObservable().map { $0 + 1 }
}

nonisolated func awaitCompletable(_ completable: Completable) async throws {
  try await completable.value
}

nonisolated func cancelAwaiting(_ single: Single<Int>) async -> Int? {
  let task = Task { try await single.value }
  task.cancel()
  return try? await task.value
}

nonisolated func awaitBoth(_ first: Single<Int>, _ second: Single<Int>) async throws -> Int {
  async let one = first.value
  async let two = second.value
  return try await one + two
}
