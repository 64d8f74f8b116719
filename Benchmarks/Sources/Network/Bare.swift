import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What one writes without a library: a data task of URLSession with a completion handler, then JSONDecoder.
struct Bare: Sendable {
  /// The session that most code has.
  static let usual = Bare(URLSessionConfiguration.default)

  /// A session without cache, cookies and credentials, as the package's transport keeps it.
  static let lean: Bare = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return Bare(configuration)
  }()

  private let session: URLSession

  private init(_ configuration: URLSessionConfiguration) { session = URLSession(configuration: configuration) }

  /// Fetches as many times as said, so many at once, and waits for all.
  func fetch(_ path: String, rounds: Int, atOnce: Int = 1) {
    fetch(path, rounds: rounds, atOnce: atOnce) { consume($0.count) }
  }

  /// Fetches and decodes as many times as said, so many at once, and waits for all.
  func fetch<Value: Decodable & Sendable>(
    _ path: String, as type: Value.Type, rounds: Int, atOnce: Int = 1, use: @escaping @Sendable (Value) -> Void
  ) {
    fetch(path, rounds: rounds, atOnce: atOnce) { data in
      do { use(try JSONDecoder().decode(Value.self, from: data)) } catch { abandon("JSONDecoder failed: \(error)") }
    }
  }

  private func fetch(_ path: String, rounds: Int, atOnce: Int, use: @escaping @Sendable (Data) -> Void) {
    let request = URLRequest(url: ServerProcess.url(path))
    for _ in 0..<rounds {
      let group = DispatchGroup()
      for _ in 0..<atOnce {
        group.enter()
        session.dataTask(with: request) { data, response, error in
          guard let data, (response as? HTTPURLResponse)?.statusCode == 200 else {
            abandon("URLSession failed: \(error.map { "\($0)" } ?? "no good status")")
          }
          use(data)
          group.leave()
        }.resume()
      }
      group.wait()
    }
  }
}
