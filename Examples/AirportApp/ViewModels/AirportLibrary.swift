public import AirportNet
public import MiniRx

/// The airports, loaded once for all the screens of an app.
///
///     let library = AirportLibrary(api: service)
///     let search = AirportSearchViewModel(library: library, scheduler: MainScheduler.instance)
///     let detail = AirportDetailViewModel(library: library, code: "ICN")      // nothing is loaded again
///
/// They are loaded when the library is made, and kept. Of two loads the newer one counts; what is there from before
/// stays until the newer one has come. When the last model and the app let go of the library, its request is cancelled.
@MainActor
public final class AirportLibrary {
  /// Input: load the airports anew.
  public let refresh = PublishRelay<Void>()
  /// Input: give the load under way up; `error` is `cancelled` then. Without one nothing happens.
  public let cancel = PublishRelay<Void>()

  /// Output: whether a load is under way.
  public let isLoading: Driver<Bool>
  /// Output: why the last load failed, nil once another has begun.
  public let error: Driver<NetworkError?>

  /// The airports, nil before the first load has come.
  let index = BehaviorRelay<AirportIndex?>(value: nil)
  /// Why the last load failed, nil once another has begun.
  let failure = BehaviorRelay<NetworkError?>(value: nil)

  private let loading = BehaviorRelay<Bool>(value: false)
  private let bag = DisposeBag()

  /// A library, which begins to load.
  /// - Parameter api: where the airports come from.
  public init(api: any AirportAPI) {
    isLoading = loading.asDriver().distinctUntilChanged()
    error = failure.asDriver().distinctUntilChanged()
    let begins = refresh.asObservable().startWith(()).map { true }
    let ends = cancel.asObservable().filter { [loading] in loading.value }.map { false }
    Observable.merge(begins, ends)
      .flatMapLatest { begins in
        if !begins { return Observable.just(Load.failed(.cancelled)) }
        // The index is built where the answer arrives, not on the main actor.
        return api.fetchAirports().map { Load.finished(AirportIndex($0.airports, fault: DocumentFault($0))) }
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

  /// The loaded airport with an IATA code, else with an ICAO code; nil where there is none, or nothing is loaded yet.
  public func airport(code: String) -> AirportModel? { index.value?.airport(code: code) }

  /// Why the loaded document has no airport; nil where it has some, or nothing is loaded yet.
  public var documentFault: DocumentFault? { index.value?.fault }
}

/// How a load goes on.
private enum Load: Sendable {
  case begun
  case finished(AirportIndex)
  case failed(NetworkError)
}
