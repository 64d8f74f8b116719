/// The scope below which several sources meet: they deliver through its gate, one at a time.
@usableFromInline class GatedScope: Scope, @unchecked Sendable {
  // Sendable by rule: immutable beside the atomics of Scope.
  @usableFromInline final let down: Scope

  /// Takes its place as the resource of the scope below.
  @usableFromInline init(down: Scope) {
    self.down = down
    super.init()
    down.attach(self)
  }

  deinit { Trampoline.letGo({ [down] in withExtendedLifetime(down) {} }) }

  /// Sends the end down, in turn with the elements.
  @usableFromInline final func finish(_ error: (any Error)?) {
    serially { self.down.end(error) }
  }
}

/// An element closure that delivers through the gate, unless the scope below is stopped by then.
@inlinable func merging<Element>(_ gated: GatedScope, _ next: @escaping (Element) -> Void) -> (Element) -> Void {
  let delivery = GatedDelivery(gated, next)
  return { delivery.receive($0) }
}

/// What `merging` delivers to. An object and not a closure that captures both: when a deep recursion is disposed, its
/// innermost closure holds the last reference to the whole chain, which must not be let go as deep as it is long.
@usableFromInline final class GatedDelivery<Element> {
  @usableFromInline let gated: GatedScope
  @usableFromInline let next: (Element) -> Void

  @inlinable init(_ gated: GatedScope, _ next: @escaping (Element) -> Void) {
    self.gated = gated
    self.next = next
  }

  deinit { Trampoline.letGo({ [next] in withExtendedLifetime(next) {} }) }

  @inlinable func receive(_ element: Element) {
    let passage = gated.enter()
    if passage == .refused {
      gated.post { if !self.gated.down.isStopped { self.next(element) } }
    } else {
      if !gated.down.isStopped { next(element) }
      gated.leave(passage)
    }
  }
}
