import AirportNet
import Foundation
import MiniRx

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that has its answer ready: what remains of a request is the work of the layers above.
struct InstantTransport: Transport {
  private let head = HTTPResponseHead(statusCode: 200, headers: ["Content-Type": "application/json"])
  private let body = Data(#"{"id":1,"userId":1,"title":"early gates","body":"Notes of a traveller."}"#.utf8)

  func send(_ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void) -> any TransportTask {
    onEvent(.head(head))
    onEvent(.body(body))
    onEvent(.end(nil))
    return EndedTask()
  }
}

private struct EndedTask: TransportTask {
  var isDisposed: Bool { true }
  func dispose() {}
  func pause() {}
  func resume() {}
}
