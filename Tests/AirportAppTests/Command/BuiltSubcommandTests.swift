import AirportApp
import Foundation
import Testing

@Suite("The built command shows one airport", .serialized)
struct BuiltShowTests {
  @Test("in full, with the way from another")
  func table() throws {
    let outcome = try BuiltCommand.run("show", "icn", "--from", "GMP")
    #expect(
      outcome.output == """
        CODE       ICN (RKSI)
        AIRPORT    Incheon International Airport
        CITY       Seoul, Incheon, South Korea
        LOCATION   37.4691, 126.451
        DISTANCE   32 km, W (252°)
        RUNWAY     -
        ELEVATION  7 m (23 ft)
        TIME ZONE  Asia/Seoul

        """)
    #expect(outcome.errors == "")
    #expect(outcome.code == 0)
  }

  @Test("in Korean, with labels by their width")
  func korean() throws {
    let outcome = try BuiltCommand.run("show", "RKSI", "--from", "37.46,126.44", "--lang", "ko")
    #expect(outcome.outputLines.first == "코드    ICN (RKSI)")
    #expect(outcome.output.contains("\n활주로  -\n"))
    #expect(outcome.output.contains("\n거리    1.4 km, 북동 (44°)\n"))
  }

  @Test("as an object for programs and as a line for other tools")
  func machines() throws {
    let json = try BuiltCommand.run("show", "YXU", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["code"] as? String == "YXU")
    #expect(object["distance_km"] is NSNull)
    #expect(object.count == 16)
    let plain = try BuiltCommand.run("show", "YXU", "--plain", "--from", "YXU")
    #expect(plain.output.hasPrefix("YXU\tCYXU\tLondon Airport\tLondon\t"))
    #expect(plain.output.hasSuffix("\tAmerica/Toronto\t0.0\t0\n"))
    #expect(plain.output.split(separator: "\t", omittingEmptySubsequences: false).count == 13)
  }

  @Test("and says which may have been meant where there is none")
  func unknown() throws {
    let outcome = try BuiltCommand.run("show", "incheon")
    #expect(outcome.errors == "airports: No airport has the code \"incheon\". Did you mean ICN?\n")
    #expect(outcome.output == "")
    #expect(outcome.code == 1)
    let origin = try BuiltCommand.run("show", "ICN", "--from", "QQQ0")
    #expect(origin.errors.hasPrefix("airports: --from: no airport has the code \"QQQ0\"."))
    #expect(origin.code == 64)
  }

  @Test("or fails with 2 and one line", arguments: ["500", "reset", "badjson", "silence"])
  func failure(fault: String) throws {
    let outcome = try BuiltCommand.run(
      "show", "ICN", "--fail", fault, "--timeout", fault == "silence" ? "0.7" : "60")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("airports: Cannot load http://127.0.0.1:"))
    #expect(outcome.output == "")
    #expect(outcome.code == 2)
  }
}

@Suite("The built command logs in", .serialized)
struct BuiltLoginTests {
  private static let email = LoopbackServer.Configuration.exampleEmail
  private static let words = ["login", email, "--password-stdin", "--yes"]

  @Test("with a password from a pipe, and prints the server's message", arguments: ["\n", "", "\r\n", "\nmore\n"])
  func pipe(end: String) throws {
    let password = LoopbackServer.Configuration.examplePassword
    let outcome = try BuiltCommand.run(Self.words, input: password + end)
    #expect(outcome.output == "Welcome aboard.\n")
    #expect(outcome.errors == "")
    #expect(outcome.code == 0)
  }

  @Test("and prints no token and no password, however much it says")
  func secret() throws {
    let password = LoopbackServer.Configuration.examplePassword
    let good = try BuiltCommand.run(Self.words + ["-v", "--json"], input: password)
    #expect(good.output == "{\"success\": true, \"message\": \"Welcome aboard.\"}\n")
    let bad = try BuiltCommand.run(Self.words + ["-v", "--fail", "500"], input: password)
    for text in [good.output, good.errors, bad.output, bad.errors] {
      #expect(!text.contains(password) && !text.contains("access-"))
    }
  }

  @Test("or tells the refusal in the server's words, and ends with 1")
  func refused() throws {
    let outcome = try BuiltCommand.run(Self.words, input: "wrong")
    #expect(outcome.errors == "airports: The email or the password is wrong.\n")
    #expect(outcome.output == "")
    #expect(outcome.code == 1)
  }

  @Test("or fails with 2 and one line", arguments: ["500", "204", "html200", "reset", "silence"])
  func failure(fault: String) throws {
    let outcome = try BuiltCommand.run(
      Self.words + ["--fail", fault, "--timeout", fault == "silence" ? "0.7" : "60"], input: "x")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("airports: Cannot send to http://127.0.0.1:"))
    #expect(outcome.code == 2)
  }

  @Test(
    "but not where a question cannot be asked: it says what to give, with 64",
    arguments: [
      (["login"], "airports: The email is missing; give --email.\n"),
      (["login", "a@example.com"], "airports: The password is missing; give --password-stdin.\n"),
      (["login", "a@example.com", "--password-stdin"], "airports: The confirmation is missing; give --yes.\n"),
      (
        ["login", "a@example.com", "--password-stdin", "--yes"],
        "airports: The password is missing; give --password-stdin.\n"
      ),
      (["login", "--lang", "ko"], "airports: 이메일이(가) 없습니다. --email을(를) 지정해 주세요.\n"),
    ])
  func unasked(words: [String], line: String) throws {
    let outcome = try BuiltCommand.run(words, input: "")
    #expect(outcome.errors == line)
    #expect(outcome.code == 64)
  }
}

