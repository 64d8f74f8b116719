#if os(Linux) && compiler(>=6.2)
  import AirportNet
  import Foundation
  import Glibc
  import MiniRx
  import TestSupport
  import Testing

  /// In processes of their own: the runner of the tests must not be doubled.
  @Suite("A forked process")
  struct CurlForkTests {
    private static let keep = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")

    @Test("a child sends over a connection of its own, and the parent's kept one stays usable")
    func child() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let server = try RawServer([.readRequest, CurlForkTests.keep, .again])
        let transport = CurlTransport()
        guard CurlForkTests.answers(transport, server) else { exit(1) }
        let child = try CurlForkTests.fork()
        if child == 0 { _exit(CurlForkTests.answers(transport, server) ? 3 : 4) }
        guard CurlForkTests.exitCode(of: child) == 3 else { exit(2) }
        guard CurlForkTests.answers(transport, server) else { exit(3) }
        exit(server.connectionCount == 2 ? 7 : 4)
      }
    }

    private static func answers(_ transport: CurlTransport, _ server: RawServer) -> Bool {
      let recorder = EventRecorder()
      let task = recorder.record(transport, URLRequest(server.baseURL))
      defer { task.dispose() }
      return recorder.waitForEnd() && recorder.ends == [nil] && recorder.body == Data("hello".utf8)
    }

    /// Swift hides the function, since what a child may do is little; looked up, it is there.
    private static func fork() throws -> pid_t {
      typealias Fork = @convention(c) () -> pid_t
      let found = try #require(dlsym(dlopen(nil, RTLD_NOW), "fork"))
      return unsafeBitCast(found, to: Fork.self)()
    }

    /// Nil where the child does not end within a minute, or by a signal.
    private static func exitCode(of child: pid_t) -> Int32? {
      var status: Int32 = 0
      for _ in 0..<600 {
        if waitpid(child, &status, WNOHANG) == child { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
        usleep(100_000)
      }
      kill(child, SIGKILL)
      return nil
    }
  }
#endif
