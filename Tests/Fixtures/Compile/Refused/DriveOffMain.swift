import MiniRx

nonisolated func off(_ driver: Driver<Int>) {
  _ = driver.drive(onNext: { _ in })  // refused
}
