/// A stream of exactly one event: one element, or one error (contract 1). What a network call is.
///
///     single   ----a|      or      ----#
///
/// Cold: each subscription starts the work anew, and disposing it cancels the work.
@frozen public struct Single<Element>: ObservableConvertibleType {
  @usableFromInline let source: Observable<Element>

  /// A source that keeps the grammar of a single.
  @inlinable init(source: Observable<Element>) { self.source = source }

  /// The single as an observable: its element and the end.
  @inlinable public func asObservable() -> Observable<Element> { source }
}

// Sendable by the rule of Observable.
extension Single: @unchecked Sendable where Element: Sendable {}

/// The one event of a `Single`.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension Single {
  /// Where a `create` closure sends the one event; a second call is ignored. Callable from any thread.
  public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

  /// A single whose work is a closure.
  ///
  ///     sent     ---success(a)     or     ---failure
  ///     create   ---a|                    ---#
  ///
  /// The closure runs once for each subscription, on the subscribing thread; it sends one event, from any thread, and
  /// returns what cancels the work.
  @inlinable public static func create(
    subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    Single(source: SingleCreateObservable(subscribe))
  }

  /// One element, at once on subscribing.
  ///
  ///     just(a)   a|
  @inlinable public static func just(_ element: Element) -> Single<Element> { Single(source: JustObservable(element)) }

  /// The failure, at once on subscribing.
  ///
  ///     error   #
  @inlinable public static func error(_ error: any Error) -> Single<Element> { Single(source: .error(error)) }

  /// No event at all.
  ///
  ///     never   ---------
  @inlinable public static func never() -> Single<Element> { Single(source: .never()) }

  /// Asks the factory for a single at each subscription. A factory that throws fails the subscription.
  ///
  ///     subscribed   ^ the factory is asked
  ///     its own      ---a|
  ///     deferred     ---a|
  @inlinable
  public static func deferred(_ factory: @escaping @Sendable () throws -> Single<Element>) -> Single<Element> {
    Single(source: makeDeferred { try factory().source })
  }
}

@usableFromInline final class SingleCreateObservable<Element>: Observable<Element>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline typealias Work = (@escaping Single<Element>.SingleObserver) -> any Disposable

  @usableFromInline let work: Work

  @inlinable init(_ work: @escaping Work) {
    self.work = work
    super.init { me, sink in
      let node = CreateNode(sink)
      sink.scope.attach(node)
      node.adopt(
        unsafeDowncast(me, to: SingleCreateObservable<Element>.self).work { event in
          switch event {
          case .success(let element): node.receiveLast(element)
          case .failure(let error): node.end(error)
          }
        })
    }
  }
}
