import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Downloads from nginx", .judged(by: .nginx), .serialized)
struct NginxDownloadTests {
  /// Loses its connection after so many bytes of a body, once for each number.
  private final class CutTransport: Transport {
    private let transport: any Transport
    private let cuts: Locked<[Int]>
    private let change: @Sendable (inout URLRequest) -> Void
    let statuses = Locked<[Int]>([])

    init(_ carrier: Carrier, _ cuts: [Int], change: @escaping @Sendable (inout URLRequest) -> Void = { _ in }) {
      (transport, self.cuts, self.change) = (carrier.make(), Locked(cuts), change)
    }

    func send(
      _ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportTask {
      var request = request
      change(&request)
      let left = Locked(cuts.update { $0.isEmpty ? Int.max : $0.removeFirst() })
      return transport.send(request) { [statuses] event in
        switch event {
        case .head(let head): statuses.update { $0.append(head.statusCode) }
        case .body(let data):
          let room = left.value
          left.value = max(0, room - data.count)
          if room > 0 { onEvent(.body(data.prefix(room))) }
          if room > 0, room <= data.count {
            onEvent(.end(.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)))
          }
          return
        default: break
        }
        if left.value > 0 { onEvent(event) }
      }
    }
  }

  private func end(_ request: DownloadRequest) throws -> URL {
    let log = Awaited<Result<URL, NetworkError>>()
    let subscription = log.record(request.validate().single())
    #expect(log.wait(seconds: 60))
    subscription.dispose()
    return try #require(log.values.first).get()
  }

  @Test("a file that is cut twice is put together from its parts", arguments: Carrier.allCases)
  func parts(_ carrier: Carrier) throws {
    let folder = try Folder()
    let transport = CutTransport(carrier, [10_000, 50_000])
    let request = Session(transport: transport).download(
      try Judge.url("NGINX", "/numbers.txt"), to: DownloadRequest.destination(folder.url("n.txt")))
    let file = try end(request)
    #expect(try Data(contentsOf: file) == Data(contentsOf: Judge.file("www/numbers.txt")))
    #expect(transport.statuses.value == [200, 206, 206])
    #expect(folder.names == ["n.txt"])
  }

  @Test("a file that is another one meanwhile begins anew", arguments: Carrier.allCases)
  func changed(_ carrier: Carrier) throws {
    let folder = try Folder()
    let transport = CutTransport(carrier, [10_000]) { request in
      if request.headers["If-Range"] != nil { request.headers["If-Range"] = "\"another\"" }
    }
    let request = Session(transport: transport).download(
      try Judge.url("NGINX", "/numbers.txt"), to: DownloadRequest.destination(folder.url("n.txt")))
    #expect(try Data(contentsOf: end(request)) == Data(contentsOf: Judge.file("www/numbers.txt")))
    #expect(transport.statuses.value == [200, 200])
  }

  @Test("a redirect leads to the file, and no encoding is asked for", arguments: Carrier.allCases)
  func moved(_ carrier: Carrier) throws {
    let folder = try Folder()
    let session = Session(transport: carrier.make())
    let moved = try end(
      session.download(try Judge.url("NGINX", "/moved"), to: DownloadRequest.destination(folder.url("s.txt"))))
    #expect(try Data(contentsOf: moved) == Data("a small file\n".utf8))
    let packed = try end(
      session.download(try Judge.url("NGINX", "/gzip/numbers.txt"), to: DownloadRequest.destination(folder.url("n"))))
    #expect(try Data(contentsOf: packed) == Data(contentsOf: Judge.file("www/numbers.txt")))
  }
}
