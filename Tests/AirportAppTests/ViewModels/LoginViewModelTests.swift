import AirportApp
import AirportNet
import Foundation
import MiniRx
import Testing

@MainActor
@Suite("Logging in")
struct LoginViewModelTests {
  @Test("Submit asks, OK sends, and the server's message is told")
  func success() {
    let run = LoginRun(.welcome.delayed(by: .milliseconds(50)))
    run.fill()
    run.at(100) { $0.submit.accept(()) }
    run.at(1_000)
    #expect(run.alerts.questions == [.logIn(email: "traveller@example.com")])
    #expect(run.screen["status"] == ["0 idle", "100 asking", "400 sending", "450 loggedIn(Welcome aboard.)"])
    #expect(run.alerts.messages == [.done("Welcome aboard.")])
    #expect(run.sent == ["POST /login"])
    #expect(run.service.current?.token == "access-1")
    #expect(run.model?.password.value == "")
  }

  @Test("A person who answers at once, and a server that does, are heard", arguments: [true, false])
  func atOnce(isConfirmed: Bool) {
    let run = LoginRun(.welcome, answer: .success(isConfirmed), after: nil)
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    #expect(run.screen["status"].last == (isConfirmed ? "0 loggedIn(Welcome aboard.)" : "0 declined"))
    run.at(10) { $0.submit.accept(()) }
    #expect(run.alerts.questions.count == (isConfirmed ? 1 : 2))
  }

  @Test("Cancel sends nothing, and says nothing")
  func declined() {
    let run = LoginRun(.welcome, answer: .success(false))
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    run.at(1_000)
    #expect(run.screen["status"] == ["0 idle", "0 asking", "300 declined"])
    #expect(run.sent.isEmpty && run.alerts.messages.isEmpty)
  }

  @Test("A question that cannot be asked is declined")
  func unasked() {
    let run = LoginRun(.welcome, answer: .failure(.noElements))
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    run.at(1_000)
    #expect(run.screen["status"].last == "0 declined")
    #expect(run.sent.isEmpty)
  }

  @Test("A double tap asks once and sends once, whenever the second tap comes", arguments: [0, 200, 320, 349])
  func doubleTap(second: Int) {
    let run = LoginRun(.welcome.delayed(by: .milliseconds(50)))
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    run.at(second) { $0.submit.accept(()) }
    run.at(1_000)
    #expect(run.alerts.questions.count == 1)
    #expect(run.sent == ["POST /login"])
    #expect(run.alerts.messages == [.done("Welcome aboard.")])
  }

