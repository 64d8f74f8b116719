import AirportNet
import Testing

@testable import AirportApp

@Suite("Failures are told in one line: what, where, what next")
struct PhrasesTests {
  static let address = "http://host/airports.json"

  @Test(
    "Each failure has its line in English",
    arguments: [
      (
        NetworkError.status(.init(code: 500)),
        "the server answered 500. The server has a problem. Try again later."
      ),
      (.status(.init(code: 404)), "the server answered 404. This was not found. Check --base-url."),
      (
        .timedOut(.total, mayHaveReachedServer: true),
        "no whole answer within 2.5 s. The server takes too long to answer. Try again. --timeout allows more time."
      ),
      (
        .undecodable(.init(codingPath: "[3].lat", reason: "not a number.", type: "AirportResponse")),
        "the answer is no airports document at [3].lat, not a number. The server's answer could not be read. Try again later."
      ),
    ])
  func english(error: NetworkError, line: String) {
    let told = Phrases(language: .english).failure(error, at: Self.address, timeout: .milliseconds(2500))
    #expect(told == "Cannot load \(Self.address): \(line)")
  }

  @Test(
    "A connection that fails is told by its message for people",
    arguments: [
      (NetworkError.TransportKind.refused, "The server cannot be reached. Try again later. Check --base-url."),
      (.dns, "The server cannot be found. Check your connection and the address. Check --base-url."),
      (.connectionLost, "The connection was lost. Try again."), (.offline, "You are offline. Check your connection."),
    ])
  func transport(kind: NetworkError.TransportKind, line: String) {
    let error = NetworkError.transport(kind, phase: .connecting, mayHaveReachedServer: false)
    #expect(
      Phrases(language: .english).failure(error, at: Self.address, timeout: .seconds(1))
        == "Cannot load \(Self.address). \(line)")
  }

  @Test("In Korean nothing but addresses, names and numbers is English")
  func korean() {
    let phrases = Phrases(language: .korean)
    #expect(
      phrases.failure(.status(.init(code: 503)), at: Self.address, timeout: .seconds(1))
        == "\(Self.address)을(를) 불러올 수 없습니다: 서버 응답 503. 서버에 문제가 있습니다. 잠시 후 다시 시도해 주세요.")
    #expect(
      phrases.failure(.timedOut(.idle, mayHaveReachedServer: true), at: Self.address, timeout: .seconds(15))
        == "\(Self.address)을(를) 불러올 수 없습니다: 15초 안에 응답이 끝나지 않음. "
        + "서버의 응답이 너무 늦습니다. 다시 시도해 주세요. --timeout으로 시간을 늘릴 수 있습니다.")
    #expect(phrases.lostOutput("EIO") == "결과를 쓸 수 없습니다: EIO.")
    #expect(phrases.unusable(.empty, at: Self.address) == "사용할 수 없는 문서 \(Self.address): 문서가 비어 있습니다.")
    let first = AirportResponse.SkippedRow(index: 0, keyPath: "[0].code", reason: "nothing")
    #expect(
      phrases.unusable(.noUsableRow(first: first), at: Self.address)
        == "사용할 수 없는 문서 \(Self.address): 문서에 쓸 수 있는 공항이 없습니다. 첫 항목의 오류 위치: [0].code.")
    #expect(phrases.noMatch("가나", suggestions: []) == "\"가나\"에 맞는 공항이 없습니다.")
  }

  @Test(
    "What may have been meant is listed",
    arguments: [
      ([], "No airport matches \"x\"."), (["a"], "No airport matches \"x\". Did you mean \"a\"?"),
      (["a", "b"], "No airport matches \"x\". Did you mean \"a\" or \"b\"?"),
      (["a", "b", "c"], "No airport matches \"x\". Did you mean \"a\", \"b\" or \"c\"?"),
    ])
  func suggestions(texts: [String], line: String) {
    #expect(Phrases(language: .english).noMatch("x", suggestions: texts) == line)
  }
}
