public import AirportNet

/// What a screen says about the airports it shows: below a search field, on the page of a city, or of one airport.
public enum AirportSearchStatus: Hashable, Sendable {
  /// Nothing was asked for.
  case idle
  /// Something was asked for, and the airports are not there yet.
  case loading
  /// So many airports fit.
  case found(Int)
  /// None fits; these texts, or codes where a code was asked for, may have been meant, the likeliest first.
  case noMatch(suggestions: [String])
  /// The airports could not be loaded, and there are none from before.
  case failed(NetworkError)
}
