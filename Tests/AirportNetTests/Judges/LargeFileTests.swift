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

    /// The most memory that the process has had, in bytes.
    private static var peak: Int {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }
  }
#endif
