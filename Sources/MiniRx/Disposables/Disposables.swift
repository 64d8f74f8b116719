internal import Synchronization

/// Makes disposables.
public enum Disposables {
  /// A disposable that does nothing.
  @inlinable public static func create() -> any Disposable { NopDisposable.shared }

  /// A disposable that runs the action once, on the thread of the first `dispose`.
  public static func create(with action: @escaping @Sendable () -> Void) -> any Cancelable {
    ActionDisposable(action)
  }

  /// A disposable that disposes all of these.
  public static func create(_ disposables: any Disposable...) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }

  /// A disposable that disposes all of these.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }
}

/// The disposable of work that cannot be given up.
@usableFromInline final class NopDisposable: Disposable, Sendable {
  @usableFromInline static let shared = NopDisposable()

  private init() {}

  @usableFromInline func dispose() {}

  // A bag need not keep what does nothing.
  @usableFromInline var _isFinished: Bool { true }
}

/// Runs an action on the first dispose, and lets go of it.
private final class ActionDisposable: Cancelable, @unchecked Sendable {
  // Sendable by rule: `action` is taken by the one that sets `done`.
  private var action: (@Sendable () -> Void)?
  private let done = Atomic<Bool>(false)

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  var isDisposed: Bool { done.load(ordering: .acquiring) }

  func dispose() {
    guard !done.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let action = action
    self.action = nil
    action?()
  }
}
