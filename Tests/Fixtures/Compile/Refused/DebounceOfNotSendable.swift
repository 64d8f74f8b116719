import MiniRx

nonisolated final class Cargo { var weight = 0 }
nonisolated func hop(_ source: Observable<Cargo>) -> Observable<Cargo> {
  source.debounce(.seconds(1), scheduler: MainScheduler.instance)  // refused
}
