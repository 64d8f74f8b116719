/// An object that delivers through a gate of its own.
@usableFromInline class Gated {
  @usableFromInline let gate = Gate()

  @inlinable init() {}

  /// Takes the gate if it is free and the stack has room; unless the answer is `refused`, `leave` is owed.
  ///
  ///     let passage = scope.enter()
  ///     if passage == .refused { scope.post { deliver() } } else { deliver(); scope.leave(passage) }
  @inlinable final func enter() -> Trampoline.Passage {
    let passage = Trampoline.admit()
    if passage != .refused && !gate.enter() {
      if passage.isOutermost { Trampoline.leave(passage) }
      return .refused
    }
    return passage
  }

  /// Gives the gate back, after all work that was posted meanwhile.
  @inlinable final func leave(_ passage: Trampoline.Passage) {
    gate.leave()
    if passage.isOutermost { Trampoline.leave(passage) }
  }

  /// Has the work carried out in turn: by the owner of the gate, or by this thread if it is free.
  @usableFromInline final func post(_ body: @escaping () -> Void) {
    if gate.post(body) { return }
    Trampoline.step {
      body()
      self.gate.leave()
    }
  }

  /// Has the work carried out in turn, now if nothing else is going on.
  final func serially(_ body: @escaping () -> Void) {
    let passage = enter()
    if passage == .refused {
      post(body)
    } else {
      body()
      leave(passage)
    }
  }
}
