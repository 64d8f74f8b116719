extension ObservableType {
  /// One element, then the end, at once on subscribing.
  ///
  ///     just(a)   a|
  @inlinable public static func just(_ element: Element) -> Observable<Element> {
    JustObservable(element)
  }
}

@usableFromInline final class JustObservable<Element>: Observable<Element>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline let element: Element

  @inlinable init(_ element: Element) {
    self.element = element
    super.init(shape: .just) { me, sink in
      let element = unsafeDowncast(me, to: JustObservable<Element>.self).element
      if !sink.scope.isStopped { sink.next(element) }
      sink.scope.end(nil)
    }
  }
}

extension Observable {
  /// The element of a source that is known to be `just`.
  @inlinable final var knownElement: Element {
    unsafeDowncast(self, to: JustObservable<Element>.self).element
  }
}
