public import AirportNet

/// What a search screen says below its field.
public enum AirportSearchStatus: Hashable, Sendable {
  /// Nothing was typed.
  case idle
  /// Something was typed, and the airports are not there yet.
  case loading
  /// So many airports fit.
  case found(Int)
  /// None fits; these texts may have been meant, the likeliest first.
  case noMatch(suggestions: [String])
  /// The airports could not be loaded, and there are none from before.
  case failed(NetworkError)
}
