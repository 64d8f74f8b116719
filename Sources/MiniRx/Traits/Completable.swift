/// A stream of no elements and one end: it completes, or it fails. What an upload or a delete is.
///
///     completable   ----|      or      ----#
///
/// Cold: each subscription starts the work anew, and disposing it cancels the work.
public struct Completable: ObservableConvertibleType, Sendable {
  let source: Observable<Never>

  /// A source that is seen as a completable.
  init(source: Observable<Never>) { self.source = source }

  /// The completable as an observable of no elements.
  public func asObservable() -> Observable<Never> { source }
}

/// The one event of a `Completable`.
public enum CompletableEvent: Sendable {
  /// It failed.
  case error(any Error)
  /// It completed.
  case completed
}

extension Completable {
  /// Where a `create` closure sends the one event; a second call is ignored. Callable from any thread.
  public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

  /// A completable whose work is a closure.
  ///
  ///     sent     ---completed     or     ---error
  ///     create   ---|                    ---#
  ///
  /// The closure runs once for each subscription, on the subscribing thread; it sends one event, from any thread, and
  /// returns what cancels the work.
  public static func create(
    subscribe: @escaping @Sendable (@escaping CompletableObserver) -> any Disposable
  ) -> Completable {
    Completable(
      source: makeCreate { observer in
        subscribe { event in
          switch event {
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// The end, at once on subscribing.
  ///
  ///     empty   |
  public static func empty() -> Completable { Completable(source: .empty()) }

  /// The failure, at once on subscribing.
  ///
  ///     error   #
  public static func error(_ error: any Error) -> Completable { Completable(source: .error(error)) }

  /// No event at all.
  ///
  ///     never   ---------
  public static func never() -> Completable { Completable(source: .never()) }

  /// Asks the factory for a completable at each subscription. A factory that throws fails the subscription.
  ///
  ///     subscribed   ^ the factory is asked
  ///     its own      ---|
  ///     deferred     ---|
  public static func deferred(_ factory: @escaping @Sendable () throws -> Completable) -> Completable {
    Completable(source: makeDeferred { try factory().source })
  }
}

extension Completable {
  /// Subscribes handlers, one of which is called once, on the actor the call is made from, or on the emitting thread where
  /// there is none.
  ///
  /// - Parameters:
  ///   - onCompleted: called at the good end.
  ///   - onError: receives the error; without it the error goes to `Hooks.unhandledError`.
  ///   - onDisposed: called once when nothing more will come: after the event, or after dispose.
  ///   - isolation: the subscriber's actor; leave the default.
  ///   - file: where the subscription is made; leave the default.
  ///   - line: where the subscription is made; leave the default.
  /// - Returns: disposing it cancels the work; after a dispose on the subscriber's actor nothing is delivered.
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil,
    isolation: (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    makeSubscription(
      source, on: isolation, onNext: { _ in }, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed,
      site: CallSite(file: file, line: line))
  }

  /// Subscribes one handler for the one event. Threads as of `subscribe(onCompleted:)`.
  public func subscribe(
    _ observer: @escaping (CompletableEvent) -> Void, isolation: (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(
      onCompleted: { observer(.completed) }, onError: { observer(.error($0)) }, isolation: isolation, file: file,
      line: line)
  }

  /// Subscribes handlers that are also given an object, which is held weakly: when it goes, the handlers are no longer
  /// called. Threads as of `subscribe(onCompleted:)`.
  public func subscribe<Object: AnyObject>(
    with object: Object, onCompleted: ((Object) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil, isolation: (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    subscribe(
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onError: { [weak object] in if let object { onError?(object, $0) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } },
      isolation: isolation, file: file, line: line)
  }
}