@Suite("The built command reads and changes posts", .serialized)
struct BuiltPostsTests {
  @Test("in a table, by the width of Korean")
  func list() throws {
    let outcome = try BuiltCommand.run("posts", "list", "--limit", "5")
    #expect(outcome.outputLines.count == 6)
    #expect(outcome.outputLines[0] == "NO  USER  TITLE                        BODY")
    #expect(outcome.outputLines[5] == " 5     1  공항 라운지                  Notes of a traveller about 공항 라운지.")
    let korean = try BuiltCommand.run("posts", "list", "--limit", "1", "--lang", "ko")
    #expect(korean.outputLines[0] == "번호  사용자  제목          내용")
  }

  @Test("as JSON and as lines")
  func machines() throws {
    let json = try BuiltCommand.run("posts", "comments", "2", "--json")
    let comments = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(comments?.map { $0["id"] as? Int } == [4, 5, 6])
    #expect(comments?.first?["post"] as? Int == 2)
    let plain = try BuiltCommand.run("posts", "comments", "2", "--plain", "--limit", "1")
    #expect(plain.output == "4\tComment 4\treader4@example.com\tA word about long layovers.\n")
  }

  @Test("on a server that keeps the changes")
  func changes() throws {
    let server = try LoopbackServer.started()
    defer { server.stop() }
    let environment = ["AIRPORTS_BASE_URL": server.baseURL.absoluteString]
    let run = { (words: [String]) in try BuiltCommand.start(["posts"] + words, environment).outcome() }
    let created = try run(["create", "--title", "새 글", "--body", "a\tb\nc", "--json"])
    #expect(created.output == "{\"id\": 11, \"user\": 1, \"title\": \"새 글\", \"body\": \"a\\tb\\nc\"}\n")
    #expect(try run(["update", "11", "--title", "other"]).output.contains("\n11     1  other  a b c\n"))
    #expect(try run(["update", "11", "--title", "t", "--body", "b", "--plain"]).output == "11\t1\tt\tb\n")
    let deleted = try run(["delete", "11"])
    #expect(deleted.output == "" && deleted.errors == "airports: Post 11 is deleted.\n" && deleted.code == 0)
    let again = try run(["delete", "11", "--lang", "ko"])
    #expect(again.errors == "airports: 11번 글이 없습니다.\n" && again.code == 1)
    #expect(server.requests.map(\.method) == ["POST", "PATCH", "PUT", "DELETE", "DELETE"])
  }

  @Test("or says what is missing, with 64")
  func missing() throws {
    let title = try BuiltCommand.run("posts", "create", "--body", "b")
    #expect(title.errors == "airports: The title is missing; give --title.\n" && title.code == 64)
    let body = try BuiltCommand.run("posts", "create", "--title", "t")
    #expect(body.errors == "airports: The body is missing; give --body.\n" && body.code == 64)
    let change = try BuiltCommand.run("posts", "update", "1")
    #expect(change.errors == "airports: The change is missing; give --title, --body, --user.\n" && change.code == 64)
  }

  @Test("or fails with 2, one line, and the server's reason")
  func failure() throws {
    let server = try LoopbackServer.started { $0.fault = .status422 }
    defer { server.stop() }
    let address = server.baseURL.absoluteString
    let outcome = try BuiltCommand.run("posts", "create", "--title", "t", "--body", "b", "--base-url", address)
    #expect(
      outcome.errors.hasPrefix(
        "airports: Cannot send to \(address)/posts: the server answered 422 (The server was asked to fail with 422). "))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.code == 2)
    let broken = try BuiltCommand.run("posts", "list", "--fail", "wrongshape")
    #expect(broken.errors.contains("the answer is no list of posts or comments"))
    #expect(broken.code == 2)
  }

  @Test("and says what may have been meant")
  func meant() throws {
    let verb = try BuiltCommand.run("posts", "lits", "--lang", "ko")
    #expect(verb.errorLines.first?.hasSuffix("list을(를) 찾으셨나요?") == true)
    #expect(verb.errorLines.last == "airports --help를 참고해 주세요.")
    #expect(verb.code == 64)
    let name = try BuiltCommand.run("logn", "zzxxyy")
    #expect(name.errors.hasSuffix(" There is a command airports login.\n"))
    #expect(name.code == 1)
  }
}

@Suite("The built command serves", .serialized)
struct BuiltServeTests {
  @Test(
    "at the address that it prints, until it is interrupted (130) or asked to end (0)", arguments: [SIGINT, SIGTERM])
  func serve(signal: Int32) throws {
    let command = try BuiltCommand.start(["serve"])
    let address = command.firstLine()
    #expect(address.hasPrefix("http://127.0.0.1:"))
    let found = try BuiltCommand.run("gimpo", "--plain", "--base-url", address)
    #expect(found.output.hasPrefix("GMP\t"))
    kill(command.process.processIdentifier, signal)
    let outcome = command.outcome()
    #expect(outcome.code == (signal == SIGINT ? 130 : 0))
    #expect(outcome.errors == "airports: Serving at \(address). Ctrl-C ends it.\n")
  }

  @Test("quietly, on the port that was asked for, and fails with 2 where that is taken")
  func port() throws {
    let server = try LoopbackServer.started()
    let port = String(server.port)
    let taken = try BuiltCommand.run("serve", "--port", port)
    #expect(taken.errors == "airports: Port \(port) on 127.0.0.1 is in use by another program.\n")
    #expect(taken.code == 2)
    server.stop()
    let command = try BuiltCommand.start(["serve", "-q", "--port", port])
    #expect(command.firstLine() == "http://127.0.0.1:\(port)")
    command.process.interrupt()
    let outcome = command.outcome()
    #expect(outcome.errors == "")
    #expect(outcome.code == 130)
  }
}
