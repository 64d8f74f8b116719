import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Downloads", .serialized)
struct DownloadTests {
  private let folder: Folder
  private var file: URL { folder.url("a.bin") }

  init() throws { folder = try Folder() }

  private static func answer(_ status: String, _ headers: [String] = [], _ body: String) -> RawServer.Step {
    .send((["HTTP/1.1 \(status)"] + headers).map { $0 + "\r\n" }.joined() + "\r\n" + body)
  }

  /// The first half of a file of ten bytes, and then the end of the connection.
  private static func half(_ headers: String...) -> [RawServer.Step] {
    [.readRequest, answer("200 OK", ["Content-Length: 10"] + headers, "01234"), .close]
  }

  private static func whole(_ body: String, _ headers: String...) -> [RawServer.Step] {
    [.readRequest, answer("200 OK", ["Content-Length: \(body.utf8.count)"] + headers, body), .close]
  }

  private static func status(_ status: String, _ headers: String...) -> [RawServer.Step] {
    [.readRequest, answer(status, ["Content-Length: 2"] + headers, "no"), .close]
  }

  private static func rest(_ range: String, _ body: String = "56789") -> [RawServer.Step] {
    [
      .readRequest,
      answer(
        "206 Partial Content", ["Content-Length: \(body.utf8.count)", "Content-Range: \(range)", "ETag: \"a\""], body),
      .close,
    ]
  }

  private func session(_ carrier: Carrier = Carrier.allCases[0], _ interceptors: any Interceptor...) -> Session {
    Session(transport: carrier.make(), interceptors: interceptors + [RedirectInterceptor()])
  }

  private func end(_ request: DownloadRequest) throws -> Result<URL, NetworkError> {
    let log = Awaited<Result<URL, NetworkError>>()
    let subscription = log.record(request.single())
    #expect(log.wait(seconds: 60))
    #expect(log.values.count == 1)
    subscription.dispose()
    return try #require(log.values.first)
  }

  private func download(
    _ server: RawServer, _ carrier: Carrier = Carrier.allCases[0], resumptions: Int = 3
  ) throws -> Result<URL, NetworkError> {
    try end(session(carrier).download(server.baseURL, resumptions: resumptions, to: DownloadRequest.destination(file)))
  }

  private var text: String? { (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } }

  private func heads(_ server: RawServer) -> [String] { server.received.map { String(decoding: $0, as: UTF8.self) } }

  @Test("A good body is in its place when the end is told, and nothing else is", arguments: Carrier.allCases)
  func good(_ carrier: Carrier) throws {
    let server = try RawServer(Self.whole("0123456789"))
    let log = Awaited<DownloadResponse<URL?, NetworkError>>()
    let request = session(carrier).download(server.baseURL, to: DownloadRequest.destination(file)).validate()
    request.response(queue: .global()) { log.take($0) }
    #expect(log.wait())
    #expect(log.values.first?.fileURL == file)
    #expect(log.values.first?.value == file)
    #expect(log.values.first?.response?.statusCode == 200)
    #expect(text == "0123456789")
    #expect(folder.names == ["a.bin"])
    #expect(heads(server)[0].lowercased().contains("accept-encoding: identity\r\n"))
    #expect(!heads(server)[0].contains("Range"))
  }

  @Test("A cut is mended by asking for the rest of the same file", arguments: Carrier.allCases)
  func resumed(_ carrier: Carrier) throws {
    let server = try RawServer(connections: [Self.half("ETag: \"a\""), Self.rest("bytes 5-9/10")])
    let log = Awaited<AFDownloadResponse<URL>>()
    session(carrier).download(server.baseURL, to: DownloadRequest.destination(file))
      .responseURL(queue: .global()) { log.take($0) }
    #expect(log.wait())
    #expect(log.values.first?.value == file)
    // The answer is the one that the file began with.
    #expect(log.values.first?.httpResponse?.statusCode == 200)
    #expect(log.values.first?.httpResponse?.attempts == 2)
    #expect(text == "0123456789")
    #expect(folder.names == ["a.bin"])
    let second = try #require(heads(server).last)
    #expect(second.contains("Range: bytes=5-\r\n"))
    #expect(second.contains("If-Range: \"a\"\r\n"))
    #expect(server.connectionCount == 2)
  }

