internal import AirportNet

/// What the command says to people, in English or Korean.
struct Phrases {
  var language: MessageLanguage

  var code: String { say("CODE", "코드") }
  var airport: String { say("AIRPORT", "공항") }
  var city: String { say("CITY", "도시") }
  var country: String { say("COUNTRY", "국가") }
  var distance: String { say("DISTANCE", "거리") }
  var runway: String { say("RUNWAY", "활주로") }

  /// Said while the airports are loaded.
  var loading: String { say("Loading the airports…", "공항 목록을 불러오는 중…") }

  /// No airport fits; these texts, or the subcommand, may have been meant.
  func noMatch(_ query: String, suggestions: [String], command: String? = nil) -> String {
    guard let command else { return noMatch(query, suggestions: suggestions) }
    return noMatch(query, suggestions: suggestions)
      + say(" There is a command airports \(command).", " airports \(command) 명령이 있습니다.")
  }

  private func noMatch(_ query: String, suggestions: [String]) -> String {
    let nothing = say("No airport matches \"\(query)\".", "\"\(query)\"에 맞는 공항이 없습니다.")
    if suggestions.isEmpty { return nothing }
    let quoted = suggestions.map { "\"\($0)\"" }
    let list = quoted.dropLast().joined(separator: ", ")
    let all = list.isEmpty ? quoted[0] : list + say(" or ", ", ") + quoted[quoted.count - 1]
    return nothing + say(" Did you mean \(all)?", " \(all)을(를) 찾으셨나요?")
  }

  /// Only airports spelled alike were found.
  func spelledAlike(_ query: String) -> String {
    say(
      "Nothing is spelled \"\(query)\"; these are spelled alike.",
      "\"\(query)\"은(는) 없습니다. 비슷한 이름의 공항을 보여 드립니다.")
  }

  /// A code that no airport has.
  func unknownOrigin(_ code: String) -> String {
    say(
      "--from: no airport has the code \"\(code)\". Give another code, or LAT,LON.",
      "--from: \"\(code)\" 코드의 공항이 없습니다. 다른 코드나 위도,경도를 입력해 주세요.")
  }

  /// The output could not be written.
  func lostOutput(_ reason: String) -> String {
    say("Cannot write the output: \(reason).", "결과를 쓸 수 없습니다: \(reason).")
  }

  /// The document was read, but it has no airport.
  func unusable(_ fault: DocumentFault, at address: String) -> String {
    let reason =
      switch fault {
      case .empty: say("the document is empty.", "문서가 비어 있습니다.")
      case .noUsableRow(let first):
        say(
          "the document has no usable airport. Its first row failed at \(first.keyPath): "
            + first.reason.withoutFullStop + ".",
          "문서에 쓸 수 있는 공항이 없습니다. 첫 항목의 오류 위치: \(first.keyPath).")
      }
    return say("Cannot use", "사용할 수 없는 문서") + " \(address): \(reason)"
  }

  /// What an answer should have been.
  enum Expected {
    case airports
    case posts
    /// Something was sent, and the answer says how that went.
    case anything
  }

  /// A call failed: what failed, where, what next.
  func failure(
    _ error: NetworkError, at address: String, timeout: Duration, expecting expected: Expected = .airports
  ) -> String {
    let reason = reason(error, timeout, expected).map { ": \($0)" } ?? ""
    let what =
      expected == .anything
      ? say("Cannot send to \(address)\(reason).", "\(address)(으)로 보낼 수 없습니다\(reason).")
      : say("Cannot load \(address)\(reason).", "\(address)을(를) 불러올 수 없습니다\(reason).")
    return [what, error.userMessage(in: language), hint(error)].compactMap { $0 }.joined(separator: " ")
  }

  /// What the message for people leaves out.
  private func reason(_ error: NetworkError, _ timeout: Duration, _ expected: Expected) -> String? {
    switch error {
    case .status(let failure):
      say("the server answered \(failure.code)", "서버 응답 \(failure.code)")
        + (expected == .airports ? "" : error.refusal.map { " (\($0.withoutFullStop))" } ?? "")
    case .timedOut: say("no whole answer within \(seconds(timeout)) s", "\(seconds(timeout))초 안에 응답이 끝나지 않음")
    case .undecodable(let failure):
      unexpected(expected)
        + (failure.codingPath.isEmpty ? "" : say(" at \(failure.codingPath)", " (\(failure.codingPath))"))
        + (language == .korean ? "" : ", \(failure.reason.withoutFullStop)")
    case .transport(.tooManyRedirects, _, _): say("the redirects have no end", "끝없는 리디렉션")
    case .transport(.other(let code), _, _): say("error \(code)", "오류 \(code)")
    case .invalidRequest: language == .korean ? nil : error.errorDescription.withoutFullStop
    default: nil
    }
  }

  private func unexpected(_ expected: Expected) -> String {
    switch expected {
    case .airports: say("the answer is no airports document", "공항 목록이 아닌 응답")
    case .posts: say("the answer is no list of posts or comments", "글이나 댓글 목록이 아닌 응답")
    case .anything: say("the answer is not what was agreed on", "약속과 다른 응답")
    }
  }

  /// What the command's own options can do about it.
  private func hint(_ error: NetworkError) -> String? {
    switch error {
    case .timedOut: say("--timeout allows more time.", "--timeout으로 시간을 늘릴 수 있습니다.")
    case .invalidRequest, .transport(.dns, _, _), .transport(.refused, _, _), .transport(.tls, _, _):
      say("Check --base-url.", "--base-url을 확인해 주세요.")
    case .status(let failure) where failure.code == 404 || failure.code == 410:
      say("Check --base-url.", "--base-url을 확인해 주세요.")
    default: nil
    }
  }

  private func seconds(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    return Int(exactly: seconds).map(String.init) ?? "\(seconds)"
  }

  /// One of the two, by the language.
  func say(_ english: String, _ korean: String) -> String { language == .korean ? korean : english }
}

extension String {
  /// The text without the full stop at its end.
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
