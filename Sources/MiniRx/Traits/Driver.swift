/// A stream for the main actor: it cannot fail, every event is delivered on the main actor, and all subscribers share one
/// subscription, of which each is given the newest element at once.
///
///     let rows: Driver<[Row]>
///     rows.drive(onNext: { [weak self] in self?.table = $0 }).disposed(by: bag)
///
/// The closures of its operators are `@MainActor`, so a view model may touch `self` in them.
public struct Driver<Element: Sendable>: Sendable {
  /// What is delivered on the main actor, cannot fail, and is shared.
  private let source: Observable<Element>

  private init(shared source: Observable<Element>) { self.source = source }

  /// Makes a driver of a stream that cannot fail and delivers on the main actor.
  fileprivate init(onMain source: Observable<Element>) {
    self.init(shared: source.share(replay: 1))
  }

  /// The stream as an observable; subscribed to and delivered on the main actor.
  public func asObservable() -> Observable<Element> { source.subscribe(on: MainScheduler.instance) }

  /// One element, then the end.
  ///
  ///     just(a)   a|
  public static func just(_ element: Element) -> Driver<Element> { Driver(shared: .just(element)) }

  /// The end.
  ///
  ///     empty   |
  public static func empty() -> Driver<Element> { Driver(shared: .empty()) }

  /// No event.
  ///
  ///     never   ---------
  public static func never() -> Driver<Element> { Driver(shared: .never()) }
}

extension ObservableConvertibleType where Element: Sendable {
  /// Makes a driver that gives this element, and ends, where the stream fails.
  ///
  ///     source     -1--2--#
  ///     asDriver   -1--2--0|      onErrorJustReturn: 0
  public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
    Driver(onMain: asObservable().catchAndReturn(element).observe(on: MainScheduler.instance))
  }

  /// Makes a driver that goes on with another where the stream fails.
  ///
  ///     source     -1--2--#
  ///     other             --8--
  ///     asDriver   -1--2----8--
  public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
    Driver(onMain: asObservable().catch { _ in other.asObservable() }.observe(on: MainScheduler.instance))
  }

  /// Makes a driver that goes on with the one the closure makes of the failure.
  ///
  ///     source         -1--2--#
  ///     the closure's         --8--
  ///     asDriver       -1--2----8--
  public func asDriver(
    onErrorRecover: @escaping @Sendable (any Error) -> Driver<Element>
  ) -> Driver<Element> {
    Driver(onMain: asObservable().catch { onErrorRecover($0).asObservable() }.observe(on: MainScheduler.instance))
  }
}

extension BehaviorRelay where Element: Sendable {
  /// Makes a driver; a relay cannot fail.
  ///
  ///     relay      1---2---3--     1 is its value
  ///     asDriver   1---2---3--
  public func asDriver() -> Driver<Element> { Driver(onMain: asObservable().observe(on: MainScheduler.instance)) }
}

extension PublishRelay where Element: Sendable {
  /// Makes a driver; a relay cannot fail.
  ///
  ///     relay      ----2---3--
  ///     asDriver   ----2---3--
  public func asDriver() -> Driver<Element> { Driver(onMain: asObservable().observe(on: MainScheduler.instance)) }
}

extension Driver {
  /// Subscribes a closure to the elements, on the main actor. Call it there.
  @MainActor
  public func drive(
    onNext: (@MainActor (Element) -> Void)? = nil, onCompleted: (@MainActor () -> Void)? = nil,
    onDisposed: (@MainActor () -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    source.subscribe(
      onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, isolation: MainActor.shared, file: file,
      line: line)
  }

  /// Like `drive(onNext:)`, giving the closure an object too, which is held weakly.
  @MainActor
  public func drive<Object: AnyObject>(
    with object: Object, onNext: @escaping @MainActor (Object, Element) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    drive(onNext: { [weak object] in if let object { onNext(object, $0) } }, file: file, line: line)
  }

  /// Sends all events to the observers, on the main actor.
  @MainActor
  public func drive<Observer: ObserverType>(
    _ first: Observer, _ others: Observer...
  ) -> any Disposable where Observer.Element == Element {
    source.subscribe(AnyObserver(handler: { event in for observer in [first] + others { observer.on(event) } }))
  }

  /// Sends the elements to the relays, on the main actor.
  @MainActor
  public func drive(_ first: BehaviorRelay<Element>, _ others: BehaviorRelay<Element>...) -> any Disposable {
    source.subscribe(
      AnyObserver(handler: { event in for relay in [first] + others { event.element.map(relay.accept) } }))
  }

  /// Sends the elements to the relays, on the main actor.
  @MainActor
  public func drive(_ first: PublishRelay<Element>, _ others: PublishRelay<Element>...) -> any Disposable {
    source.subscribe(
      AnyObserver(handler: { event in for relay in [first] + others { event.element.map(relay.accept) } }))
  }
}

extension Driver {
  /// Transforms each element.
  ///
  ///     source   -1--2---3--|
  ///     map      -a--b---c--|
  public func map<Result>(_ transform: @escaping @MainActor (Element) -> Result) -> Driver<Result> {
    Driver<Result>(onMain: source.map { element in MainActor.assumeIsolated { transform(element) } })
  }

