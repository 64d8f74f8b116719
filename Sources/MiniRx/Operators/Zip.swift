extension ObservableType {
  /// Pairs the elements of several streams, first with first, second with second.
  ///
  ///     a     -1---2------3--|
  ///     b     ---x-----y---|
  ///     zip   ---1x----2y--|      { "\($0)\($1)" }
  ///
  /// Elements that wait for their partners are kept, without a bound. Ends when a stream has ended and all its elements
  /// have been used; an error of one, or of the selector, ends it at once and cancels the others.
  @inlinable public static func zip<First, Second, each Rest>(
    _ first: First, _ second: Second, _ rest: repeat each Rest,
    resultSelector: @escaping @Sendable (First.Element, Second.Element, repeat (each Rest).Element) throws -> Element
  ) -> Observable<Element>
  where First: ObservableConvertibleType, Second: ObservableConvertibleType, repeat each Rest: ObservableConvertibleType
  {
    makeZip(first.asObservable(), second.asObservable(), repeat (each rest).asObservable(), selector: resultSelector)
  }

  /// Lines up the elements of the streams of a collection, in its order. Of none, it is empty at once. Ends and fails as
  /// the form for several streams.
  ///
  ///     a     -1---2-----|
  ///     b     ---3---4-----|
  ///     zip   ---4---6---|      { $0.reduce(0, +) }
  public static func zip<Sources: Collection, Result>(
    _ sources: Sources, resultSelector: @escaping @Sendable ([Result]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Result {
    makeZip(sources.map { $0.asObservable() }, resultSelector)
  }

  /// Lines up the elements of the streams of a collection in arrays, in its order. Of none, it is empty at once.
  ///
  ///     a     -1---2-----------|
  ///     b     ---x-----y---------|
  ///     zip   ---[1,x]-[2,y]---|
  public static func zip<Sources: Collection, Result>(
    _ sources: Sources
  ) -> Observable<[Result]>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Result, Element == [Result] {
    makeZip(sources.map { $0.asObservable() }) { $0 }
  }
}

extension ObservableType where Element == Any {
  /// Pairs the elements of several streams in tuples. Ends and fails as the form with a selector.
  ///
  ///     a     -1---2-----------|
  ///     b     ---x-----y---------|
  ///     zip   ---(1,x)-(2,y)---|
  @inlinable public static func zip<First, Second, each Rest>(
    _ first: First, _ second: Second, _ rest: repeat each Rest
  ) -> Observable<(First.Element, Second.Element, repeat (each Rest).Element)>
  where First: ObservableConvertibleType, Second: ObservableConvertibleType, repeat each Rest: ObservableConvertibleType
  {
    makeZip(
      first.asObservable(), second.asObservable(), repeat (each rest).asObservable(),
      selector: { (first: First.Element, second: Second.Element, rest: repeat (each Rest).Element) in
        (first, second, repeat each rest)
      })
  }
}

@inlinable func makeZip<First, Second, each Rest, Result>(
  _ first: Observable<First>, _ second: Observable<Second>, _ rest: repeat Observable<each Rest>,
  selector: @escaping (First, Second, repeat each Rest) throws -> Result
) -> Observable<Result> {
  Observable { _, sink in
    var count = 2
    repeat counting(each rest, &count)
    let core = CombineCore(down: sink.scope, count: count)
    let (firstLane, secondLane) = (ZipLane<First>(), ZipLane<Second>())
    let restLanes = (repeat ZipLane(of: each rest))
    let delivery = GatedDelivery(core, sink.next)
    let emit = {
      do {
        // No lane is empty: the core counts those that are.
        let result = try selector(firstLane.take(core), secondLane.take(core), repeat (each restLanes).take(core))
        if !core.down.isStopped { delivery.next(result) }
        core.endIfDrained()
      } catch {
        core.down.end(error)
      }
    }
    zipping(first, firstLane, core, emit)
    zipping(second, secondLane, core, emit)
    repeat zipping(each rest, each restLanes, core, emit)
  }
}

func makeZip<Element, Result>(
  _ sources: [Observable<Element>], _ selector: @escaping ([Element]) throws -> Result
) -> Observable<Result> {
  if sources.isEmpty { return .empty() }
  let held = Held(sources)
  return Observable { _, sink in
    let sources = held.value
    let core = CombineCore(down: sink.scope, count: sources.count)
    let delivery = GatedDelivery(core, sink.next)
    let lanes = sources.map { _ in ZipLane<Element>() }
    let emit = {
      do {
        let result = try selector(lanes.map { $0.take(core) })
        if !core.down.isStopped { delivery.next(result) }
        core.endIfDrained()
      } catch {
        core.down.end(error)
      }
    }
    for (source, lane) in Swift.zip(sources, lanes) { zipping(source, lane, core, emit) }
  }
}

/// Subscribes to one of the zipped sources.
@inlinable func zipping<Element>(
  _ source: Observable<Element>, _ lane: ZipLane<Element>, _ core: CombineCore, _ emit: @escaping () -> Void
) {
  guard let scope = core.addSource() else { return }
  lane.scope = scope
  let receive = { (element: Element) in
    if scope.hasElement { return lane.later.append(element) }
    lane.first = element
    scope.hasElement = true
    core.missing -= 1
    if core.missing == 0 { emit() }
  }
  source.run(
    Sink(
      next: { element in
        let passage = core.enter()
        if passage == .refused {
          core.post { if !core.down.isStopped { receive(element) } }
        } else {
          // Another source may have ended the stream since this one looked.
          if !core.down.isStopped { receive(element) }
          core.leave(passage)
        }
      }, scope: scope))
}

/// The elements of one source that wait for their partners. Touched by the owner of the core's gate.
@usableFromInline final class ZipLane<Element> {
  @usableFromInline @exclusivity(unchecked) var first: Element?
  @usableFromInline @exclusivity(unchecked) var later = FirstInFirstOut<Element>()
  @usableFromInline @exclusivity(unchecked) var scope: CombineSource?

  @inlinable init() {}

  @inlinable convenience init(of source: Observable<Element>) { self.init() }

  /// The oldest element; there must be one.
  @inlinable func take(_ core: CombineCore) -> Element {
    let element = first.unsafelyUnwrapped
    first = later.isEmpty ? nil : later.popFirst()
    if first == nil {
      scope.unsafelyUnwrapped.hasElement = false
      core.missing += 1
    }
    return element
  }
}
