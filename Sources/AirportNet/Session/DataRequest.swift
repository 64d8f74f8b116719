public import Dispatch
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A request whose answer is held in memory: what to send, what makes an answer valid, and how to read it.
///
/// It has two faces over one engine. **Handlers** (`responseData`, `responseDecodable` ...) share one exchange, which the
/// first of them starts; a handler that is added after the end is answered from what came. **Singles** (`single(of:)`,
/// `singleData` ...) are cold: each subscription sends the request anew, and disposing it cancels it.
///
/// All members may be used from any thread. An exchange goes on when the request is released.
public final class DataRequest: Sendable {
  let source: Result<URLRequest, NetworkError>
  let pipeline: Pipeline
  /// Makes the file of each exchange, where the answer belongs into one.
  private let file: (@Sendable () -> DownloadFile)?
  private let listeners = ProgressHandlers()
  private let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var validations: [ResponseValidation] = []
  // Guarded by `lock`; made for the first handler.
  nonisolated(unsafe) private var shared: SharedAnswer?

  init(
    _ source: Result<URLRequest, NetworkError>, _ pipeline: Pipeline, file: (@Sendable () -> DownloadFile)? = nil
  ) {
    self.file = file
    self.source = source
    self.pipeline = pipeline
  }

  /// The request as it is handed to the interceptors; nil when it could not be built.
  public var request: URLRequest? { try? source.get() }

  /// Whether `cancel()` came before the answer.
  public var isCancelled: Bool { sharedAnswer.isCancelled }

  /// Adds a condition that an answer must meet before it is read.
  @discardableResult
  public func validate(_ validation: ResponseValidation) -> DataRequest {
    lock.withLock { validations.append(validation) }
    return self
  }

  /// Refuses an answer whose status is not one of these, with `NetworkError.status`.
  @discardableResult
  public func validate<Codes: Sequence>(statusCode acceptable: Codes) -> DataRequest where Codes.Element == Int {
    validate(.statusCode(acceptable))
  }

  /// Refuses an answer whose media type is not one of these, such as `application/json` or `image/*`, with
  /// `NetworkError.undecodable`.
  @discardableResult
  public func validate<Types: Sequence>(contentType acceptable: Types) -> DataRequest where Types.Element == String {
    validate(.contentType(acceptable))
  }

  /// Refuses an answer whose status is not 200..<300 or whose media type is none that the request's Accept allows.
  @discardableResult
  public func validate() -> DataRequest {
    validate(.usual)
  }

  /// Calls the closure on the queue as the body of a good answer comes in.
  @preconcurrency
  @discardableResult
  public func downloadProgress(
    queue: DispatchQueue = .main, closure: @escaping @Sendable (TransferProgress) -> Void
  ) -> DataRequest {
    listeners.add(.download, queue, closure)
    return self
  }

  /// Calls the closure on the queue as the body of the request goes out.
  @preconcurrency
  @discardableResult
  public func uploadProgress(
    queue: DispatchQueue = .main, closure: @escaping @Sendable (TransferProgress) -> Void
  ) -> DataRequest {
    listeners.add(.upload, queue, closure)
    return self
  }

  /// Starts the exchange of the handlers, before there is one.
  @discardableResult
  public func resume() -> DataRequest {
    sharedAnswer.start()
    return self
  }

  /// Closes the connection of the handlers' exchange; each handler, also a later one, gets `cancelled`.
  ///
  /// Singles are cancelled by disposing their subscriptions.
  @discardableResult
  public func cancel() -> DataRequest {
    sharedAnswer.cancel()
    return self
  }

  /// What is read of a valid answer: a new exchange at each subscription, read on the session's scheduler.
  /// - Parameters:
  ///   - source: what to send in place of the request.
  ///   - observing: is told of the progress too, on the transport's thread.
  ///   - read: decodes the answer.
  func exchange<Value>(
    _ source: Result<URLRequest, NetworkError>? = nil, observing: ProgressObserver? = nil,
    _ read: @escaping @Sendable (HTTPResponse) throws -> Value
  ) -> Single<Value> {
    answer(source ?? self.source, observing) { response in
      try self.check(response)
      return try read(response)
    }
  }

  /// What is read of an answer, which is not checked.
  func answer<Value>(
    _ source: Result<URLRequest, NetworkError>, _ observing: ProgressObserver?, through door: Pipeline.BodyDoor? = nil,
    _ read: @escaping @Sendable (HTTPResponse) throws -> Value
  ) -> Single<Value> {
    switch source {
    case .failure(let error): return .error(error)
    case .success(let request):
      let listeners = ProgressListeners(listeners, observing)
      guard let file else {
        return pipeline.answer(to: request, through: door, progress: listeners, read: read)
      }
      return .deferred { [pipeline] in
        pipeline.download(request, to: file(), check: self.check, progress: listeners, read: read)
      }
    }
  }

  /// Passes if the answer meets all conditions.
  func check(_ response: HTTPResponse) throws(NetworkError) {
    for validation in lock.withLock({ validations }) { try validation.check(response, for: request) }
  }

  /// Has the handlers' exchange end in a call of the handler, not yet validated.
  func ask(_ handler: @escaping @Sendable (Result<HTTPResponse, NetworkError>) -> Void) {
    sharedAnswer.ask(handler)
  }

  /// The exchange of the handlers, made when it is first asked for.
  private var sharedAnswer: SharedAnswer {
    lock.withLock {
      if let shared { return shared }
      let made = SharedAnswer(answer(source, nil) { $0 }, scheduler: pipeline.scheduler)
      shared = made
      return made
    }
  }
}
