public import AirportNet
public import MiniRx

/// Finds airports while a person types.
///
///     key presses  -s-e-o-u-l-----------l--
///     debounced    ------------seoul------|     300 ms
///     airports     ---------[*]------------     loaded once, at init
///     rows         ------------[ICN, GMP]--
///
/// The airports are loaded when the model is made, and kept. When that fails, `error` says so and the next key press
/// loads them again; rows that are there from before stay. Of two loads the newer one counts. All outputs tell a new
/// subscriber how things stand, at once. When the model goes, its request is cancelled.
@MainActor
public final class AirportSearchViewModel {
  /// Input: what the field holds, at each key press.
  public let query = PublishRelay<String>()
  /// Input: where the person is; nil while that is not known.
  public let location = BehaviorRelay<GeoPoint?>(value: nil)
  /// Input: the code of the airport that was picked, nil for none.
  public let selection = BehaviorRelay<String?>(value: nil)
  /// Input: load the airports anew.
  public let refresh = PublishRelay<Void>()

  /// Output: the airports that fit, best first; of equals the nearest, or the first by name where the location is not
  /// known.
  public let rows: Driver<[AirportRow]>
  /// Output: what to say about them.
  public let status: Driver<AirportSearchStatus>
  /// Output: whether a load is under way.
  public let isLoading: Driver<Bool>
  /// Output: why the last load failed, nil once another has begun.
  public let error: Driver<NetworkError?>
  /// Output: the airport that was picked, as seen from the location; nil for none, or for a code that no airport has.
  public let selected: Driver<AirportRow?>

  private let index = BehaviorRelay<AirportIndex?>(value: nil)
  private let loading = BehaviorRelay<Bool>(value: false)
  private let failure = BehaviorRelay<NetworkError?>(value: nil)
  private let settledQuery = BehaviorRelay<String>(value: "")
  private let bag = DisposeBag()

  /// A model, which begins to load.
  ///
  /// - Parameters:
  ///   - api: where the airports come from.
  ///   - scheduler: measures the pause.
  ///   - debounce: how long the typing must pause before a search.
  public init(api: any AirportAPI, scheduler: any SchedulerType, debounce: Duration = .milliseconds(300)) {
    let found = Observable.combineLatest(settledQuery.distinctUntilChanged { FoldedText($0) }, index, location) {
      query, index, location in
      Found(query: query, index: index, rows: index?.search(query, from: location) ?? [])
    }.asDriver(onErrorJustReturn: Found())
    rows = found.map(\.rows)
    status = Driver.combineLatest(found, failure.asDriver()) { $0.status(failure: $1) }.distinctUntilChanged()
    isLoading = loading.asDriver().distinctUntilChanged()
    error = failure.asDriver().distinctUntilChanged()
    selected = Observable.combineLatest(selection, index, location) { code, index, location in
      code.flatMap { index?.airport(code: $0) }.map { AirportRow($0, rank: .exactCode, from: location) }
    }.asDriver(onErrorJustReturn: nil)
    load(from: api, scheduler: scheduler, debounce: debounce)
  }

  /// The loaded airport with an IATA code, else with an ICAO code; nil where there is none, or nothing is loaded yet.
  public func airport(code: String) -> AirportModel? { index.value?.airport(code: code) }

  /// Why the loaded document has no airport; nil where it has some, or nothing is loaded yet.
  public var documentFault: DocumentFault? { index.value?.fault }

  private func load(from api: any AirportAPI, scheduler: any SchedulerType, debounce: Duration) {
    let retry = PublishRelay<Void>()
    query.asObservable().debounce(debounce, scheduler: scheduler)
      .subscribe(onNext: { [settledQuery, failure] query in
        settledQuery.accept(query)
        if failure.value != nil { retry.accept(()) }
      })
      .disposed(by: bag)
    Observable.merge(refresh.asObservable(), retry.asObservable()).startWith(())
      .flatMapLatest { _ in
        // The index is built where the answer arrives, not on the main actor.
        api.fetchAirports().map { Load.finished(AirportIndex($0.airports, fault: DocumentFault($0))) }
          .catch { .just(.failed(NetworkError(wrapping: $0))) }
          .asObservable().startWith(.begun)
      }
      .subscribe(onNext: { [index, loading, failure] load in
        switch load {
        case .begun:
          failure.accept(nil)
          loading.accept(true)
        case .finished(let new):
          loading.accept(false)
          index.accept(new)
        case .failed(let error):
          loading.accept(false)
          failure.accept(error)
        }
      })
      .disposed(by: bag)
  }
}

/// How a load goes on.
private enum Load: Sendable {
  case begun
  case finished(AirportIndex)
  case failed(NetworkError)
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
