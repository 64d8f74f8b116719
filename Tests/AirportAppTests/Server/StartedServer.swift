import AirportApp

extension LoopbackServer {
  /// A server that runs, with a small document unless it is told otherwise.
  static func started(_ change: (inout Configuration) -> Void = { _ in }) throws -> LoopbackServer {
    var configuration = Configuration()
    configuration.document = smallDocument
    change(&configuration)
    let server = LoopbackServer(configuration: configuration)
    try server.start()
    return server
  }
}