  /// Transforms each element and drops those that become nil.
  ///
  ///     source       -1--x--3--|
  ///     compactMap   -1-----3--|      { Int($0) }
  public func compactMap<Result>(_ transform: @escaping @MainActor (Element) -> Result?) -> Driver<Result> {
    Driver<Result>(onMain: source.compactMap { element in MainActor.assumeIsolated { transform(element) } })
  }

  /// Lets through the elements that satisfy the predicate.
  ///
  ///     source   -1--2--3--|
  ///     filter   ----2-----|      { $0.isMultiple(of: 2) }
  public func filter(_ predicate: @escaping @MainActor (Element) -> Bool) -> Driver<Element> {
    Driver(onMain: source.filter { element in MainActor.assumeIsolated { predicate(element) } })
  }

  /// Calls the closure before each element is delivered.
  ///
  ///     source   -1--2--|
  ///     do       -1--2--|      the closure runs before each is delivered
  public func `do`(onNext: @escaping @MainActor (Element) -> Void) -> Driver<Element> {
    Driver(onMain: source.do(onNext: { element in MainActor.assumeIsolated { onNext(element) } }))
  }

  /// Goes on with the driver the selector makes of the newest element; the one before is cancelled.
  ///
  ///     source          -A----B------|      A: -1--2--3-|   B: -x-y-|
  ///     flatMapLatest   --1--2-x-y---|
  public func flatMapLatest<Result>(
    _ selector: @escaping @MainActor (Element) -> Driver<Result>
  ) -> Driver<Result> {
    Driver<Result>(onMain: source.flatMapLatest { element in MainActor.assumeIsolated { selector(element).source } })
  }

  /// Merges the drivers the selector makes of the elements.
  ///
  ///     source    -A----B------|      A: -1--2--3-|   B: -x-y-|
  ///     flatMap   --1--2-x3y---|
  public func flatMap<Result>(_ selector: @escaping @MainActor (Element) -> Driver<Result>) -> Driver<Result> {
    Driver<Result>(onMain: source.flatMap { element in MainActor.assumeIsolated { selector(element).source } })
  }

  /// Drops an element that equals the one before it.
  ///
  ///     source                 -a--a--b--b--a--|
  ///     distinctUntilChanged   -a-----b-----a--|
  public func distinctUntilChanged() -> Driver<Element> where Element: Equatable {
    Driver(onMain: source.distinctUntilChanged())
  }

  /// Delivers an element once nothing newer has come for the time.
  ///
  ///     source     -a--b---c|
  ///     debounce   ---a--b--(c|)      two ticks
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType = MainScheduler.instance
  ) -> Driver<Element> {
    Driver(onMain: source.debounce(dueTime, scheduler: scheduler).observe(on: MainScheduler.instance))
  }

  /// Delivers this element first.
  ///
  ///     source      -1--2--|
  ///     startWith   01--2--|      0
  public func startWith(_ element: Element) -> Driver<Element> {
    Driver(onMain: source.startWith(element).observe(on: MainScheduler.instance))
  }

  /// Delivers what all these drivers deliver.
  ///
  ///     a       -1---2---|
  ///     b       ---x---y---|
  ///     merge   -1-x-2-y---|
  public static func merge(_ sources: Driver<Element>...) -> Driver<Element> {
    Driver(onMain: Observable<Element>.merge(sources.map(\.source)))
  }

  /// Combines the newest elements of two drivers.
  ///
  ///     a               -1-----2-----|
  ///     b               ---3-4---------|
  ///     combineLatest   ---4-5-6-------|      +
  public static func combineLatest<First, Second>(
    _ first: Driver<First>, _ second: Driver<Second>,
    resultSelector: @escaping @MainActor (First, Second) -> Element
  ) -> Driver<Element> {
    Driver(
      onMain: Observable<Element>.combineLatest(first.source, second.source) { first, second in
        MainActor.assumeIsolated { resultSelector(first, second) }
      })
  }
}
