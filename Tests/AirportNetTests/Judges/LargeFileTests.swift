#if os(Linux)
  import AirportNet
  import Foundation
  import MiniRx
  import TestSupport
  import Testing

  /// What needs a process of its own, for its memory or its environment.
  @Suite("A process of its own, before nginx", .judged(by: .nginx), .serialized)
  struct LargeFileTests {
    @Test("100 MB go to a file in constant memory")
    func download() async {
      await #expect(processExitsWith: .success) {
        let peak = try LargeFile.peakMemory(of: CurlTransport())
        #expect(peak < 16_000_000, "the peak rose by \(peak) bytes")
      }
    }

    @Test("a session downloads 100 MB in constant memory")
    func downloadRequest() async {
      await #expect(processExitsWith: .success) {
        let peak = try LargeFile.peakMemory(ofDownloadTo: Folder())
        #expect(peak < 24_000_000, "the peak rose by \(peak) bytes")
      }
    }

    @Test("a file of 20 MB and a form with it are uploaded in constant memory")
    func upload() async throws {
      // In this process, whose memory is not looked at, and which keeps all it gets.
      let answer = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      let server = try RawServer([.readRequest, answer])
      setenv("AIRPORTNET_UPLOAD", "\(server.baseURL)", 1)
      defer { unsetenv("AIRPORTNET_UPLOAD") }
      await #expect(processExitsWith: .success) {
        let peak = try LargeFile.peakMemory(ofUploadFrom: Folder())
        #expect(peak < 10_000_000, "the peak rose by \(peak) bytes")
      }
      #expect(server.received.count == 3)
      #expect(server.received.dropFirst().allSatisfy { $0.count > 20_000_000 })
    }

    @Test("the proxy of the environment is used, but for the hosts that it names")
    func environment() async {
      await #expect(processExitsWith: .success) {
        let url = try Judge.url("NGINX", "/small.txt")
        setenv("http_proxy", try Judge.url("PROXY", "").absoluteString, 1)
        unsetenv("no_proxy")
        unsetenv("NO_PROXY")
        #expect(try CurlTransport().answer(URLRequest(url)).headers["X-Proxied"] == "yes")
        setenv("no_proxy", "127.0.0.1", 1)
        #expect(try CurlTransport().answer(URLRequest(url)).headers["X-Proxied"] == nil)
      }
    }
  }

  private enum LargeFile {
    /// Downloads the file and compares it; by how many bytes the process's peak has risen.
    static func peakMemory(of transport: any Transport) throws -> Int {
      let small = URLRequest(try Judge.url("NGINX", "/numbers.txt"))
      _ = try transport.answer(small)
      let place = FileManager.default.temporaryDirectory.appendingPathComponent("large-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: place) }
      try Data().write(to: place)
      let file = try FileHandle(forWritingTo: place)
      let ended = Gate()
      let error = Locked<NetworkError?>(nil)
      let before = peak
      let task = transport.send(URLRequest(try Judge.url("NGINX", "/large.bin"), timeout: 60)) { event in
        switch event {
        case .body(let data): file.write(data)
        case .end(let failure):
          error.value = failure
          ended.open()
        default: break
        }
      }
      let isOver = ended.wait(seconds: 60)
      let rise = peak - before
      task.dispose()
      #expect(isOver && error.value == nil, "\(String(describing: error.value))")
      #expect(try FileManager.default.contentsEqual(atPath: place.path, andPath: Judge.file("www/large.bin").path))
      return rise
    }

    /// Downloads the file through a session and compares it.
    static func peakMemory(ofDownloadTo folder: Folder) throws -> Int {
      let session = Session()
      _ = try end(session.download(try Judge.url("NGINX", "/numbers.txt")).single())
      let before = peak
      let file = try end(
        session.download(
          try Judge.url("NGINX", "/large.bin"), to: DownloadRequest.destination(folder.url("large.bin"))
        ).single())
      let rise = peak - before
      #expect(try FileManager.default.contentsEqual(atPath: file.path, andPath: Judge.file("www/large.bin").path))
      return rise
    }

    /// Uploads a file, and a form with it.
    static func peakMemory(ofUploadFrom folder: Folder) throws -> Int {
      let url = try Judge.url("UPLOAD", "/")
      let file = folder.url("20.bin")
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 20_000_000)
      try handle.close()
      let session = Session()
      _ = try end(session.upload(Data("small".utf8), to: url).single())
      let before = peak
      try end(session.upload(file, to: url).validate().single())
      try end(session.upload(multipartFormData: { $0.append(file, withName: "f") }, to: url).validate().single())
      return peak - before
    }

    @discardableResult
    private static func end<Value: Sendable>(_ single: Single<Value>) throws -> Value {
      let log = Awaited<Result<Value, NetworkError>>()
      let subscription = log.record(single)
      #expect(log.wait(seconds: 60))
      subscription.dispose()
      return try #require(log.values.first).get()
    }

    /// The most memory that the process has had, in bytes.
    private static var peak: Int {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }
  }
#endif
