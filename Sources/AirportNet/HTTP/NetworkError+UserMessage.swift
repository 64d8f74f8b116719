import Foundation

/// The languages that `NetworkError.userMessage` speaks.
public enum MessageLanguage: Hashable, Sendable {
  /// English, also where the locale asks for a language that is not here.
  case english
  /// Korean
  case korean

  /// The language that the locale of this process asks for.
  ///
  /// On Linux Foundation does not look at the environment unless the locale is installed; LC_ALL, LC_MESSAGES and LANG
  /// are read here, in this order, as POSIX asks.
  public static var current: MessageLanguage {
    #if os(Linux)
      let environment = ProcessInfo.processInfo.environment
      let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
      return MessageLanguage(localeIdentifier: named ?? "")
    #else
      return MessageLanguage(localeIdentifier: Locale.preferredLanguages.first ?? Locale.current.identifier)
    #endif
  }

  /// The language of an identifier such as `ko`, `ko_KR.UTF-8` or `en-GB`.
  public init(localeIdentifier: String) {
    let language = localeIdentifier.prefix { $0 != "_" && $0 != "-" && $0 != "." }
    self = language.lowercased() == "ko" ? .korean : .english
  }
}

extension NetworkError {
  /// One or two sentences for the person, in the language of the locale: what happened and what to do.
  public var userMessage: String { userMessage(in: .current) }

  /// One or two sentences for the person, in a language.
  public func userMessage(in language: MessageLanguage) -> String {
    let text = messages
    return language == .korean ? text.korean : text.english
  }

  private var messages: (english: String, korean: String) {
    switch self {
    case .invalidRequest:
      ("This request cannot be sent. Check what you entered.", "요청을 보낼 수 없습니다. 입력한 내용을 확인해 주세요.")
    case .transport(let kind, _, _): Self.messages(for: kind)
    case .timedOut: ("The server takes too long to answer. Try again.", "서버의 응답이 너무 늦습니다. 다시 시도해 주세요.")
    case .cancelled: ("Cancelled.", "취소되었습니다.")
    case .status(let failure): Self.messages(for: failure.code)
    case .undecodable:
      ("The server's answer could not be read. Try again later.", "서버의 응답을 읽을 수 없습니다. 잠시 후 다시 시도해 주세요.")
    case .authentication(.refreshFailed(let cause?)) where cause.isRetryable: cause.messages
    case .authentication: ("Please log in again.", "다시 로그인해 주세요.")
    }
  }

  private static func messages(for kind: TransportKind) -> (english: String, korean: String) {
    switch kind {
    case .offline: ("You are offline. Check your connection.", "인터넷에 연결되어 있지 않습니다. 연결을 확인해 주세요.")
    case .dns:
      (
        "The server cannot be found. Check your connection and the address.",
        "서버를 찾을 수 없습니다. 연결과 주소를 확인해 주세요."
      )
    case .refused: ("The server cannot be reached. Try again later.", "서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.")
    case .connectionLost: ("The connection was lost. Try again.", "연결이 끊어졌습니다. 다시 시도해 주세요.")
    case .tls: ("No secure connection to the server is possible.", "서버와 안전하게 연결할 수 없습니다.")
    case .storage(.full): ("There is no room left for the file.", "파일을 저장할 공간이 부족합니다.")
    case .storage: ("The file could not be saved.", "파일을 저장할 수 없습니다.")
    case .badServerResponse, .tooManyRedirects, .other:
      ("The server's answer could not be read. Try again later.", "서버의 응답을 읽을 수 없습니다. 잠시 후 다시 시도해 주세요.")
    }
  }

  private static func messages(for status: Int) -> (english: String, korean: String) {
    switch status {
    case 401: ("Please log in again.", "다시 로그인해 주세요.")
    case 403: ("You may not do this.", "권한이 없습니다.")
    case 404, 410: ("This was not found.", "찾을 수 없습니다.")
    case 409, 412: ("This was changed elsewhere. Load it again.", "다른 곳에서 변경되었습니다. 다시 불러와 주세요.")
    case 413: ("This is too large to send.", "보내기에 너무 큽니다.")
    case 429: ("Too many requests. Try again in a moment.", "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.")
    case 408: ("The server takes too long to answer. Try again.", "서버의 응답이 너무 늦습니다. 다시 시도해 주세요.")
    case 400..<500: ("The server did not accept this. Check what you entered.", "서버가 요청을 받아들이지 않았습니다. 입력한 내용을 확인해 주세요.")
    case 500...: ("The server has a problem. Try again later.", "서버에 문제가 있습니다. 잠시 후 다시 시도해 주세요.")
    default: ("The server's answer could not be read. Try again later.", "서버의 응답을 읽을 수 없습니다. 잠시 후 다시 시도해 주세요.")
    }
  }
}
