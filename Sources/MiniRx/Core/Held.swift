/// What one link of a chain holds, let go link by link: the last reference to a chain that a loop built must not be
/// released as deep as the chain is long.
///
/// Observables need it whose release takes more of the stack than a plain operator's: those of a collection, and those
/// whose source lies behind closures of the user's.
final class Held<Value> {
  /// Nil only from the deinit on.
  private var held: Value?

  init(_ value: Value) { held = value }

  var value: Value { held.unsafelyUnwrapped }

  deinit {
    let passage = Trampoline.admit()
    if passage == .refused {
      Trampoline.later { [held] in withExtendedLifetime(held) {} }
    } else {
      held = nil
      if passage.isOutermost { Trampoline.leave(passage) }
    }
  }
}
