import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Uploads", .serialized)
struct UploadTests {
  private static let good = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
  private static let moved = RawServer.Step.send("HTTP/1.1 307 Moved\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")

  /// What is uploaded, each as the four letters `body`.
  enum Source: String, CaseIterable, CustomTestStringConvertible {
    case data, file, stream, form

    var testDescription: String { rawValue }

    func upload(
      _ session: Session, _ url: URL, _ folder: Folder, headers: HTTPHeaders? = nil
    ) throws -> UploadRequest {
      switch self {
      case .data: return session.upload(Data("body".utf8), to: url, headers: headers)
      case .file: return session.upload(try folder.file("f.txt", "body"), to: url, headers: headers)
      case .stream: return session.upload(InputStream(data: Data("body".utf8)), to: url, headers: headers)
      case .form:
        let file = try folder.file("f.txt", "body")
        return session.upload(multipartFormData: { $0.append(file, withName: "f") }, to: url, headers: headers)
      }
    }
  }

  private func end(_ request: UploadRequest) throws -> Result<String, NetworkError> {
    let log = Awaited<Result<String, NetworkError>>()
    let subscription = log.record(request.validate().singleString())
    #expect(log.wait(seconds: 60))
    subscription.dispose()
    return try #require(log.values.first)
  }

  private func texts(_ server: RawServer) -> [String] { server.received.map { String(decoding: $0, as: UTF8.self) } }

  @Test("A body goes out whole, with its length where that is known", arguments: Carrier.allCases, Source.allCases)
  func framing(_ carrier: Carrier, _ source: Source) throws {
    let server = try RawServer([.readRequest, Self.good])
    let folder = try Folder()
    let result = try end(try source.upload(Session(transport: carrier.make()), server.baseURL, folder))
    #expect(result == .success("ok"))
    let seen = texts(server)[0]
    #expect(seen.hasPrefix("POST / HTTP/1.1\r\n"))
    #expect(seen.contains("body"))
    // Foundation's URLSession on Linux knows no streams with a length.
    let isChunked = source == .stream || carrier == .urlSession && source != .data
    #expect(seen.contains("Transfer-Encoding: chunked\r\n") == isChunked)
    #expect(seen.lowercased().contains("\r\ncontent-length: ") == !isChunked)
    switch source {
    case .data, .stream: break
    case .file: #expect(seen.contains("Content-Type: text/plain\r\n"))
    case .form: #expect(seen.contains("Content-Type: multipart/form-data; boundary=boundary-"))
    }
  }

