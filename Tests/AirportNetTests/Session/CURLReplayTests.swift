#if os(Linux)
  import AirportNet
  import Foundation
  import TestSupport
  import Testing

  /// What a shell sends that runs the cURL text of a request, beside what the transport sends.
  @Suite("cURL text run by a shell", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
  struct CURLReplayTests {
    struct Case: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var method = "GET"
      var target = "/"
      var userInfo = ""
      var headers: [String: String] = [:]
      var body: Data?

      static func method(_ method: String, _ body: String? = nil) -> Case {
        Case(testDescription: "\(method), \(body ?? "no body")", method: method, body: body.map { Data($0.utf8) })
      }

      static func target(_ target: String) -> Case { Case(testDescription: target, target: target) }

      static func header(_ name: String, _ value: String) -> Case {
        Case(testDescription: "\(name): \(value.debugDescription)", headers: [name: value])
      }

      static func body(_ name: String, _ body: Data, type: String? = nil) -> Case {
        let headers = type.map { ["Content-Type": $0] } ?? [:]
        return Case(testDescription: name, method: "POST", headers: headers, body: body)
      }

      static func text(_ text: String, type: String? = nil) -> Case {
        body(text.debugDescription, Data(text.utf8), type: type)
      }
    }

    static let methods: [Case] = [
      .method("GET"), .method("HEAD"), .method("POST"), .method("PUT"), .method("PATCH"), .method("DELETE"),
      .method("OPTIONS"), .method("PURGE"), .method("post"), .method("M-SEARCH"), .method("DELETE", "x"),
      .method("PUT", "x"), .method("PATCH", "x"), .method("REPORT", "x"), .method("POST", ""),
    ]

    static let headers: [Case] = [
      .header("X-Note", "it's \"quoted\""), .header("X-Note", "a  b"), .header("X-Note", ""), .header("X-Note", "  "),
      .header("X-Note", "인천 ✈️"), .header("X-Note", "é"), .header("X-Note", "$HOME `id` $(id) \\ \\n %41"),
      .header("X-Note", "a;b;"), .header("X-Note", ";"), .header("X-Note", "@/etc/hostname"), .header("X-Note", "a: b"),
      .header("X-Note", "!{}[]*?|&<>~#"), .header("Accept", "application/json"), .header("Content-Type", ""),
      .header("Host", "other.test"), .header("Authorization", "Bearer abc"), .header("Cookie", "a=1; b=\"2\""),
      .header("x-lower-Case", "1"), .header("Content-Length", "7"), .header("Transfer-Encoding", "chunked"),
      .header("Connection", "close"), .header("Range", "bytes=0-9"),
    ]

    static let bodies: [Case] = [
      .text("plain"), .text("it's"), .text("@/etc/hostname"), .text("-d x"), .text("a=b&c=%20+"), .text("인천 ✈️"),
      .text("line\nbreak\r\n"), .text("$HOME `id` $(id) \"\\\" !"), .text(" "), .text("\t\n"),
      .text(#"{"password":"it's","n":[1,2]}"#, type: "application/json"),
      .text("a=1&password=b", type: "application/x-www-form-urlencoded"), .text("a\0b"), .text("\u{FEFF}x"),
      .body("every byte", Data(0...255), type: "application/octet-stream"), .body("NUL", Data([0])),
      .body("ends with a line end", Data([0xFF, 0x0A])),
      .body("2,000 bytes", Data(repeating: 0x61, count: 2_000)),
      .body("300,000 bytes of text", Data(repeating: 0x61, count: 300_000)),
      .body("2,000,000 bytes", Data(repeating: 0xFE, count: 2_000_000), type: "image/png"),
    ]

    static let addresses: [Case] = [
      .target("/a?b=[1-3]&c={x,y}"), .target("/%5B1%5D/%7Bx%7D?p=%25%20%41"), .target("/a//b/"), .target("/a/./b/../c"),
      .target("/it's?q='$HOME'"), .target("/*?!()~;=,"), .target("/a#part"), .target("/?"), .target("?q=1"),
      .target("/%EC%9D%B8%EC%B2%9C?q=%EC%9D%B8"), .target("/a%2Fb%3Fc"), .target("/a?u=http://b.test/?c=d"),
      .target(""),
      Case(testDescription: "user and password", userInfo: "kim:p%40ss'@"),
    ]

    @Test(
      "reproduces the request that the transport sends, byte for byte",
      arguments: methods + headers + bodies + addresses)
    func replay(_ given: Case) throws {
      let server = try RawServer([.readRequest, .send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")])
      let address = "http://\(given.userInfo)127.0.0.1:\(server.port)\(given.target)"
      var request = URLRequest(try #require(URL(string: address)), given.method, timeout: 30, headers: given.headers)
      request.httpBody = given.body
      let call = Session(transport: CurlTransport(), interceptors: []).request(request)
      let log = Awaited<Result<Data, NetworkError>>()
      call.responseData(queue: .global()) { log.take($0.result) }
      #expect(log.wait())
      #expect(log.values.first?.error == nil)
      try run(call.cURLDescription(revealingSecrets: true))
      server.stop()
      #expect(server.connectionCount == 2)
      let (sent, replayed) = (Message(server.received.first ?? Data()), Message(server.received.last ?? Data()))
      #expect(!sent.line.isEmpty)
      #expect(replayed.line == sent.line)
      #expect(replayed.fields == sent.fields)
      #expect(replayed.body == sent.body)
      #expect(sent.body == given.body ?? Data())
    }

    @Test("a redacted command sends no secret")
    func redacted() throws {
      let server = try RawServer([.readRequest, .send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")])
      let request = Session(transport: CurlTransport()).request(
        "http://kim:s3cret@127.0.0.1:\(server.port)/?token=s3cret", method: .post,
        parameters: ["password": "s3cret", "city": "Seoul"], encoding: JSONEncoding.default,
        headers: ["Authorization": "Bearer s3cret"])
      try run(request.cURLDescription())
      server.stop()
      let text = String(decoding: server.received.first ?? Data(), as: UTF8.self)
      #expect(text.hasPrefix("POST /?token=<redacted> HTTP/1.1\r\n") && text.contains("Seoul"))
      #expect(!text.contains("s3cret"))
    }

    /// Runs a command as somebody does who pastes it into a shell.
    private func run(_ command: String) throws {
      let script = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString).sh")
      try Data("\(command)\n".utf8).write(to: script)
      defer { try? FileManager.default.removeItem(at: script) }
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = [script.path()]
      shell.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "NO_PROXY": "*"]
      (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0, "\(command.prefix(2_000))")
    }

    /// A request as a server sees it, without what curl and the transport say of themselves.
    private struct Message {
      var line = ""
      var fields: [String] = []
      var body = Data()

      init(_ data: Data) {
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        line = lines[0]
        fields = lines.dropFirst().filter { !$0.hasPrefix("User-Agent:") && !$0.hasPrefix("Accept-Encoding:") }.sorted()
        body = data[end.upperBound...]
      }
    }
  }
#endif
