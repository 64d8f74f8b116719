public import AirportNet
public import MiniRx

/// Lists the airports of a city: London in Canada is another city than London in the United Kingdom.
///
///     city      -London, Canada---------
///     location  --------------Toronto---
///     rows      -[YXU]--------[YXU 143]-
///
/// The nearest comes first, or the first by name while the location is not known; each row tells distance, bearing,
/// runway, elevation and time zone. All outputs tell a new subscriber how things stand, at once. A model that goes lets
/// go of its library, and with the last of a library's models goes its request.
@MainActor
public final class AirportListViewModel {
  /// Input: the city; nil for none.
  public let city: BehaviorRelay<AirportCity?>
  /// Input: where the person is; nil while that is not known.
  public let location = BehaviorRelay<GeoPoint?>(value: nil)
  /// Input: the code of the airport that was picked, nil for none.
  public let selection = BehaviorRelay<String?>(value: nil)
  /// Input: load the airports anew.
  public var refresh: PublishRelay<Void> { library.refresh }

  /// Output: the city's airports, the nearest first.
  public let rows: Driver<[AirportDetail]>
  /// Output: what to say about them.
  public let status: Driver<AirportSearchStatus>
  /// Output: whether a load is under way.
  public var isLoading: Driver<Bool> { library.isLoading }
  /// Output: why the last load failed, nil once another has begun.
  public var error: Driver<NetworkError?> { library.error }
  /// Output: the airport that was picked; nil for none, or for one that is not in the city.
  public let selected: Driver<AirportDetail?>

  /// Where the airports are; a screen for one of them is made with it, and loads nothing again.
  public let library: AirportLibrary

  /// A model over a library that other models may share.
  public init(library: AirportLibrary, city: AirportCity? = nil) {
    self.library = library
    self.city = BehaviorRelay(value: city)
    // The city is looked for once, not at each step of the person.
    let page = Observable.combineLatest(self.city.distinctUntilChanged(), library.index) { city, index in
      Page(city: city, airports: city.flatMap { index?.airports(in: $0) })
    }
    let rows = Observable.combineLatest(page, location) { page, location in page.rows(from: location) }
      .asDriver(onErrorJustReturn: [])
    self.rows = rows
    status = Driver.combineLatest(page.asDriver(onErrorJustReturn: Page()), library.failure.asDriver()) {
      $0.status(failure: $1)
    }.distinctUntilChanged()
    selected = Driver.combineLatest(rows, selection.asDriver()) { rows, code in rows.first { $0.id == code } }
  }
}

/// A city and its airports, nil before they are there.
private struct Page: Sendable {
  var city: AirportCity?
  var airports: [AirportModel]?

  func rows(from location: GeoPoint?) -> [AirportDetail] {
    let rows = (airports ?? []).map { AirportDetail($0, from: location) }
    // Sorting keeps the order of those that are equally far, and all are without a location.
    return rows.sorted { ($0.distance ?? .infinity) < ($1.distance ?? .infinity) }
  }

  func status(failure: NetworkError?) -> AirportSearchStatus {
    if city == nil { return failure.map { .failed($0) } ?? .idle }
    if let airports { return airports.isEmpty ? .noMatch(suggestions: []) : .found(airports.count) }
    return failure.map { .failed($0) } ?? .loading
  }
}
