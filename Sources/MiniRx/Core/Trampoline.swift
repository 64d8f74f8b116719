internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Keeps recursion off the stack (contract 6).
///
/// Every entry into the module (a subscribe, an event from outside, a dispose, a scheduled action) is a *run*.
/// A step that would nest deeper while the stack runs low is put off with `later`; the outermost run of the thread
/// carries it out after the stack has unwound, first put off, first carried out. While there is room, steps nest as
/// plain calls and this costs one look at a thread-local.
@usableFromInline
enum Trampoline {
  /// How a step was let in.
  @frozen
  @usableFromInline
  struct Passage: Equatable {
    /// 0: refused. 1: nested. Else: outermost, and the address of what is known of the thread.
    @usableFromInline let bits: UInt

    @inlinable
    init(bits: UInt) { self.bits = bits }

    /// The stack runs low: put it off.
    @inlinable static var refused: Passage { Passage(bits: 0) }
    /// Inside another run of the thread.
    @inlinable static var nested: Passage { Passage(bits: 1) }
    /// As the thread's outermost run: `leave` is owed.
    @inlinable var isOutermost: Bool { bits > 1 }
  }

  /// Lets a step in as a run, if the stack has room for it.
  @usableFromInline
  static func admit() -> Passage {
    let thread = ThreadState.current
    if !thread.pointee.isRunning {
      thread.pointee.isRunning = true
      return Passage(bits: UInt(bitPattern: thread))
    }
    return stackAddress() > thread.pointee.lowWater ? .nested : .refused
  }

  /// Whether the calling thread has stack left for another level; where nobody could carry a step out later there is
  /// no choice, and the answer is yes.
  @usableFromInline
  static var hasRoom: Bool {
    let thread = ThreadState.current
    return stackAddress() > thread.pointee.lowWater || !thread.pointee.isRunning
  }

  /// Carries the step out when the stack of this thread has unwound to its outermost run; at once where there is none.
  @usableFromInline
  static func later(_ step: @escaping () -> Void) {
    let thread = ThreadState.current
    if thread.pointee.isRunning { thread.pointee.steps.append(step) } else { run(step) }
  }

  /// Carries the step out, as a run: now if the stack has room, else later.
  static func step(_ step: @escaping () -> Void) {
    let passage = admit()
    if passage == .refused { return later(step) }
    step()
    if passage.isOutermost { leave(passage) }
  }

  /// Carries a cancellation out before this returns, however low the stack is: where it is low, what a cancellation
  /// cancels in turn follows it instead of nesting.
  static func cancel(_ step: @escaping () -> Void) {
    let passage = admit()
    if passage == .refused { return cancelInTurn(step) }
    step()
    if passage.isOutermost { leave(passage) }
  }

  private static func cancelInTurn(_ step: @escaping () -> Void) {
    let thread = ThreadState.current
    if thread.pointee.isCancelling { return thread.pointee.cancellations.append(step) }
    thread.pointee.isCancelling = true
    step()
    var position = 0
    while position < thread.pointee.cancellations.count {
      let next = thread.pointee.cancellations[position]
      thread.pointee.cancellations[position] = {}
      position += 1
      next()
    }
    thread.pointee.cancellations.removeAll()
    thread.pointee.isCancelling = false
  }

  /// For a deinit: where the stack runs low, keeps what it is about to let go, which the closure holds, until the stack
  /// has unwound. So a long chain of last references is let go link by link.
  static func letGo(_ holder: @autoclosure () -> () -> Void) {
    if !hasRoom { later(holder()) }
  }

  /// Ends the run that `admit` began, after every step that was put off.
  @usableFromInline
  static func leave(_ passage: Passage) {
    guard let thread = UnsafeMutablePointer<ThreadState>(bitPattern: passage.bits) else { return }
    if !thread.pointee.steps.isEmpty { drain(thread) }
    thread.pointee.isRunning = false
  }

  /// Whether the calling thread is inside a run.
  static var isRunning: Bool { ThreadState.current.pointee.isRunning }

  /// What tells the calling thread from all others that live; never 0.
  static var thread: UInt { UInt(bitPattern: ThreadState.current) }

  /// Runs the body as an entry into the module.
  @inlinable
  static func run(_ body: () -> Void) {
    let passage = admit()
    body()
    if passage.isOutermost { leave(passage) }
  }

  @inline(__always)
  private static func stackAddress() -> UInt {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
  }

  private static func drain(_ thread: UnsafeMutablePointer<ThreadState>) {
    var position = 0
    while position < thread.pointee.steps.count {
      let step = thread.pointee.steps[position]
      thread.pointee.steps[position] = {}
      position += 1
      step()
      if position == 1024 {
        thread.pointee.steps.removeFirst(position)
        position = 0
      }
    }
    thread.pointee.steps.removeAll()
  }
}

#if !canImport(Darwin)
  // A GNU function that the module map of the C library leaves out; musl has it too.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(_ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>) -> CInt
#endif

/// What the trampoline knows of one thread. Touched by that thread alone.
private struct ThreadState {
  /// Below this address the stack counts as low: half of it, at most 4 MiB, is kept for chains of plain calls.
  var lowWater: UInt
  var isRunning = false
  var steps: [() -> Void] = []
  var isCancelling = false
  var cancellations: [() -> Void] = []

  static var current: UnsafeMutablePointer<ThreadState> {
    let made = key.load(ordering: .acquiring)
    if made != 0, let known = pthread_getspecific(pthread_key_t(made - 1)) {
      return known.assumingMemoryBound(to: ThreadState.self)
    }
    return make()
  }

  /// One more than the key; 0 as long as there is none. A constant at start, so that reading it asks for no initialiser.
  private static let key = Atomic<UInt>(0)

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in
      #if canImport(Darwin)
        let state = raw.assumingMemoryBound(to: ThreadState.self)
      #else
        guard let state = raw?.assumingMemoryBound(to: ThreadState.self) else { return }
      #endif
      state.deinitialize(count: 1)
      state.deallocate()
    }
    let (isFirst, made) = Self.key.compareExchange(
      expected: 0, desired: UInt(key) + 1, ordering: .acquiringAndReleasing)
    if isFirst { return key }
    pthread_key_delete(key)
    return pthread_key_t(made - 1)
  }

  private static func make() -> UnsafeMutablePointer<ThreadState> {
    let state = UnsafeMutablePointer<ThreadState>.allocate(capacity: 1)
    state.initialize(to: ThreadState(lowWater: lowWaterOfThisThread()))
    pthread_setspecific(makeKey(), state)
    return state
  }

  private static func lowWaterOfThisThread() -> UInt {
    #if canImport(Darwin)
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      let bottom = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size
    #else
      var attributes = pthread_attr_t()
      var base: UnsafeMutableRawPointer?
      var length = 0
      guard getAttributes(pthread_self(), &attributes) == 0 else { return 0 }
      pthread_attr_getstack(&attributes, &base, &length)
      pthread_attr_destroy(&attributes)
      let size = UInt(length)
      let bottom = UInt(bitPattern: base)
    #endif
    return bottom + min(size / 2, 4 << 20)
  }
}