  @Test(
    "A server that has no such rest is asked for the whole, or its whole is taken", arguments: Carrier.allCases,
    [
      0, 1, 2, 3,
    ])
  func anew(_ carrier: Carrier, _ row: Int) throws {
    let others = [
      [Self.whole("another file", "ETag: \"b\"")],
      [Self.status("416 Range Not Satisfiable"), Self.whole("another file")],
      [Self.rest("bytes 4-9/10", "456789"), Self.whole("another file")],
      [Self.rest("bytes 5-7/10", "567"), Self.whole("another file")],
    ][row]
    let server = try RawServer(connections: [Self.half("ETag: \"a\"")] + others)
    #expect(try download(server, carrier) == .success(file))
    #expect(text == "another file")
    try #require(heads(server).count == 1 + others.count)
    #expect(heads(server)[1].contains("If-Range: \"a\"\r\n"))
    if others.count == 2 { #expect(!heads(server)[2].contains("Range:")) }
  }

  @Test(
    "A file that nothing names for certain is not mended, and nothing is left", arguments: ["X-Y: z", "ETag: W/\"a\""])
  func unnamed(_ header: String) throws {
    let server = try RawServer(connections: [Self.half(header)])
    let error = try download(server).error
    #expect(error == .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true))
    #expect(folder.comesTo([]))
    #expect(server.connectionCount == 1)
  }

  @Test("It is mended so many times and no more", arguments: [0, 1, 3])
  func limited(_ resumptions: Int) throws {
    let server = try RawServer(
      connections: [Self.half("ETag: \"a\"")]
        + (5..<9).map { count in
          [
            .readRequest,
            Self.answer(
              "206 Partial Content", ["Content-Length: \(10 - count)", "Content-Range: bytes \(count)-9/10"], "x"),
            .close,
          ]
        })
    let error = try download(server, resumptions: resumptions).error
    #expect(error == .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true))
    #expect(server.connectionCount == resumptions + 1)
    #expect(folder.comesTo([]))
  }

  @Test(
    "Redirects and renewed credentials lead to the file; what they answered is not in it", arguments: Carrier.allCases)
  func onTheWay(_ carrier: Carrier) throws {
    let server = try RawServer(connections: [
      Self.status("302 Found", "Location: /file"), Self.status("401 Unauthorized"), Self.half("ETag: \"a\""),
      Self.rest("bytes 5-9/10"),
    ])
    let session = Session(transport: carrier.make(), interceptors: [RedirectInterceptor(), Renewing()])
    #expect(try end(session.download(server.baseURL, to: DownloadRequest.destination(file))) == .success(file))
    #expect(text == "0123456789")
    #expect(heads(server).map { $0.contains("Authorization: new") } == [false, false, true, true])
  }

  private struct Renewing: Interceptor {
    func intercept(
      _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
    ) -> Single<HTTPResponse> {
      next(request).flatMap { response in
        guard response.statusCode == 401 else { return .just(response) }
        var request = request
        request.setValue("new", forHTTPHeaderField: "Authorization")
        return next(request)
      }
    }
  }

  @Test("An error answer keeps its body, without a condition too, and the file that was there stays")
  func refused() throws {
    try Data("old".utf8).write(to: file)
    let server = try RawServer(Self.status("404 Not Found"))
    let error = try download(server).error
    #expect(error?.statusCode == 404)
    #expect(error?.body == Data("no".utf8))
    #expect(text == "old")
    #expect(folder.comesTo(["a.bin"]))
  }

  @Test("Of an error answer no more than a bound is kept")
  func largeError() throws {
    let server = try RawServer([.readRequest, Self.answer("500 Error", [], ""), .flood(50_000_000)])
    let error = try download(server).error
    #expect(error?.statusCode == 500)
    #expect(error?.body?.count == 1_048_576)
    #expect(server.waitForEnds(1))
    #expect(server.sentCount < 50_000_000)
  }

  @Test("A file that does not meet the conditions is not put in place")
  func invalid() throws {
    let server = try RawServer(Self.whole("<html>", "Content-Type: text/html"))
    let request = session().download(server.baseURL, to: DownloadRequest.destination(file))
    let error = try end(request.validate(contentType: ["application/octet-stream"])).error
    guard case .undecodable? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(folder.comesTo([]))
  }

  @Test("A file that is there stays unless it may go; a folder is never replaced")
  func occupied() throws {
    try Data("old".utf8).write(to: file)
    let server = try RawServer(Self.whole("new"))
    let file = file
    let kept = try end(session().download(server.baseURL, to: { _, _ in (file, []) }))
    #expect(kept.error == .transport(.storage(.occupied), phase: .receiving, mayHaveReachedServer: true))
    #expect(text == "old")
    let folder = folder.url("")
    let wrong = try end(session().download(server.baseURL, to: DownloadRequest.destination(folder)))
    guard case .invalidRequest(.other)? = wrong.error else { return #expect(Bool(false), "\(wrong)") }
    #expect(try end(session().download(server.baseURL, to: { _, _ in (file, .removePreviousFile) })) == .success(file))
    #expect(text == "new")
    #expect(self.folder.comesTo(["a.bin"]))
  }

  @Test("The old file stays until the new one is whole")
  func replaced() throws {
    try Data("old".utf8).write(to: file)
    #expect(try download(RawServer(Self.half())).error != nil)
    #expect(text == "old")
    #expect(folder.comesTo(["a.bin"]))
  }

  @Test("Folders are made if that is asked for, and go again with a failure")
  func folders() throws {
    let deep = folder.url("x/y/a.bin")
    let server = try RawServer(connections: [Self.whole("new"), Self.half(), Self.whole("new")])
    let missing = try end(session().download(server.baseURL, to: { _, _ in (deep, []) }))
    #expect(
      missing.error
        == .transport(.storage(.other(code: Int(ENOENT))), phase: .receiving, mayHaveReachedServer: true))
    #expect(try end(session().download(server.baseURL, to: DownloadRequest.destination(deep))).error != nil)
    #expect(folder.comesTo([]))
    #expect(try end(session().download(server.baseURL, to: DownloadRequest.destination(deep))) == .success(deep))
    #expect(folder.comesTo(["x", "x/y", "x/y/a.bin"]))
  }

  @Test("Dispose and cancel close the connection and leave nothing", arguments: Carrier.allCases, [true, false])
  func givenUp(_ carrier: Carrier, _ disposes: Bool) throws {
    let server = try RawServer([.readRequest, Self.answer("200 OK", ["Content-Length: 10"], "01234"), .readToEnd])
    let request = session(carrier).download(server.baseURL, to: DownloadRequest.destination(folder.url("x/a.bin")))
    let (single, handler) = (Awaited<Result<URL, NetworkError>>(), Awaited<AFDownloadResponse<URL>>())
    let begun = Gate()
    request.downloadProgress(queue: .global()) { _ in begun.open() }
    let subscription = disposes ? single.record(request.single()) : nil
    if !disposes { request.responseURL(queue: .global()) { handler.take($0) } }
    #expect(begun.wait())
    if disposes { subscription?.dispose() } else { request.cancel() }
    #expect(server.waitForEnds(1))
    #expect(folder.comesTo([]))
    #expect(single.values.isEmpty)
    if !disposes {
      #expect(handler.wait())
      #expect(handler.values.map(\.error) == [.cancelled])
      #expect(request.isCancelled)
    }
  }

  @Test("Progress rises through a cut and ends at the whole", arguments: Carrier.allCases)
  func progress(_ carrier: Carrier) throws {
    let server = try RawServer(connections: [Self.half("ETag: \"a\""), Self.rest("bytes 5-9/10")])
    let log = Awaited<TransferProgress>()
    let queue = DispatchQueue(label: "progress")
    let request = session(carrier).download(server.baseURL, to: DownloadRequest.destination(file))
    request.downloadProgress(queue: queue) { log.take($0) }
    #expect(try end(request) == .success(file))
    queue.sync {}
    #expect(log.values.map(\.completedUnitCount) == [5, 10])
    #expect(log.values.allSatisfy { $0.totalUnitCount == 10 })
  }

  @Test("Without a destination the file is a new one in the temporary folder")
  func temporary() throws {
    let server = try RawServer(Self.whole("new"))
    let place = try end(session().download("\(server.baseURL)/map.png")).get()
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(place.pathExtension == "png")
    #expect(try Data(contentsOf: place) == Data("new".utf8))
  }

  @Test("An answer that an interceptor made itself is in the file too; one that shares bodies is passed by")
  func made() throws {
    struct Making: Interceptor {
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> { .just(HTTPResponse(statusCode: 200, body: Data("made".utf8))) }
    }
    struct Sharing: BodySharingInterceptor {
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> { .just(HTTPResponse(statusCode: 500)) }
    }
    let session = session(Carrier.allCases[0], Sharing(), Making())
    #expect(try end(session.download("http://host.test/", to: DownloadRequest.destination(file))) == .success(file))
    #expect(text == "made")
    #expect(folder.names == ["a.bin"])
  }

  @Test("What cannot be asked for is the failure, and makes no file")
  func badAddress() throws {
    let error = try end(session().download("no address", to: DownloadRequest.destination(file))).error
    guard case .invalidRequest(.url)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(folder.names.isEmpty)
  }

  #if os(Linux)
    @Test("A disk that is full is an error that says so, and nothing is left")
    func full() async {
      await #expect(processExitsWith: .success) {
        signal(SIGXFSZ, SIG_IGN)
        // No file of this process may have more bytes; the system says so where a disk would say that it is full.
        var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let folder = try Folder()
        let transport = StubTransport { _ in .body(Data(count: 300_000)).chunked(size: 60_000) }
        let log = Awaited<Result<URL, NetworkError>>()
        let request = Session(transport: transport).download(
          "http://host.test/", to: DownloadRequest.destination(folder.url("x/a.bin")))
        let subscription = log.record(request.single())
        #expect(log.wait())
        subscription.dispose()
        let error = log.values.first?.error
        #expect(error == .transport(.storage(.full), phase: .receiving, mayHaveReachedServer: true))
        #expect(error?.errorDescription.contains("full") == true)
        #expect(folder.comesTo([]))
      }
    }
  #endif
}
