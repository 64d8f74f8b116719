public import AirportNet
public import MiniRx

/// Finds airports while a person types.
///
///     key presses  -s-e-o-u-l-----------l--
///     debounced    ------------seoul------|     300 ms
///     airports     ---------[*]------------     loaded once, by the library
///     rows         ------------[ICN, GMP]--
///
/// When a load fails, `error` says so and the next key press loads the airports again; rows that are there from before
/// stay. All outputs tell a new subscriber how things stand, at once. A model that goes lets go of its library, and with
/// the last of a library's models goes its request.
@MainActor
public final class AirportSearchViewModel {
  /// Input: what the field holds, at each key press.
  public let query = PublishRelay<String>()
  /// Input: where the person is; nil while that is not known.
  public let location = BehaviorRelay<GeoPoint?>(value: nil)
  /// Input: the code of the airport that was picked, nil for none.
  public let selection = BehaviorRelay<String?>(value: nil)
  /// Input: load the airports anew.
  public var refresh: PublishRelay<Void> { library.refresh }
  /// Input: give the load under way up; `error` is `cancelled` then. Without one nothing happens.
  public var cancel: PublishRelay<Void> { library.cancel }

  /// Output: the airports that fit, best first; of equals the nearest, or the first by name where the location is not
  /// known.
  public let rows: Driver<[AirportRow]>
  /// Output: the same airports by city and country, the cities in the order of their first rows.
  public let sections: Driver<[AirportSection]>
  /// Output: what to say about them.
  public let status: Driver<AirportSearchStatus>
  /// Output: what is searched for, which is what was typed once the typing has paused; empty at first.
  public let settled: Driver<String>
  /// Output: whether a load is under way.
  public var isLoading: Driver<Bool> { library.isLoading }
  /// Output: why the last load failed, nil once another has begun.
  public var error: Driver<NetworkError?> { library.error }
  /// Output: the airport that was picked, as seen from the location; nil for none, or for a code that no airport has.
  public let selected: Driver<AirportRow?>

  /// What is searched; a screen for one city or one airport is made with it, and loads nothing again.
  public let library: AirportLibrary

  private let settledQuery = BehaviorRelay<String>(value: "")
  private let bag = DisposeBag()

  /// A model over a library of its own, which begins to load.
  ///
  /// - Parameters:
  ///   - api: where the airports come from.
  ///   - scheduler: measures the pause.
  ///   - debounce: how long the typing must pause before a search.
  public convenience init(
    api: any AirportAPI, scheduler: any SchedulerType, debounce: Duration = .milliseconds(300)
  ) {
    self.init(library: AirportLibrary(api: api), scheduler: scheduler, debounce: debounce)
  }

  /// A model over a library that other models share.
  ///
  /// - Parameters:
  ///   - library: the airports.
  ///   - scheduler: measures the pause.
  ///   - debounce: how long the typing must pause before a search.
  public init(library: AirportLibrary, scheduler: any SchedulerType, debounce: Duration = .milliseconds(300)) {
    self.library = library
    let index = library.index
    let found = Observable.combineLatest(settledQuery.distinctUntilChanged { FoldedText($0) }, index, location) {
      query, index, location in
      Found(query: query, index: index, rows: index?.search(query, from: location) ?? [])
    }.asDriver(onErrorJustReturn: Found())
    rows = found.map(\.rows)
    sections = found.map(\.rows.sections)
    status = Driver.combineLatest(found, library.failure.asDriver()) { $0.status(failure: $1) }.distinctUntilChanged()
    settled = settledQuery.asDriver()
    selected = Observable.combineLatest(selection, index, location) { code, index, location in
      code.flatMap { index?.airport(code: $0) }.map { AirportRow($0, rank: .exactCode, from: location) }
    }.asDriver(onErrorJustReturn: nil)
    query.asObservable().debounce(debounce, scheduler: scheduler)
      .subscribe(onNext: { [settledQuery, library] query in
        settledQuery.accept(query)
        if library.failure.value != nil { library.refresh.accept(()) }
      })
      .disposed(by: bag)
  }

  /// The loaded airport with an IATA code, else with an ICAO code; nil where there is none, or nothing is loaded yet.
  public func airport(code: String) -> AirportModel? { library.airport(code: code) }

  /// Why the loaded document has no airport; nil where it has some, or nothing is loaded yet.
  public var documentFault: DocumentFault? { library.documentFault }
}

/// A search and what it gave.
private struct Found: Sendable {
  var query = ""
  var index: AirportIndex?
  var rows: [AirportRow] = []

  func status(failure: NetworkError?) -> AirportSearchStatus {
    if let failure, index == nil { return .failed(failure) }
    if FoldedText(query).isEmpty { return .idle }
    guard let index else { return .loading }
    return rows.isEmpty ? .noMatch(suggestions: index.suggestions(for: query)) : .found(rows.count)
  }
}