  @Test(
    "A redirect that keeps the method gets the body again, but for a stream, which is read once",
    arguments: Carrier.allCases, Source.allCases)
  func redirected(_ carrier: Carrier, _ source: Source) throws {
    let server = try RawServer(connections: [
      [.readRequest, Self.moved, .readRequest, Self.good], [.readRequest, Self.good],
    ])
    let folder = try Folder()
    let result = try end(try source.upload(Session(transport: carrier.make()), server.baseURL, folder))
    let seen = texts(server).joined()
    #expect(seen.components(separatedBy: "body").count - 1 == (source == .stream ? 1 : 2))
    #expect(seen.contains("POST /there HTTP/1.1") == (source != .stream))
    if source == .stream { #expect(result.error?.statusCode == 307) } else { #expect(result == .success("ok")) }
  }

  @Test(
    "Each subscription sends the body anew, but for a stream, whose second sending is refused",
    arguments: Source.allCases)
  func cold(_ source: Source) throws {
    let server = try RawServer([.readRequest, Self.good, .again])
    let folder = try Folder()
    let request = try source.upload(Session(), server.baseURL, folder)
    #expect(try end(request) == .success("ok"))
    let second = try end(request)
    if source == .stream {
      guard case .invalidRequest(.other)? = second.error else { return #expect(Bool(false), "\(second)") }
      #expect(texts(server).joined().components(separatedBy: "POST /").count - 1 == 1)
    } else {
      #expect(second == .success("ok"))
    }
  }

  @Test("A file without a byte is a body of no bytes", arguments: Carrier.allCases)
  func empty(_ carrier: Carrier) throws {
    let server = try RawServer([.readRequest, Self.good])
    let folder = try Folder()
    let request = Session(transport: carrier.make()).upload(try folder.file("f.txt", ""), to: server.baseURL)
    #expect(try end(request) == .success("ok"))
    #expect(carrier == .urlSession || texts(server)[0].contains("Content-Length: 0\r\n"))
  }

  @Test("A retry sends the file again; a stream is not sent again", arguments: Source.allCases)
  func retried(_ source: Source) throws {
    let busy = RawServer.Step.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
    let server = try RawServer(connections: [[.readRequest, busy, .close], [.readRequest, Self.good]])
    let folder = try Folder()
    let session = Session(interceptors: [RetryInterceptor(random: { 0 })])
    let request = try source.upload(session, server.baseURL, folder, headers: ["Idempotency-Key": "1"])
    let result = try end(request)
    if source == .stream { #expect(result.error?.statusCode == 503) } else { #expect(result == .success("ok")) }
    #expect(texts(server).joined().components(separatedBy: "body").count - 1 == (source == .stream ? 1 : 2))
  }

  @Test("A file that is not there is named, and nothing is sent")
  func missing() throws {
    let server = try RawServer([.readRequest, Self.good])
    let folder = try Folder()
    let session = Session()
    let gone = try folder.file("late.txt", "body")
    let late = session.upload(gone, to: server.baseURL)
    try FileManager.default.removeItem(at: gone)
    let requests = [
      late, session.upload(folder.url("no.txt"), to: server.baseURL),
      session.upload(multipartFormData: { $0.append(folder.url("no.txt"), withName: "f") }, to: server.baseURL),
    ]
    for request in requests {
      let result = try end(request)
      guard case .invalidRequest(.other(let text))? = result.error else { return #expect(Bool(false), "\(result)") }
      #expect(text.contains("no.txt") || text.contains("late.txt"))
    }
    #expect(server.connectionCount == 0)
  }

  @Test(
    "A file that grows or shrinks meanwhile is an error, never a body of another length", arguments: Carrier.allCases,
    [
      19_000_000, 21_000_000,
    ])
  func changing(_ carrier: Carrier, _ size: UInt64) throws {
    let (begun, gate) = (Gate(), Gate())
    let server = try RawServer([.waitFor(gate), .readRequest, Self.good])
    let folder = try Folder()
    let file = try folder.file("large.bin", Data(count: 20_000_000))
    let log = Awaited<Result<Void, NetworkError>>()
    let request = Session(transport: carrier.make()).upload(file, to: server.baseURL)
    request.uploadProgress(queue: .global()) { _ in begun.open() }
    let subscription = log.record(request.single())
    #expect(begun.wait())
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: size)
    try handle.close()
    gate.open()
    #expect(log.wait(seconds: 60))
    subscription.dispose()
    guard case .invalidRequest(.other(let text))? = log.values.first?.error else {
      return #expect(Bool(false), "\(log.values)")
    }
    #expect(text.contains("large.bin"))
    #expect((server.received.first?.count ?? 0) < 20_000_000)
  }

  @Test("Progress of a form never falls and ends at its length")
  func progress() throws {
    let server = try RawServer([.readRequest, Self.good])
    let folder = try Folder()
    let form = MultipartFormData()
    form.append(try folder.file("f.bin", Data(count: 2_000_000)), withName: "f")
    form.append(Data("ICN".utf8), withName: "code")
    let request = Session().upload(multipartFormData: form, to: server.baseURL, method: .put)
    let log = Awaited<TransferProgress>()
    let queue = DispatchQueue(label: "progress")
    request.uploadProgress(queue: queue) { log.take($0) }
    #expect(try end(request) == .success("ok"))
    queue.sync {}
    let total = log.values.last?.totalUnitCount
    #expect((total ?? 0) > 2_000_000)
    #expect(log.values.last?.fractionCompleted == 1)
    let counts = log.values.map(\.completedUnitCount)
    #expect(counts == counts.sorted())
    #expect(counts.count > 3)
    #expect(texts(server)[0].hasPrefix("PUT / "))
  }
}
