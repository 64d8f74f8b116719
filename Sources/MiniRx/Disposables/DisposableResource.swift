/// A disposable as the resource of a scope.
@usableFromInline final class DisposableResource: Resource {
  private let disposable: any Disposable

  @usableFromInline init(_ disposable: any Disposable) { self.disposable = disposable }

  @usableFromInline override func cancel() { disposable.dispose() }
}

extension Scope {
  /// Takes a disposable as the upstream resource.
  @usableFromInline final func adopt(_ disposable: any Disposable) {
    if disposable._isFinished { return }
    attach(DisposableResource(disposable))
  }
}
