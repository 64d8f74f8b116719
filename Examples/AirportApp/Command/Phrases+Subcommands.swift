internal import AirportNet

extension Phrases {
  /// Said below a usage error.
  var seeHelp: String { say("See airports --help.", "airports --help를 참고해 주세요.") }

  /// Said while something is waited for.
  var waiting: String { say("Waiting for the server…", "서버 응답을 기다리는 중…") }

  var location: String { say("LOCATION", "위치") }
  var elevation: String { say("ELEVATION", "고도") }
  var timeZone: String { say("TIME ZONE", "시간대") }
  var number: String { say("NO", "번호") }
  var user: String { say("USER", "사용자") }
  var title: String { say("TITLE", "제목") }
  var body: String { say("BODY", "내용") }
  var name: String { say("NAME", "이름") }
  var email: String { say("EMAIL", "이메일") }

  /// Asks for a line.
  func prompt(_ head: String) -> String {
    "\(language == .korean ? head : head.prefix(1) + head.dropFirst().lowercased()): "
  }

  /// The head under which a password is asked for.
  var password: String { say("PASSWORD", "비밀번호") }

  /// How a question is answered.
  var choices: String { say("[y/N]", "[예/아니요]") }

  /// Whether an answer is a yes.
  func isYes(_ answer: String) -> Bool {
    let answer = FoldedText(answer).display
    return ["y", "yes", "ok", "예", "네", "ㅇ"].contains(answer)
  }

  /// A code that no airport has; those that were perhaps meant.
  func noAirport(_ code: String, meant: [String]) -> String {
    let nothing = say("No airport has the code \"\(code)\".", "\"\(code)\" 코드의 공항이 없습니다.")
    if meant.isEmpty { return nothing }
    let list = meant.joined(separator: ", ")
    return nothing + say(" Did you mean \(list)?", " \(list)을(를) 찾으셨나요?")
  }

  /// A direction in words.
  func direction(_ point: CompassPoint) -> String {
    guard language == .korean else { return point.rawValue }
    return switch point {
    case .north: "북"
    case .northEast: "북동"
    case .east: "동"
    case .southEast: "남동"
    case .south: "남"
    case .southWest: "남서"
    case .west: "서"
    case .northWest: "북서"
    }
  }

  /// Something a person must type, and cannot be asked for.
  func needed(_ what: String, _ option: String) -> String {
    say("\(what) is missing; give \(option).", "\(what)이(가) 없습니다. \(option)을(를) 지정해 주세요.")
  }

  /// What is missing without an option.
  var theEmail: String { say("The email", "이메일") }
  var thePassword: String { say("The password", "비밀번호") }
  var theConfirmation: String { say("The confirmation", "확인") }
  var theTitle: String { say("The title", "제목") }
  var theBody: String { say("The body", "내용") }
  var theChange: String { say("The change", "바꿀 내용") }

  /// The person said no.
  var declined: String { say("Nothing was sent.", "아무것도 보내지 않았습니다.") }

  /// There is no such post.
  func noPost(_ id: Int) -> String { say("There is no post \(id).", "\(id)번 글이 없습니다.") }

  /// There is nothing to print.
  var noPosts: String { say("There are no posts.", "글이 없습니다.") }
  func noComments(_ id: Int) -> String { say("Post \(id) has no comments.", "\(id)번 글에 댓글이 없습니다.") }

  /// A post is gone.
  func deleted(_ id: Int) -> String { say("Post \(id) is deleted.", "\(id)번 글을 삭제했습니다.") }

  /// The server runs.
  func serving(_ address: String) -> String {
    say("Serving at \(address). Ctrl-C ends it.", "\(address)에서 서버를 실행합니다. Ctrl-C를 누르면 끝납니다.")
  }

  /// The server does not run.
  func cannotServe(_ error: LoopbackServerError) -> String {
    guard language == .korean else { return "\(error)" }
    return switch error {
    case .portInUse(let port): "다른 프로그램이 127.0.0.1의 \(port)번 포트를 쓰고 있습니다."
    case .system(let call, let code): "서버를 시작할 수 없습니다: \(call) 오류 \(code)."
    case .documentMissing: "서버가 공항 목록을 읽을 수 없습니다."
    case .alreadyStarted: "서버가 이미 시작되었습니다."
    }
  }
}
