public import AirportNet
public import MiniRx

/// Tells of one airport all that is known: how far it is and in which direction, its runway, elevation and time zone.
///
///     code      -icn------------------
///     airports  ------[*]-------------     loaded once, by the library
///     location  ------------Gimpo-----
///     detail    -nil--ICN---ICN 32 km-
///
/// All outputs tell a new subscriber how things stand, at once. A model that goes lets go of its library, and with the
/// last of a library's models goes its request.
@MainActor
public final class AirportDetailViewModel {
  /// Input: the IATA code, else the ICAO code, in any case; nil for none.
  public let code: BehaviorRelay<String?>
  /// Input: where the person is; nil while that is not known.
  public let location = BehaviorRelay<GeoPoint?>(value: nil)
  /// Input: load the airports anew.
  public var refresh: PublishRelay<Void> { library.refresh }

  /// Output: the airport, as seen from the location; nil for none, or for a code that no airport has.
  public let detail: Driver<AirportDetail?>
  /// Output: what to say about it. For a code that no airport has, the codes of those that it finds as a text.
  public let status: Driver<AirportSearchStatus>
  /// Output: whether a load is under way.
  public var isLoading: Driver<Bool> { library.isLoading }
  /// Output: why the last load failed, nil once another has begun.
  public var error: Driver<NetworkError?> { library.error }

  /// Where the airport is looked up.
  public let library: AirportLibrary

  /// A model over a library that other models may share.
  public init(library: AirportLibrary, code: String? = nil) {
    self.library = library
    self.code = BehaviorRelay(value: code)
    let index = library.index
    detail = Observable.combineLatest(self.code, index, location) { code, index, location in
      code.flatMap { index?.airport(code: $0) }.map { AirportDetail($0, from: location) }
    }.asDriver(onErrorJustReturn: nil)
    status = Observable.combineLatest(self.code, index, library.failure) { code, index, failure in
      Self.status(of: code, in: index, failure: failure)
    }.asDriver(onErrorJustReturn: .idle).distinctUntilChanged()
  }

  private nonisolated static func status(
    of code: String?, in index: AirportIndex?, failure: NetworkError?
  ) -> AirportSearchStatus {
    guard let index else { return failure.map { .failed($0) } ?? (code == nil ? .idle : .loading) }
    guard let code else { return .idle }
    if index.airport(code: code) != nil { return .found(1) }
    return .noMatch(suggestions: index.search(code).prefix(3).map(\.id))
  }
}
