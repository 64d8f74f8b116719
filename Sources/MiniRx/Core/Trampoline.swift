/// Keeps recursion off the stack (contract 6).
///
/// Every entry into the module (a subscribe, an event from outside, a dispose, a scheduled action) is a *run*.
/// A step that would nest deeper while the stack runs low is put off with `later`, and carried out once the stack has
/// unwound, first put off, first carried out: by the outermost run of the thread, or by a source between two elements
/// (`catchUp`). While there is room, steps nest as plain calls and this costs one look at a thread-local.
@usableFromInline enum Trampoline {
  /// How a step was let in.
  @frozen @usableFromInline struct Passage: Equatable {
    /// 0: refused. Else the address of what is known of the thread, and 1 more where the step is its outermost run.
    @usableFromInline let bits: UInt

    @inlinable init(bits: UInt) { self.bits = bits }

    /// The stack runs low: put it off.
    @inlinable static var refused: Passage { Passage(bits: 0) }
    /// Not inside another run of the thread: `leave` is owed.
    @inlinable var isOutermost: Bool { bits & 1 != 0 }

    /// What is known of the thread; there must be a passage.
    @inlinable var thread: UnsafeMutablePointer<ThreadState> {
      UnsafeMutablePointer(bitPattern: bits & ~1).unsafelyUnwrapped
    }
  }

  /// Lets a step in as a run, if the stack has room for it.
  @usableFromInline static func admit() -> Passage {
    let thread = ThreadState.current
    if !thread.pointee.isRunning {
      thread.pointee.isRunning = true
      return Passage(bits: UInt(bitPattern: thread) | 1)
    }
    return stackAddress() > thread.pointee.lowWater ? Passage(bits: UInt(bitPattern: thread)) : .refused
  }

  /// Whether the calling thread has stack left for another subscription; where nobody could carry it out later there is
  /// no choice, and the answer is yes. It asks for more than a step does, so that a source which delivers while it is
  /// subscribed to finds the room to do so.
  @usableFromInline static var hasRoom: Bool {
    let thread = ThreadState.current
    return stackAddress() > thread.pointee.lowWater + thread.pointee.margin || !thread.pointee.isRunning
  }

  /// Carries out what deliveries put off because the stack was low below this place: for a source between two elements,
  /// so that one which goes on for ever hears of a dispose, and does not fill the memory with what waits.
  @inlinable static func catchUp(_ thread: UnsafeMutablePointer<ThreadState>) {
    if thread.pointee.hasSteps { catchUpNow(thread) }
  }

  @usableFromInline static func catchUpNow(_ thread: UnsafeMutablePointer<ThreadState>) {
    if thread.pointee.isRunning && stackAddress() > thread.pointee.lowWater { drain(thread) }
  }

  /// Carries the step out when the stack of this thread has unwound; at once where there is no run.
  @usableFromInline static func later(_ step: @escaping () -> Void) {
    let thread = ThreadState.current
    guard thread.pointee.isRunning else { return run(step) }
    thread.pointee.steps.append(step)
    thread.pointee.hasSteps = true
  }

  /// Carries the work out after the thread's outermost run, in the order of the calls; at once where there is none.
  static func inTurn(_ work: @escaping () -> Void) {
    let thread = ThreadState.current
    guard thread.pointee.isRunning else { return run(work) }
    thread.pointee.turns.append(work)
    thread.pointee.hasTurns = true
  }

  /// Carries the step out, as a run: now if the stack has room, else later.
  static func step(_ step: @escaping () -> Void) {
    let passage = admit()
    if passage == .refused { return later(step) }
    step()
    if passage.isOutermost { leave(passage) }
  }

  /// Cancels the resource before this returns, however low the stack is: where it is low, what a cancellation
  /// cancels in turn follows it instead of nesting.
  static func cancel(_ resource: Resource) {
    let passage = admit()
    if passage == .refused { return cancelInTurn(resource) }
    resource.cancel()
    if passage.isOutermost { leave(passage) }
  }

  private static func cancelInTurn(_ resource: Resource) {
    let thread = ThreadState.current
    if thread.pointee.isCancelling { return thread.pointee.cancellations.append(resource) }
    thread.pointee.isCancelling = true
    resource.cancel()
    while let next = thread.pointee.cancellations.popFirst() { next.cancel() }
    thread.pointee.isCancelling = false
  }

  /// For a deinit: where the stack runs low, keeps what it is about to let go, which the closure holds, until the stack
  /// has unwound. So a long chain of last references is let go link by link.
  static func letGo(_ holder: @autoclosure () -> () -> Void) {
    let thread = ThreadState.current
    if thread.pointee.isRunning && stackAddress() <= thread.pointee.lowWater { later(holder()) }
  }

  /// Ends the run that `admit` began, after every step that was put off.
  @inlinable static func leave(_ passage: Passage) {
    let thread = passage.thread
    if thread.pointee.hasSteps || thread.pointee.hasTurns { unwind(thread) }
    thread.pointee.isRunning = false
  }

  /// Whether the calling thread is inside a run.
  static var isRunning: Bool { ThreadState.current.pointee.isRunning }

  /// What tells the calling thread from all others that live; never 0.
  static var thread: UInt { UInt(bitPattern: ThreadState.current) }

  /// Runs the body as an entry into the module.
  @inlinable static func run(_ body: () -> Void) {
    let passage = admit()
    body()
    if passage.isOutermost { leave(passage) }
  }

  @inline(__always)
  private static func stackAddress() -> UInt {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
  }

  @usableFromInline static func unwind(_ thread: UnsafeMutablePointer<ThreadState>) {
    drain(thread)
    while let turn = thread.pointee.turns.popFirst() {
      thread.pointee.hasTurns = !thread.pointee.turns.isEmpty
      turn()
      drain(thread)
    }
  }

  private static func drain(_ thread: UnsafeMutablePointer<ThreadState>) {
    while let step = thread.pointee.steps.popFirst() {
      thread.pointee.hasSteps = !thread.pointee.steps.isEmpty
      step()
    }
  }
}
