import AirportApp
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("A person logs in at a terminal", .serialized)
struct LoginConsoleTests {
  private let email = LoopbackServer.Configuration.exampleEmail
  private let password = LoopbackServer.Configuration.examplePassword

  @Test("She is asked for email, password and whether to go on; only the password is hidden")
  func asked() async {
    let run = await SubcommandRun(["login"], typing: [email, password, "y"]).finished()
    #expect(run.output.value == "Welcome aboard.\n")
    #expect(run.errors.value == "Email: Password: Log in as traveller@example.com? [y/N] ")
    #expect(run.hidden.value == [false, true, false])
    #expect(run.codes == [0])
  }

  @Test("In Korean too, with a Korean yes", arguments: ["예", "네", "y"])
  func korean(yes: String) async {
    let run = await SubcommandRun(["login", "--lang", "ko"], typing: [email, password, yes]).finished()
    #expect(run.errors.value == "이메일: 비밀번호: traveller@example.com(으)로 로그인할까요? [예/아니요] ")
    #expect(run.codes == [0])
  }

  @Test("What she said already is not asked")
  func given() async {
    let run = await SubcommandRun(["login", email, "--yes"], typing: [password]).finished()
    #expect(run.errors.value == "Password: ")
    #expect(run.codes == [0])
  }

  @Test("Anything but a yes, and the end of the input, sends nothing", arguments: [["n"], [""], []])
  func declined(answer: [String]) async throws {
    let server = try LoopbackServer.started()
    defer { server.stop() }
    let words = ["login", email, "--base-url", server.baseURL.absoluteString]
    let run = await SubcommandRun(words, typing: [password] + answer).finished()
    #expect(run.errors.value.hasSuffix("[y/N] airports: Nothing was sent.\n"))
    #expect(run.output.value == "")
    #expect(run.codes == [1])
    #expect(server.requests.isEmpty)
  }

  @Test("An email or a password that is empty is an error that says what is missing")
  func empty() async {
    let noEmail = await SubcommandRun(["login", "--yes"], typing: [" ", "x"]).finished()
    #expect(noEmail.errors.value.hasSuffix("airports: The email is missing; give --email.\n"))
    let noPassword = await SubcommandRun(["login", "--yes"], typing: [email]).finished()
    #expect(noPassword.errors.value.hasSuffix("airports: The password is missing; give --password-stdin.\n"))
    #expect(noEmail.codes + noPassword.codes == [64, 64])
  }

  @Test("An interruption at a question ends it, and the command goes")
  func interrupted() {
    let run = SubcommandRun(["login"], typing: [email], thinks: true)
    run.start()
    #expect(run.errors.value == "Email: Password: ")
    run.command?.interrupt()
    #expect(run.codes == [130])
    weak let command = run.command
    run.drop()
    #expect(command == nil)
  }

  @Test("An interruption cancels the request that is on its way")
  func requestInterrupted() throws {
    let server = try LoopbackServer.started { $0.fault = .silence }
    defer { server.stop() }
    let words = ["login", email, "--yes", "--base-url", server.baseURL.absoluteString]
    let run = SubcommandRun(words, typing: [password])
    run.start()
    #expect(server.waitForRequests(1))
    run.command?.interrupt()
    #expect(run.codes == [130])
    #expect(server.waitForOpenConnections(atMost: 0))
    #expect(server.requests.map(\.path) == ["/login"])
  }

  @Test("With --no-input nobody is asked")
  func noInput() async {
    let run = await SubcommandRun(["login", "--no-input"], typing: ["x", "y", "z"]).finished()
    #expect(run.errors.value == "airports: The email is missing; give --email.\n")
    #expect(run.hidden.value.isEmpty)
    #expect(run.codes == [64])
  }
}

@MainActor
@Suite("A person reads and writes posts at a terminal", .serialized)
struct PostsConsoleTests {
  @Test("She is asked for what a new post must have")
  func create() async {
    let run = await SubcommandRun(["posts", "create", "--user", "3", "--plain"], typing: ["새 글", "text"]).finished()
    #expect(run.errors.value == "Title: Body: ")
    #expect(run.output.value == "11\t3\t새 글\ttext\n")
    #expect(run.codes == [0])
  }

  @Test("The end of the input instead of an answer sends nothing")
  func declined() async {
    let run = await SubcommandRun(["posts", "create"], typing: ["title"]).finished()
    #expect(run.errors.value == "Title: Body: airports: Nothing was sent.\n")
    #expect(run.codes == [1])
  }

  @Test("A table is cut to the window by the width of its texts, and coloured")
  func narrow() async {
    let run = await SubcommandRun(["posts", "list"], columns: 44).finished()
    let lines = run.output.value.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines[0] == "\u{1B}[2mNO  USER  TITLE             BODY\u{1B}[0m")
    #expect(lines[5].hasSuffix(" 1  공항 라운지       Notes of a trav…"))
    #expect(lines[5].contains("\u{1B}[1m5\u{1B}[0m"))
  }
}
