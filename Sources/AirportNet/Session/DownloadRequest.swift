public import Dispatch
public import Foundation
public import MiniRx

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request whose answer goes to a file: what to send, what makes an answer valid, and where the file belongs.
///
/// A good body (status 200..<300) is written in constant memory, beside its destination and under another name; the server
/// waits while the disk is slow. When it is whole and valid it is moved to the destination, at once. After a failure,
/// `cancel()` or a dispose nothing is left, neither the beginning of the file nor a folder that was made for it. Every
/// other answer is held in memory, up to 1 MiB, and is the failure of the download.
///
/// A connection that is cut is made again for the rest, where the server named the file by a strong ETag or a date; a file
/// that has changed meanwhile begins anew.
///
/// Handlers share one exchange; each subscription to the single is a download of its own. All members may be used from
/// any thread.
public final class DownloadRequest: Sendable {
  /// Where the file belongs, told by the first answer that has it. The URL is a place in the temporary folder, which may
  /// be taken; nothing is there yet. Called on a queue of the download's.
  public typealias Destination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: Options)

  /// What may be done to put the file in its place.
  public struct Options: OptionSet, Sendable {
    /// Folders that are missing are made.
    public static let createIntermediateDirectories = Options(rawValue: 1)
    /// A file that is there is replaced when the new one is whole; otherwise it stays, and the download fails with
    /// `storage(.occupied)`.
    public static let removePreviousFile = Options(rawValue: 2)

    /// The set as bits.
    public let rawValue: Int

    /// Takes the set as bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  private let call: DataRequest

  init(_ call: DataRequest) { self.call = call }

  /// This very file.
  public static func destination(
    _ file: URL, options: Options = [.createIntermediateDirectories, .removePreviousFile]
  ) -> Destination {
    { _, _ in (file, options) }
  }

  /// A file in a folder of the user's, under the name that the server suggests.
  public static func suggestedDownloadDestination(
    for directory: FileManager.SearchPathDirectory = .documentDirectory,
    in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
  ) -> Destination {
    { temporary, response in
      let folder = FileManager.default.urls(for: directory, in: domain).first
      // Of a name that is a path the last part alone.
      let name = response.suggestedFilename.map { URL(fileURLWithPath: $0).lastPathComponent }
      return (folder.map { $0.appendingPathComponent(name ?? temporary.lastPathComponent) } ?? temporary, options)
    }
  }

  /// The request as it is handed to the interceptors; nil when it could not be built.
  public var request: URLRequest? { call.request }

  /// Whether `cancel()` came before the end.
  public var isCancelled: Bool { call.isCancelled }

  /// Adds a condition that an answer must meet before its file is put in place.
  @discardableResult
  public func validate(_ validation: ResponseValidation) -> DownloadRequest { chain { $0.validate(validation) } }

  /// Refuses an answer whose status is not one of these, with `NetworkError.status`.
  @discardableResult
  public func validate<Codes: Sequence>(statusCode acceptable: Codes) -> DownloadRequest where Codes.Element == Int {
    chain { $0.validate(statusCode: acceptable) }
  }

  /// Refuses an answer whose media type is not one of these, with `NetworkError.undecodable`.
  @discardableResult
  public func validate<Types: Sequence>(contentType acceptable: Types) -> DownloadRequest
  where Types.Element == String {
    chain { $0.validate(contentType: acceptable) }
  }

  /// Refuses an answer whose status is not 200..<300 or whose media type is none that the request's Accept allows.
  @discardableResult
  public func validate() -> DownloadRequest { chain { $0.validate() } }

  /// Calls the closure on the queue as the file comes in.
  @preconcurrency
  @discardableResult
  public func downloadProgress(
    queue: DispatchQueue = .main, closure: @escaping @Sendable (TransferProgress) -> Void
  ) -> DownloadRequest {
    chain { $0.downloadProgress(queue: queue, closure: closure) }
  }

  /// Starts the exchange of the handlers, before there is one.
  @discardableResult
  public func resume() -> DownloadRequest { chain { $0.resume() } }

  /// Ends the handlers' exchange and removes what has come; each handler, also a later one, gets `cancelled`.
  @discardableResult
  public func cancel() -> DownloadRequest { chain { $0.cancel() } }

  /// As `DataRequest.cURLDescription`.
  public func cURLDescription(revealingSecrets: Bool = false) -> String {
    call.cURLDescription(revealingSecrets: revealingSecrets)
  }

  /// Calls the handler once, on the queue, with the place of the file or the `NetworkError` that says why there is none.
  @preconcurrency
  @discardableResult
  public func response(
    queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL?>) -> Void
  ) -> DownloadRequest {
    chain { $0.handle(queue, completionHandler) { (response) throws(NetworkError) in response.file } }
  }

  /// As `response`.
  @preconcurrency
  @discardableResult
  public func responseURL(
    queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
  ) -> DownloadRequest {
    chain { $0.handle(queue, completionHandler) { (response) throws(NetworkError) in try Self.file(response) } }
  }

  /// The place of the file. Cold; disposing a subscription cancels that download.
  public func single() -> Single<URL> { singleResponse().map { try Self.file($0) } }

  /// The answer; its `file` is the place of the file. Cold.
  public func singleResponse() -> Single<HTTPResponse> { call.singleResponse() }

  private static func file(_ response: HTTPResponse) throws(NetworkError) -> URL {
    guard let file = response.file else { throw .status(.init(response)) }
    return file
  }

  private func chain(_ body: (DataRequest) -> DataRequest) -> DownloadRequest {
    _ = body(call)
    return self
  }
}
