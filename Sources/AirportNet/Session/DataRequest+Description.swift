public import Dispatch
internal import Foundation

extension DataRequest {
  /// A cURL command that sends the same request from a POSIX shell.
  /// - Parameter revealingSecrets: whether credentials and passwords are written out; otherwise they are redacted, and
  ///   the command does not log in.
  public func cURLDescription(revealingSecrets: Bool = false) -> String {
    switch source {
    case .success(let request): CURLText.command(for: request, revealingSecrets: revealingSecrets)
    case .failure(let error): "# \(error)"
    }
  }

  /// Calls the handler once on the queue with a cURL command that sends the same request; nothing is sent.
  ///
  /// - Parameters:
  ///   - queue: where the handler is called.
  ///   - revealingSecrets: whether credentials and passwords are written out.
  ///   - handler: receives the command.
  @preconcurrency
  @discardableResult
  public func cURLDescription(
    on queue: DispatchQueue = .main, revealingSecrets: Bool = false,
    calling handler: @escaping @Sendable (String) -> Void
  ) -> DataRequest {
    queue.async { handler(self.cURLDescription(revealingSecrets: revealingSecrets)) }
    return self
  }
}

extension DataRequest: CustomStringConvertible, CustomReflectable {
  /// Method and address, or why the request could not be built; credentials are redacted.
  public var description: String {
    switch source {
    case .success(let request):
      "\(request.method ?? .get) \(Redaction.url(request.url?.absoluteString ?? "no address"))"
    case .failure(let error): "\(error)"
    }
  }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
