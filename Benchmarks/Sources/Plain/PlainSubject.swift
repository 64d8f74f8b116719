/// What a subject is by hand: an array of closures, or a dictionary where they come and go.
final class PlainSubject {
  private var observers: [(Int) -> Void]

  init(_ observers: [(Int) -> Void]) { self.observers = observers }

  @inline(never)
  func send(_ element: Int) {
    for observer in observers { observer(element) }
  }
}

/// An array of closures that come and go, each under a key.
final class PlainRegistry {
  private var observers: [Int: (Int) -> Void] = [:]
  private var added = 0

  @inline(never)
  func add(_ observer: @escaping (Int) -> Void) -> Int {
    added += 1
    observers[added] = observer
    return added
  }

  @inline(never)
  func remove(_ key: Int) {
    observers[key] = nil
  }
}
