/// The questions that Alamofire's users ask of an error, where they have the same answer here.
extension NetworkError {
  /// True for `cancelled`.
  public var isExplicitlyCancelledError: Bool { isCancelled }

  /// True where there is no answer because of the network or of a deadline; `kind` and phase say more.
  public var isSessionTaskError: Bool {
    switch self {
    case .transport, .timedOut: true
    default: false
    }
  }

  /// True where the address of the request is none.
  public var isInvalidURLError: Bool {
    if case .invalidRequest(.url) = self { true } else { false }
  }
}

extension Error {
  /// The error as this library's, nil when it is another.
  public var asAFError: NetworkError? { self as? NetworkError }
}
