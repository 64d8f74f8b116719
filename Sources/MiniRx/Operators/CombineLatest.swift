extension ObservableType {
  /// Combines the newest elements of several streams, each time one of them has a new one.
  ///
  ///     a               -1-----2-----|
  ///     b               ---x-y---------|
  ///     combineLatest   ---1x1y2y------|      { "\($0)\($1)" }
  ///
  /// Starts when each has had an element. Ends when all have ended, or one ends without an element; an error of one, or of
  /// the selector, ends it and cancels the others.
  @inlinable public static func combineLatest<First, Second, each Rest>(
    _ first: First, _ second: Second, _ rest: repeat each Rest,
    resultSelector: @escaping @Sendable (First.Element, Second.Element, repeat (each Rest).Element) throws -> Element
  ) -> Observable<Element>
  where First: ObservableConvertibleType, Second: ObservableConvertibleType, repeat each Rest: ObservableConvertibleType
  {
    makeCombineLatest(
      first.asObservable(), second.asObservable(), repeat (each rest).asObservable(), selector: resultSelector)
  }

  /// Combines the newest elements of the streams of a collection, in its order. Of none, it is empty at once. Ends and
  /// fails as the form for several streams.
  ///
  ///     a               -1-----2-----|
  ///     b               ---3-4---------|
  ///     combineLatest   ---4-5-6-------|      { $0.reduce(0, +) }
  public static func combineLatest<Sources: Collection, Result>(
    _ sources: Sources, resultSelector: @escaping @Sendable ([Result]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Result {
    makeCombineLatest(sources.map { $0.asObservable() }, resultSelector)
  }

  /// Combines the newest elements of the streams of a collection into arrays, in its order. Of none, it is empty at once.
  ///
  ///     a               -1-----------2----------|
  ///     b               ---x-----------------------|
  ///     combineLatest   ---[1,x]-----[2,x]---------|
  public static func combineLatest<Sources: Collection, Result>(
    _ sources: Sources
  ) -> Observable<[Result]>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Result, Element == [Result] {
    makeCombineLatest(sources.map { $0.asObservable() }) { $0 }
  }
}

extension ObservableType where Element == Any {
  /// Combines the newest elements of several streams into tuples. Ends and fails as the form with a selector.
  ///
  ///     a               -1-----------2----------|
  ///     b               ---x-----------------------|
  ///     combineLatest   ---(1,x)-----(2,x)---------|
  @inlinable public static func combineLatest<First, Second, each Rest>(
    _ first: First, _ second: Second, _ rest: repeat each Rest
  ) -> Observable<(First.Element, Second.Element, repeat (each Rest).Element)>
  where First: ObservableConvertibleType, Second: ObservableConvertibleType, repeat each Rest: ObservableConvertibleType
  {
    makeCombineLatest(
      first.asObservable(), second.asObservable(), repeat (each rest).asObservable(),
      selector: { (first: First.Element, second: Second.Element, rest: repeat (each Rest).Element) in
        (first, second, repeat each rest)
      })
  }
}

@inlinable func makeCombineLatest<First, Second, each Rest, Result>(
  _ first: Observable<First>, _ second: Observable<Second>, _ rest: repeat Observable<each Rest>,
  selector: @escaping (First, Second, repeat each Rest) throws -> Result
) -> Observable<Result> {
  Observable { _, sink in
    var count = 2
    repeat counting(each rest, &count)
    let core = CombineCore(down: sink.scope, count: count)
    let (firstSlot, secondSlot) = (CombineSlot<First>(), CombineSlot<Second>())
    let restSlots = (repeat CombineSlot(of: each rest))
    let delivery = GatedDelivery(core, sink.next)
    let emit = {
      do {
        // All slots are filled: the core counts those that are not.
        let result = try selector(firstSlot.newest(), secondSlot.newest(), repeat (each restSlots).newest())
        if !core.down.isStopped { delivery.next(result) }
      } catch {
        core.down.end(error)
      }
    }
    combining(first, firstSlot, core, emit)
    combining(second, secondSlot, core, emit)
    repeat combining(each rest, each restSlots, core, emit)
  }
}

@usableFromInline func counting<Element>(_ source: Observable<Element>, _ count: inout Int) { count += 1 }

/// Subscribes to one of the combined sources.
@inlinable func combining<Element>(
  _ source: Observable<Element>, _ slot: CombineSlot<Element>, _ core: CombineCore, _ emit: @escaping () -> Void
) {
  guard let scope = core.addSource() else { return }
  let node = CombineLatestNode(slot, scope, core, emit)
  source.run(Sink(next: { node.receive($0) }, scope: scope))
}

/// The subscription to one of the combined sources.
@usableFromInline final class CombineLatestNode<Element> {
  @usableFromInline let slot: CombineSlot<Element>
  @usableFromInline let scope: CombineSource
  @usableFromInline let core: CombineCore
  @usableFromInline let emit: () -> Void

  @inlinable
  init(_ slot: CombineSlot<Element>, _ scope: CombineSource, _ core: CombineCore, _ emit: @escaping () -> Void) {
    self.slot = slot
    self.scope = scope
    self.core = core
    self.emit = emit
  }

  @inlinable func receive(_ element: Element) {
    let passage = core.enter()
    if passage == .refused {
      core.post { if !self.core.down.isStopped { self.take(element) } }
    } else {
      // Another source may have ended the stream since this one looked.
      if !core.down.isStopped { take(element) }
      core.leave(passage)
    }
  }

  /// By the owner of the gate.
  @inlinable func take(_ element: Element) {
    if slot.fill(element) {
      scope.hasElement = true
      core.missing -= 1
    }
    if core.missing == 0 { emit() }
  }
}

private func makeCombineLatest<Element, Result>(
  _ sources: [Observable<Element>], _ selector: @escaping ([Element]) throws -> Result
) -> Observable<Result> {
  if sources.isEmpty { return .empty() }
  let held = Held(sources)
  return Observable { _, sink in
    let sources = held.value
    let core = CombineCore(down: sink.scope, count: sources.count)
    let delivery = GatedDelivery(core, sink.next)
    let slots = sources.map { _ in CombineSlot<Element>() }
    let emit = {
      do {
        let result = try selector(slots.map { $0.newest() })
        if !core.down.isStopped { delivery.next(result) }
      } catch {
        core.down.end(error)
      }
    }
    for (source, slot) in zip(sources, slots) { combining(source, slot, core, emit) }
  }
}
