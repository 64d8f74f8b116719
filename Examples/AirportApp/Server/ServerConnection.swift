internal import Foundation

/// One connection of the server, served on a thread of its own from accept to close.
///
/// Requests are answered one after the other in the order they came (pipelining). A connection that the server ends
/// is ended without losing the answer: first the sending side, then, when the client has read, the rest.
struct ServerConnection {
  let number: Int
  let socket: ServerSocket
  let core: ServerCore

  /// Serves until one side ends the connection. Does not close the socket.
  func serve() {
    var parser = RequestParser(connection: number)
    do throws(RequestParser.Fault) {
      while true {
        switch try parser.next() {
        case .needsMoreBytes:
          guard socket.waitUntilReadable(core.keepAliveTimeout) else {
            if parser.isInsideRequest {
              throw .init(status: 408, reason: "The rest of the request did not come in time.")
            }
            return
          }
          let bytes = socket.receive()
          guard !bytes.isEmpty else { return }
          parser.append(bytes)
        case .expectsContinue:
          guard socket.send(ResponseWriter.head(100, [])) else { return }
        case .request(let request):
          guard perform(core.plan(for: request)) else { return }
        }
      }
    } catch {
      refuse(error)
    }
  }

  /// Takes the steps of a plan; true if the connection goes on.
  private func perform(_ plan: WirePlan) -> Bool {
    for step in plan.steps {
      switch step {
      case .send(let data):
        guard socket.send(data) else { return false }
      case .sit(let time):
        guard socket.sit(time) else { return false }
      case .silence:
        while !socket.receive().isEmpty {}
      case .reset:
        socket.resetOnClose()
        return false
      }
    }
    if !plan.keepsAlive { endInOrder() }
    return plan.keepsAlive
  }

  private func refuse(_ fault: RequestParser.Fault) {
    let response = ServerResponse.refusal(fault.status, fault.reason)
    let request = LoopbackServer.Request(
      method: "GET", target: "/", headers: [.init(name: "Connection", value: "close")], body: Data(),
      connection: number, isVersion11: true)
    _ = perform(.answer(response, to: request))
  }

  /// Closing while bytes of the client are unread would reset the connection and take the answer with it.
  private func endInOrder() {
    socket.finishSending()
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(500)
    while socket.waitUntilReadable(max(clock.now.duration(to: end), .zero)), !socket.receive().isEmpty {}
  }
}
