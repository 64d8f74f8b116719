public import AirportNet
public import MiniRx

/// What an app tells a person and asks one: the part of a screen that a view model may call on.
///
/// A terminal, an alert of the platform and a test implement it. It is told what to say, not in which words: `text(in:)`
/// has those.
@MainActor
public protocol AlertPresenter: AnyObject {
  /// Tells the person, and waits for nothing.
  func show(_ message: AlertMessage)

  /// Asks the person: true for OK, false for cancel.
  ///
  /// The question is asked when the Single is subscribed to; disposing it takes the question away.
  func confirm(_ question: AlertQuestion) -> Single<Bool>
}

/// What a person is told.
public enum AlertMessage: Hashable, Sendable {
  /// What was asked for is done; the server's words.
  case done(String)
  /// The server refuses it; the server's words.
  case refused(String)
  /// It failed.
  case failed(NetworkError)

  /// The words for it; those of the server are in whatever language it speaks.
  public func text(in language: MessageLanguage = .current) -> String {
    switch self {
    case .done(let message), .refused(let message): message
    case .failed(let error): error.userMessage(in: language)
    }
  }
}

/// What a person is asked.
public enum AlertQuestion: Hashable, Sendable {
  /// Whether to log in under an email.
  case logIn(email: String)

  /// The words for it.
  public func text(in language: MessageLanguage = .current) -> String {
    switch self {
    case .logIn(let email):
      language == .korean ? "\(email)(으)로 로그인할까요?" : "Log in as \(email)?"
    }
  }
}
