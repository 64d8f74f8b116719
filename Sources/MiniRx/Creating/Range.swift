extension ObservableType where Element: FixedWidthInteger {
  /// `count` consecutive numbers from `start`, then the end, in one go on subscribing. Traps on a negative count or where
  /// the last number would not fit its type.
  ///
  ///     range(start: 1, count: 3)   123|
  @inlinable
  public static func range(start: Element, count: Element) -> Observable<Element> {
    precondition(count >= 0, "range: count is negative: \(count)")
    if count == 0 { return makeRange(start..<start) }
    let (last, overflow) = start.addingReportingOverflow(count - 1)
    precondition(!overflow, "range: \(count) numbers from \(start) do not fit \(Element.self)")
    return makeRange(start...last)
  }
}

@inlinable
func makeRange<Numbers: Sequence>(_ numbers: Numbers) -> Observable<Numbers.Element> {
  SequenceObservable(numbers)
}

@usableFromInline
final class SequenceObservable<Elements: Sequence>: Observable<Elements.Element>, @unchecked Sendable {
  // Sendable by the rule of Observable.
  @usableFromInline let elements: Elements

  @inlinable
  init(_ elements: Elements) {
    self.elements = elements
    super.init { me, sink in
      for element in unsafeDowncast(me, to: SequenceObservable<Elements>.self).elements {
        if sink.scope.isStopped { return }
        sink.next(element)
      }
      sink.scope.end(nil)
    }
  }
}
