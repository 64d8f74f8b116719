/// A queue with amortised O(1) ends.
@usableFromInline struct FirstInFirstOut<Element> {
  @usableFromInline var elements: ContiguousArray<Element?> = []
  @usableFromInline var head = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { head == elements.count }
  @inlinable var count: Int { elements.count - head }

  var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable mutating func append(_ element: Element) { elements.append(element) }

  @inlinable mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head <= 64)
      head = 0
    } else if head >= 32 && head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// All, oldest first.
  var all: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for index in head..<elements.count { if let element = elements[index] { all.append(element) } }
    return all
  }
}