  @Test(
    "A refusal is told in the server's words",
    arguments: [
      StubTransport.Answer.json(#"{"status":400,"success":false,"message":"Wrong password."}"#, statusCode: 400),
      .json(#"{"message":"Wrong password."}"#, statusCode: 401),
      .json(#"{"status":200,"success":false,"message":"Wrong password."}"#),
    ])
  func refused(answer: StubTransport.Answer) {
    let run = LoginRun(answer)
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    run.at(1_000)
    #expect(run.screen["status"].last == "300 refused(Wrong password.)")
    #expect(run.alerts.messages == [.refused("Wrong password.")])
    #expect(run.model?.password.value == "window-seat-14A")
  }

  @Test(
    "A failure is told as a failure, whatever the server's page says",
    arguments: [
      StubTransport.Answer.json(#"{"message":"stack trace"}"#, statusCode: 500), .status(204), .json("<html>"),
      .json("{}", statusCode: 400), .json(#"{"unexpected":true}"#), .fault(.failure(.refused)), .fault(.reset),
    ])
  func failed(answer: StubTransport.Answer) throws {
    let run = LoginRun(answer)
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    run.at(1_000)
    #expect(run.screen["status"].last == "300 failed")
    guard case .failed(let error)? = run.alerts.messages.first else {
      Issue.record("\(run.alerts.messages)")
      return
    }
    #expect(AlertMessage.failed(error).text(in: .english) == error.userMessage(in: .english))
    #expect(run.alerts.messages.count == 1)
  }

  @Test("After each end the next submit logs in")
  func again() {
    let run = LoginRun(.json(#"{"message":"Wrong."}"#, statusCode: 400))
    run.fill()
    for time in [0, 1_000] { run.at(time) { $0.submit.accept(()) } }
    run.at(2_000)
    #expect(run.sent.count == 2)
    #expect(run.screen["status"].filter { $0.hasSuffix("refused(Wrong.)") }.count == 2)
  }

  @Test(
    "Without an email or a password nothing is asked and nothing sent",
    arguments: [("", "x"), (" \t", "x"), ("a@example.com", "")])
  func incomplete(email: String, password: String) {
    let run = LoginRun(.welcome)
    run.at(0) {
      $0.email.accept(email)
      $0.password.accept(password)
      $0.submit.accept(())
    }
    run.at(1_000)
    #expect(run.screen["status"] == ["0 idle", "0 incomplete"])
    #expect(run.screen["can"] == ["0 false"])
    #expect(run.alerts.questions.isEmpty && run.sent.isEmpty)
  }

  @Test("Submit is offered when both fields are filled and no login is under way")
  func canSubmit() {
    let run = LoginRun(.welcome)
    run.at(0) { $0.email.accept(" a@example.com ") }
    run.at(10) { $0.password.accept(" ") }
    run.at(100) { $0.submit.accept(()) }
    run.at(1_000)
    #expect(run.screen["can"] == ["0 false", "10 true", "100 false"])
    #expect(run.alerts.questions == [.logIn(email: "a@example.com")])
  }

  @Test("Cancel takes the question away, or the request, and the next submit works")
  func cancelled() {
    let run = LoginRun(.welcome.delayed(by: .milliseconds(100)))
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    run.at(100) { $0.cancel.accept(()) }
    #expect(run.alerts.open == 0)
    run.at(1_000) { $0.submit.accept(()) }
    run.at(1_350) { $0.cancel.accept(()) }
    #expect(run.transport.cancelledCount == 1)
    run.at(2_000) { $0.cancel.accept(()) }
    #expect(
      run.screen["status"] == ["0 idle", "0 asking", "100 idle", "1000 asking", "1300 sending", "1350 idle"])
    run.at(3_000) { $0.submit.accept(()) }
    run.at(4_000)
    #expect(run.screen["status"].last == "3400 loggedIn(Welcome aboard.)")
    #expect(run.alerts.messages.count == 1)
  }

  @Test("A model that goes takes its question away and cancels its request", arguments: [0, 100, 350, 1_000])
  func released(time: Int) {
    let run = LoginRun(.welcome.delayed(by: .milliseconds(100)))
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    run.at(time)
    weak let model = run.model
    run.model = nil
    #expect(model == nil)
    #expect(run.alerts.open == 0)
    #expect(run.transport.cancelledCount == (time == 350 ? 1 : 0))
    let told = run.alerts.messages.count
    run.at(10_000)
    #expect(run.alerts.messages.count == told)
    #expect(run.sent.count == (time < 300 ? 0 : 1))
    #expect(run.screen.scheduler.isIdle)
  }

  @Test("A person who never answers keeps nothing alive")
  func unanswered() {
    let run = LoginRun(.welcome, answer: nil)
    run.fill()
    run.at(0) { $0.submit.accept(()) }
    weak let model = run.model
    run.model = nil
    #expect(model == nil)
    #expect(run.alerts.open == 0)
  }

  @Test("Without a presenter a login is declined")
  func noPresenter() {
    let run = LoginRun(.welcome)
    let model = LoginViewModel(
      service: run.service, alerts: StubAlerts(.success(true), after: nil, scheduler: run.screen.scheduler))
    run.screen.watch("alone", model.status) { "\($0)" }
    model.email.accept("a@example.com")
    model.password.accept("x")
    model.submit.accept(())
    #expect(run.screen["alone"] == ["0 idle", "0 declined"])
    #expect(run.sent.isEmpty)
  }

  @Test("A dump shows no password")
  func secret() {
    let run = LoginRun(.welcome)
    run.fill()
    var text = ""
    if let model = run.model { dump(model, to: &text) }
    #expect(text.contains("LoginViewModel"))
    #expect(!text.contains("window-seat"))
  }

  @Test("Questions and messages have words in both languages")
  func words() {
    #expect(AlertQuestion.logIn(email: "a@b.c").text(in: .english) == "Log in as a@b.c?")
    #expect(AlertQuestion.logIn(email: "a@b.c").text(in: .korean) == "a@b.c(으)로 로그인할까요?")
    #expect(AlertMessage.done("Hello.").text(in: .korean) == "Hello.")
    #expect(AlertMessage.failed(.refused).text(in: .korean) == NetworkError.refused.userMessage(in: .korean))
  }
}

/// A login screen in virtual time, with a person who answers after 300 ms.
@MainActor
private final class LoginRun {
  let screen = Screen()
  let alerts: StubAlerts
  let transport: StubTransport
  let service: LoginService
  var model: LoginViewModel?

  init(
    _ answer: StubTransport.Answer, answer reply: Result<Bool, RxError>? = .success(true),
    after delay: Duration? = .milliseconds(300)
  ) {
    let (session, transport) = screen.session { _ in answer }
    self.transport = transport
    service = LoginService(session: session, baseUrlString: "http://host.test")
    alerts = StubAlerts(reply, after: delay, scheduler: screen.scheduler)
    let model = LoginViewModel(service: service, alerts: alerts)
    self.model = model
    screen.watch("status", model.status, Self.text)
    screen.watch("can", model.canSubmit) { "\($0)" }
  }

  var sent: [String] { transport.sent.map { "\($0.httpMethod ?? "") \($0.url?.path ?? "")" } }

  func at(_ milliseconds: Int, _ action: (LoginViewModel) -> Void = { _ in }) {
    screen.at(milliseconds)
    if let model { action(model) }
  }

  func fill() {
    model?.email.accept("traveller@example.com")
    model?.password.accept("window-seat-14A")
  }

  private static func text(_ status: LoginStatus) -> String {
    switch status {
    case .loggedIn(let message): "loggedIn(\(message))"
    case .refused(let message): "refused(\(message))"
    case .failed: "failed"
    default: "\(status)"
    }
  }
}

extension StubTransport.Answer {
  fileprivate static let welcome = StubTransport.Answer.json(
    #"{"status":200,"success":true,"message":"Welcome aboard.","data":{"token":"access-1"}}"#)
}
