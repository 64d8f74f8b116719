public import MiniRx

/// What a view model asks for airports.
public protocol AirportAPI: Sendable {
  /// The airports document. Cold: each subscription loads it; disposing it cancels. Failures are `NetworkError`.
  func fetchAirports() -> Single<AirportResponse>
}
