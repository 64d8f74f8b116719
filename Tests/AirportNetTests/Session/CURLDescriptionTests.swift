import AirportNet
import Foundation
import Testing

@Suite("cURLDescription")
struct CURLDescriptionTests {
  private let session = Session(transport: StubTransport([:]))

  /// What a shell makes of the command: the words that curl is called with, and what it reads.
  private func words(_ command: String) throws -> (words: [String], input: Data) {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    let script = #"curl() { for word in "$@"; do printf '%s\0' "$word"; done; case "$*" in *@-*) cat;; esac; }; "#
    shell.arguments = ["-c", script + command]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    var parts = data.split(separator: 0, omittingEmptySubsequences: false)
    let rest = parts.removeLast()
    guard command.contains("@-") else { return (parts.map { String(decoding: $0, as: UTF8.self) }, Data()) }
    let count = parts.firstIndex { $0.starts(with: Data("http".utf8)) }.map { $0 + 1 } ?? parts.count
    let input = parts[count...].reduce(into: Data()) { $0 += $1 + [0] } + rest
    return (parts[..<count].map { String(decoding: $0, as: UTF8.self) }, input)
  }

  @Test(
    "a shell reads back the very text, whatever is in it",
    arguments: ["plain", "it's", "$(touch x) `id` $HOME", "a\"b\\c", "인천 ✈️", "@file", "line\nbreak", "!{}[]*?;|&<>"])
  func shellSafe(_ text: String) throws {
    var request = URLRequest(
      URL(string: "http://host.test/a?b=%5B1%5D&c='")!, "POST", headers: ["X-Note": "it's $HOME"])
    request.httpBody = Data(text.utf8)
    let (words, _) = try words(session.request(request).cURLDescription(revealingSecrets: true))
    #expect(
      words == [
        "--globoff", "--path-as-is", "--request", "POST", "--header", "X-Note: it's $HOME", "--header", "Content-Type:",
        "--header", "Expect:",
        "--data-raw",
        text, "http://host.test/a?b=%5B1%5D&c='",
      ])
  }

  @Test("a body that is no text is read from a pipe, byte for byte")
  func binary() throws {
    var request = URLRequest(URL(string: "http://host.test/")!, "PUT", headers: ["Content-Type": "image/png"])
    let body = Data([0xFF, 0, 0x0A, 0x27, 0])
    request.httpBody = body
    let (words, input) = try words(session.request(request).cURLDescription(revealingSecrets: true))
    #expect(words.suffix(3) == ["--data-binary", "@-", "http://host.test/"])
    #expect(input == body)
  }

  @Test("HEAD and empty fields are written as curl understands them")
  func special() throws {
    let request = URLRequest(URL(string: "http://host.test/")!, "HEAD", headers: ["X-Empty": ""])
    let (words, _) = try words(session.request(request).cURLDescription())
    #expect(words == ["--globoff", "--path-as-is", "--head", "--header", "X-Empty;", "http://host.test/"])
  }

  @Test("credentials are redacted unless asked for")
  func redacts() {
    let headers: HTTPHeaders = ["Authorization": "Bearer s3cret", "Cookie": "sid=s3cret"]
    let request = session.request(
      "http://host.test/?token=s3cret", method: .post, parameters: ["password": "s3cret", "email": "a@example.com"],
      encoding: JSONEncoding.default, headers: headers)
    let text = request.cURLDescription()
    #expect(!text.contains("s3cret"))
    #expect(text.contains("a@example.com"))
    #expect(request.cURLDescription(revealingSecrets: true).components(separatedBy: "s3cret").count == 5)
  }

  @Test("a request that cannot be built is a comment that says why")
  func invalid() {
    #expect(session.request("no address").cURLDescription().hasPrefix("# "))
  }
}
