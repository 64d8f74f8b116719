internal import AirportNet
internal import Foundation

/// The server that the command talks to: one of the person's choice, or one inside of the process.
@MainActor
final class CommandServer {
  /// The address of the server.
  let base: String
  /// Sends the calls, each within the person's time.
  let session: Session
  private let inside: LoopbackServer?

  /// A server; the one inside runs until `stop()`.
  init(_ options: CommandOptions) throws(LoopbackServerError) {
    session = Session(interceptors: [TimeoutInterceptor(total: options.timeout), RedirectInterceptor()])
    if let given = options.baseURL {
      (inside, base) = (nil, given)
    } else {
      let server = LoopbackServer(configuration: Self.configuration(options))
      try server.start()
      (inside, base) = (server, server.baseURL.absoluteString)
    }
  }

  /// How the server inside behaves.
  static func configuration(_ options: CommandOptions) -> LoopbackServer.Configuration {
    var configuration = LoopbackServer.Configuration()
    configuration.latency = options.latency
    configuration.fault = options.fault
    configuration.slowness = options.timeout * 2
    return configuration
  }

  /// The address of something on the server, for people: without a password and without a query.
  func address(_ path: String) -> String {
    guard var parts = URLComponents(string: base) else { return base }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    let root = parts.string ?? base
    return (root.hasSuffix("/") ? root : root + "/") + path
  }

  /// Stops the server inside.
  func stop() { inside?.stop() }
}
