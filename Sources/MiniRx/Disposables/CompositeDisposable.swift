/// A group of disposables that are disposed together.
public final class CompositeDisposable: Cancelable, @unchecked Sendable {
  /// Names a member, to remove it.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: Int
  }

  // Guarded by `lock`; nil once disposed.
  private var members: [DisposeKey: any Disposable]? = [:]
  private var inserted = 0
  private let lock = Lock()

  /// An empty group.
  public init() {}

  /// A group of these.
  public convenience init(_ disposables: any Disposable...) {
    self.init(disposables: disposables)
  }

  /// A group of these.
  public convenience init(disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { _ = insert(disposable) }
  }

  /// How many members there are; 0 once disposed.
  public var count: Int { lock.withLock { members?.count ?? 0 } }

  /// Whether the group was disposed.
  public var isDisposed: Bool { lock.withLock { members == nil } }

  /// Takes a member; nil, and the member is disposed, if the group already was.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key: DisposeKey? = lock.withLock {
      guard members != nil else { return nil }
      inserted += 1
      let key = DisposeKey(number: inserted)
      members?[key] = disposable
      return key
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Lets a member go and disposes it.
  public func remove(for key: DisposeKey) {
    lock.withLock { members?.removeValue(forKey: key) }?.dispose()
  }

  /// Disposes all members, in the order they came.
  public func dispose() {
    let members = lock.withLock {
      defer { self.members = nil }
      return self.members ?? [:]
    }
    members.sorted { $0.key.number < $1.key.number }.map(\.value).disposeAll()
  }
}
