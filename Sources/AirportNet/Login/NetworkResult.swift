/// The outcome of a call as a screen treats it; every call ends in exactly one.
///
///     switch result {
///     case .success(let login): remember(login.token)
///     case .requestErr(let message): alert(message)
///     case .pathErr, .serverErr: alert("Something is broken. Try again later.")
///     case .networkFail(let error): alert(error.userMessage)
///     }
public enum NetworkResult<Value> {
  /// The server did what it was asked to.
  case success(Value)
  /// The server refused, with a message for the person: a wrong password, a missing field.
  case requestErr(String)
  /// The two sides do not understand each other: the request cannot be built, or the answer is not what was agreed on.
  case pathErr(NetworkError)
  /// The server is broken, 500 and above.
  case serverErr(NetworkError)
  /// No answer came: offline, refused, too late, cancelled.
  case networkFail(NetworkError)
}

extension NetworkResult {
  /// The value of a success, else nil.
  public var value: Value? {
    if case .success(let value) = self { value } else { nil }
  }
}

extension NetworkResult: Sendable where Value: Sendable {}
extension NetworkResult: Equatable where Value: Equatable {}
