import AirportApp
import Foundation
import TestSupport
import Testing

@Suite(
  "The loopback server and the curl command", .timeLimit(.minutes(2)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct ServerCurlTests {
  private let server: LoopbackServer

  init() throws {
    server = LoopbackServer()
    try server.start()
  }

  @Test("agree on the compressed document")
  func compressed() throws {
    let run = try curl("--compressed", "\(server.baseURL)/airports.json")
    #expect(run.status == 0)
    #expect(run.output == (try AirportsDocument.data()))
  }

  @Test("agree on stored gzip of any size", arguments: [0, 1, 65_535, 65_536, 200_000])
  func storedGzip(count: Int) throws {
    let run = try curl("--compressed", "\(server.baseURL)/bytes/\(count)?gzip=1")
    #expect(run.status == 0)
    #expect(run.output.count == count)
  }

  @Test("agree on ranges")
  func range() throws {
    let run = try curl("-r", "2-9", "\(server.baseURL)/airports.json")
    #expect(run.output == (try AirportsDocument.data()).subdata(in: 2..<10))
  }

  @Test("use one connection for several requests")
  func keepAlive() throws {
    let run = try curl("\(server.baseURL)/posts/1", "\(server.baseURL)/posts/2", "\(server.baseURL)/posts/3")
    #expect(run.status == 0)
    #expect(server.connectionCount == 1)
    #expect(server.requests.count == 3)
  }

  @Test(
    "agree on large uploads, expected or in chunks", arguments: ["Expect: 100-continue", "Transfer-Encoding: chunked"])
  func upload(header: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
    let body = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try body.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try curl("-H", header, "--data-binary", "@\(file.path)", "\(server.baseURL)/status/201?body=ok")
    #expect(run.text == "ok")
    #expect(server.requests.first?.body == body)
  }

  @Test(
    "agree on what went wrong, by curl's exit codes",
    arguments: [
      ("truncate", 18), ("reset-before-head", 56), ("close-before-head", 52), ("chunk-cut", 18), ("chunk-garbage", 56),
      ("gzip-garbage", 61), ("redirect-loop", 47), ("redirect", 0), ("redirect303", 0), ("trailer", 0), ("interim", 0),
      ("no-reason", 0), ("untidy-head", 0), ("until-close", 0), ("close-after", 0), ("500", 0), ("not-http", 1),
      ("silence", 28), ("silence-in-body", 28),
    ])
  func faults(name: String, status: Int32) throws {
    let limit = status == 28 ? "0.3" : "20"
    let run = try curl(
      "-L", "--max-redirs", "5", "--compressed", "--max-time", limit, "\(server.baseURL)/posts?fault=\(name)")
    #expect(run.status == status)
    if status == 0 && name != "500" { #expect(run.text.contains("공항 라운지")) }
  }

  private struct Run {
    var status: Int32
    var output: Data
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  private func curl(_ arguments: String...) throws -> Run {
    try withWatchdog(seconds: 60, "curl \(arguments)") {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      process.arguments = ["-q", "-sS", "--noproxy", "*"] + arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Run(status: process.terminationStatus, output: output)
    }
  }
}
