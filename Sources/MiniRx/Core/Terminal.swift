/// The end of a chain for a subscriber without an isolation: observer, cancellation scope and disposable in one object.
@usableFromInline class Terminal: Scope, @unchecked Sendable {
  // Sendable by rule: the handlers are taken by the one that stops the scope.
  private var onError: ((any Error) -> Void)?
  private var onCompleted: (() -> Void)?
  private var onDisposed: (() -> Void)?
  private let site: CallSite

  @usableFromInline init(
    onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?, site: CallSite
  ) {
    self.onError = onError
    self.onCompleted = onCompleted
    self.onDisposed = onDisposed
    self.site = site
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    var resource: Resource?
    guard halt(&resource) else { return }
    let (failed, completed) = (onError, onCompleted)
    (onError, onCompleted) = (nil, nil)
    if let error {
      if let failed { failed(error) } else { Hooks.unhandledError(error, site) }
    } else {
      completed?()
    }
    finish(resource)
  }

  @usableFromInline override func cancel() {
    var resource: Resource?
    guard halt(&resource) else { return }
    (onError, onCompleted) = (nil, nil)
    finish(resource)
  }

  private func finish(_ resource: Resource?) {
    if let resource { Scope.cancel(resource) }
    if let disposed = onDisposed {
      onDisposed = nil
      disposed()
    }
  }
}
