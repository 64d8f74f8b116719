public import AirportNet

/// How far a login is.
public enum LoginStatus: Hashable, Sendable {
  /// Nothing was submitted, or the login was cancelled.
  case idle
  /// The email or the password is missing; nothing was asked and nothing sent.
  case incomplete
  /// The person is being asked whether to log in.
  case asking
  /// The person said no.
  case declined
  /// The login is on its way.
  case sending
  /// The server let the person in, with this message.
  case loggedIn(message: String)
  /// The server refused, with this message.
  case refused(message: String)
  /// The login failed.
  case failed(NetworkError)

  /// Whether a login is being asked about or on its way.
  public var isUnderWay: Bool { self == .asking || self == .sending }
}
