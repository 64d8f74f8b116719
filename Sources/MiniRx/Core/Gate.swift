public import Synchronization

/// Serialises deliveries without a lock (contracts 2 and 3). One word inside its scope.
///
/// Whoever enters is the owner and delivers as a plain call; whoever finds the gate taken - another thread, or the
/// owner itself re-entering from inside a delivery - posts its work, and the owner carries it out, first in first out,
/// before it leaves. Nobody ever waits.
@usableFromInline struct Gate: ~Copyable {
  /// 0: free. 1: taken. Else: taken, and the address of the newest posted work, which links to the older ones.
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable init() {}

  /// Takes the gate if it is free; then `leave` is owed.
  @inlinable func enter() -> Bool {
    word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  /// Gives the gate back, after all work that was posted meanwhile.
  @inlinable func leave() {
    if !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Leaves the work to the owner. Answers false where the gate was free and is now the caller's: then the work has not
  /// been taken, and `leave` is owed.
  func post(_ body: @escaping () -> Void) -> Bool {
    var work: Work?
    var seen = word.load(ordering: .relaxed)
    while true {
      if seen == 0 {
        let (exchanged, original) = word.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
        if exchanged { return false }
        seen = original
      } else {
        let posted = work ?? Work(body)
        work = posted
        posted.next = seen == 1 ? nil : Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: seen)!)
        let reference = Unmanaged.passRetained(posted)
        let (exchanged, original) = word.compareExchange(
          expected: seen, desired: UInt(bitPattern: reference.toOpaque()), ordering: .releasing)
        if exchanged { return true }
        reference.release()
        seen = original
      }
    }
  }

  @usableFromInline func drain() {
    repeat {
      var oldest = Self.reversed(word.exchange(1, ordering: .acquiring))
      while let work = oldest?.takeRetainedValue() {
        oldest = work.next
        work.next = nil
        work.body()
      }
    } while !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
  }

  /// Turns the list that starts with the newest work into one that starts with the oldest.
  private static func reversed(_ newest: UInt) -> Unmanaged<Work>? {
    var address = newest
    var reversed: Unmanaged<Work>?
    while address > 1 {
      let work = Unmanaged<Work>.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
      address = work._withUnsafeGuaranteedRef { work in
        let following = work.next.map { UInt(bitPattern: $0.toOpaque()) } ?? 0
        work.next = reversed
        return following
      }
      reversed = work
    }
    return reversed
  }

  private final class Work {
    let body: () -> Void
    var next: Unmanaged<Work>?

    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
