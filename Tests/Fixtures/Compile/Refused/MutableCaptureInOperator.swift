import MiniRx

nonisolated func counted(_ source: Observable<Int>) -> Observable<Int> {
  var count = 0
  return source.map { element in
    count += 1  // refused
    return element
  }
}
