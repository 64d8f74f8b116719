extension ObservableType {
  /// The elements of a sequence, then the end, in one go on subscribing. Stops between two elements when disposed.
  ///
  ///     from([1, 2, 3])   123|
  ///
  /// Each subscription reads the sequence anew, on its own thread.
  @inlinable public static func from<Elements: Sequence & Sendable>(
    _ elements: Elements
  ) -> Observable<Element> where Elements.Element == Element {
    SequenceObservable(elements)
  }

  /// The elements of a sequence that is not Sendable, then the end, in one go on subscribing.
  ///
  ///     from([1, 2, 3])   123|
  ///
  /// Subscribers on other threads must not share such a sequence: it is read here, once, and so must be finite.
  @inlinable public static func from<Elements: Sequence>(
    _ elements: Elements
  ) -> Observable<Element> where Elements.Element == Element {
    SequenceObservable(Array(elements))
  }

  /// The element if there is one, then the end.
  ///
  ///     from(optional: a)     a|
  ///     from(optional: nil)   |
  @inlinable public static func from(optional element: Element?) -> Observable<Element> {
    if let element { .just(element) } else { .empty() }
  }

  /// These elements, then the end, in one go on subscribing.
  ///
  ///     of(1, 2, 3)   123|
  @inlinable public static func of(_ elements: Element...) -> Observable<Element> {
    SequenceObservable(elements)
  }
}

extension ObservableType where Element: FixedWidthInteger {
  /// `count` consecutive numbers from `start`, then the end, in one go on subscribing. Traps on a negative count and
  /// where the last number would not fit its type.
  ///
  ///     range(start: 1, count: 3)   123|
  @inlinable public static func range(start: Element, count: Element) -> Observable<Element> {
    precondition(count >= 0, "range: the count is negative: \(count)")
    if count == 0 { return .empty() }
    let (last, overflow) = start.addingReportingOverflow(count - 1)
    precondition(!overflow, "range: \(count) numbers from \(start) do not fit \(Element.self)")
    return SequenceObservable(start...last)
  }
}

@usableFromInline
final class SequenceObservable<Elements: Sequence>: Observable<Elements.Element>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline let elements: Elements

  @inlinable init(_ elements: Elements) {
    self.elements = elements
    super.init { me, sink in
      let thread = ThreadState.current
      for element in unsafeDowncast(me, to: SequenceObservable<Elements>.self).elements {
        if sink.scope.isStopped { return }
        sink.next(element)
        Trampoline.catchUp(thread)
      }
      sink.scope.end(nil)
    }
  }
}
