internal import AirportNet
internal import Foundation

/// What the interactive search says.
extension Phrases {
  /// Said while nothing is typed.
  var invitation: String {
    say("Type a city, a name, a code or a country.", "도시, 공항 이름, 코드 또는 국가를 입력하세요.")
  }

  /// The keys, while there are rows.
  var keys: String {
    say(
      "Up/Down choose  Enter details  Esc clear  Ctrl-C cancel  Ctrl-D quit",
      "위/아래 선택  Enter 상세 정보  Esc 지우기  Ctrl-C 취소  Ctrl-D 종료")
  }

  /// The keys, while an airport is shown.
  var keysOfDetails: String {
    say("Esc back  Up/Down other airports  Ctrl-C twice quit", "Esc 뒤로  위/아래 다른 공항  Ctrl-C 두 번 종료")
  }

  /// A load was cancelled.
  var cancelled: String {
    say("Cancelled. Type on to load again; Ctrl-C again quits.", "취소했습니다. 계속 입력하면 다시 불러오고, Ctrl-C를 한 번 더 누르면 종료합니다.")
  }

  /// There was nothing to cancel.
  var interruptAgain: String { say("Press Ctrl-C again to quit.", "종료하려면 Ctrl-C를 한 번 더 누르세요.") }

  /// The names of a diagram's lines.
  var lanes: [RunRecord.Lane: String] {
    [
      .keys: say("keys", "입력"), .debounced: say("debounced", "검색어"), .requests: say("requests", "요청"),
      .results: say("results", "결과"),
    ]
  }

  /// The script cannot be read from its file.
  func unreadable(_ path: String, _ reason: String) -> String {
    say("--script: cannot read \(path): \(reason).", "--script: \(path) 파일을 읽을 수 없습니다: \(reason).")
  }

  /// The place of the chosen airport among all that were found.
  func place(_ number: Int, of count: Int) -> String {
    say(count == 1 ? "1 airport" : "Airport \(number) of \(count)", count == 1 ? "공항 1개" : "공항 \(count)개 중 \(number)번째")
  }

  /// What is known of an airport, in lines of a name and a value.
  func facts(_ detail: AirportDetail) -> [(name: String, value: String)] {
    let airport = detail.airport
    let place = [airport.city, airport.state, airport.country].compactMap { $0 }.joined(separator: ", ")
    let degrees = [airport.latitude, airport.longitude].map { String(format: "%.4f", $0) }.joined(separator: ", ")
    let facts: [(String, String?)] = [
      (say("Code", "코드"), [airport.code, airport.icao].compactMap { $0 }.joined(separator: " / ")),
      (say("Place", "위치"), place.isEmpty ? nil : place), (say("Position", "좌표"), degrees),
      (say("Distance", "거리"), detail.distance.map { String(format: "%.0f km", $0) }),
      (say("Bearing", "방위"), detail.bearing.map { String(format: "%.0f°", $0) }),
      (say("Runway", "활주로"), Self.length(detail.runwayMetres, detail.runwayFeet)),
      (say("Elevation", "고도"), Self.length(detail.elevationMetres, detail.elevationFeet)),
      (say("Time zone", "시간대"), detail.timeZone), (say("Website", "웹사이트"), airport.url?.absoluteString),
      (say("Telephone", "전화"), airport.phone),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func length(_ metres: Int?, _ feet: Int?) -> String? {
    metres.flatMap { metres in feet.map { "\(metres) m / \($0) ft" } }
  }
}
