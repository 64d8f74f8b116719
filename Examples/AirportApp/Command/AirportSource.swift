internal import AirportNet
internal import Foundation
internal import MiniRx

/// Where the command's airports come from: a server of the person's choice, or one inside of the process.
@MainActor
final class AirportSource {
  /// Loads the airports; how far the newest load is can be read from `progress`.
  let api: any AirportAPI
  private let server: CommandServer
  private let newest = NewestProgress()

  /// A source; a server inside runs until `stop()`.
  init(_ options: CommandOptions) throws(LoopbackServerError) {
    server = try CommandServer(options)
    api = WatchedAirports(
      service: AirportHttpService(sessionManager: server.session), base: server.base, newest: newest)
  }

  /// The address of the document for people: without a password and without a query.
  var address: String {
    guard let url = try? AirportHttpRouter.getAirports(from: server.base).asUrlRequest().url,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return server.base }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    return parts.string ?? server.base
  }

  /// How far the newest load is; nil before the first byte of its answer.
  var progress: TransferProgress? { newest.value }

  /// Stops the server inside.
  func stop() { server.stop() }
}

/// The airports of a server, with the progress of their load.
private struct WatchedAirports: AirportAPI {
  let service: AirportHttpService
  let base: String
  let newest: NewestProgress

  func fetchAirports() -> Single<AirportResponse> {
    Observable.deferred { [self] in
      newest.value = nil
      return AirportHttpRouter.getAirports(from: base)
        .progress(of: AirportResponse.self, usingHttpService: service, decoder: AirportResponse.decoder())
    }
    .compactMap { [newest] step in
      switch step {
      case .uploading: return nil
      case .downloading(let progress):
        newest.value = progress
        return nil
      case .value(let airports): return airports
      }
    }
    .asSingle()
  }
}

/// A progress that a thread of the transport writes and the main actor reads.
private final class NewestProgress: @unchecked Sendable {
  // Guarded by `lock`.
  private var progress: TransferProgress?
  private let lock = Lock()

  var value: TransferProgress? {
    get { lock.withLock { progress } }
    set { lock.withLock { progress = newValue } }
  }
}
