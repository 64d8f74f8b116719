internal import Dispatch
internal import Foundation
public import MiniRx

/// Logs a person in, and keeps the token that the server sends.
///
/// While a login is on its way, the same login asked for again - a double tap - joins it: one request is sent and both
/// are answered. Nothing that is printed shows the password.
public final class LoginService: Sendable {
  /// The one for a server on this machine.
  public static let shared = LoginService()

  private let session: Session
  private let baseUrlString: String
  private let flights = LoginFlights()

  /// A service.
  ///
  /// - Parameters:
  ///   - session: what sends the calls.
  ///   - baseUrlString: where the server is; the login is at `login` below it.
  public init(session: Session = .default, baseUrlString: String = AirportHttpRouter.usualBaseUrlString) {
    self.session = session
    self.baseUrlString = baseUrlString
  }

  /// What the last successful login brought; nil before one, and after `forget()`.
  public var current: LoginDataModel? { flights.current }

  /// Forgets the token.
  public func forget() { flights.keep(nil) }

  /// Logs in and calls the handler exactly once, on the main actor.
  ///
  /// - Parameters:
  ///   - email: who.
  ///   - password: the proof; it goes into the body of the request and nowhere else.
  ///   - completion: receives the outcome.
  @preconcurrency
  public func login(
    email: String, password: String,
    completion: @escaping @MainActor @Sendable (NetworkResult<LoginDataModel>) -> Void
  ) {
    let flight = LoginFlights.Key(email: email, password: password)
    guard flights.join(flight, completion) else { return }
    _ = call(email, password).subscribe(
      onSuccess: { self.flights.land(flight, .success($0)) },
      onFailure: { self.flights.land(flight, LoginOutcome.result(of: NetworkError(wrapping: $0))) },
      isolation: nil)
  }

  /// What the server says to somebody whom it lets in. Cold: each subscription sends the login; disposing it cancels.
  ///
  /// Fails with `NetworkError`: a refusal is its `status`, a 2xx without success or without a token is `undecodable`.
  public func login(email: String, password: String) -> Single<LoginDataModel> {
    call(email, password)
  }

  private func call(_ email: String, _ password: String) -> Single<LoginDataModel> {
    let route = LoginRoute(baseUrlString: baseUrlString, parameters: ["email": email, "password": password])
    return session.request(route).validate(statusCode: 200..<300).singleResponse().map { [flights] response in
      let model = try LoginOutcome.model(of: response)
      flights.keep(model)
      return model
    }
  }
}

extension LoginService: CustomReflectable {
  /// What `dump` prints: nothing, since logins on their way hold passwords.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

private struct LoginRoute: HttpRouter {
  let baseUrlString: String
  let parameters: Parameters?
  var path: String { "login" }
  var method: HTTPMethod { .post }
  var headers: HTTPHeaders? { ["Content-Type": "application/json", "Accept": "application/json"] }
}

/// What an answer means; the status is judged before the body is looked at. Pure.
enum LoginOutcome {
  /// The document of somebody who was let in.
  static func model(of response: HTTPResponse) throws(NetworkError) -> LoginDataModel {
    let model = try response.decode(LoginDataModel.self)
    guard model.success else {
      throw .undecodable(.init(codingPath: "success", reason: model.message, type: "login", response: response))
    }
    guard model.token?.isEmpty == false else {
      throw .undecodable(.init(codingPath: "data.token", reason: "no token", type: "login", response: response))
    }
    return model
  }

  /// The outcome that a screen sees of a failure.
  static func result(of error: NetworkError) -> NetworkResult<LoginDataModel> {
    switch error {
    case .invalidRequest: .pathErr(error)
    case .transport, .timedOut, .cancelled: .networkFail(error)
    case .status(let failure) where failure.code >= 500: .serverErr(error)
    case .status(let failure) where failure.code >= 400:
      .requestErr(message(in: failure.body) ?? error.userMessage)
    case .status: .pathErr(error)
    case .undecodable(let failure):
      // A refusal may also come with a good status.
      refusal(in: failure.body).map { .requestErr($0) } ?? .pathErr(error)
    case .authentication: .requestErr(error.userMessage)
    }
  }

  private struct Message: Decodable {
    var success: Bool?
    var message: String
  }

  private static func message(in body: Data) -> String? {
    (try? JSONValueDecoder().decode(Message.self, from: body)).flatMap { $0.message.isEmpty ? nil : $0.message }
  }

  private static func refusal(in body: Data) -> String? {
    (try? JSONValueDecoder().decode(Message.self, from: body)).flatMap { $0.success == false ? $0.message : nil }
  }
}

/// The logins that are on their way, and what the last one brought.
private final class LoginFlights: @unchecked Sendable {
  // Sendable by rule: everything is guarded by `lock`.
  struct Key: Hashable {
    var email: String
    var password: String
  }

  typealias Handler = @MainActor @Sendable (NetworkResult<LoginDataModel>) -> Void

  private let lock = Lock()
  private var waiting: [Key: [Handler]] = [:]
  private var model: LoginDataModel?

  var current: LoginDataModel? { lock.withLock { model } }

  func keep(_ model: LoginDataModel?) { lock.withLock { self.model = model } }

  /// Adds a handler; true if it is the first of this login, which must then be sent.
  func join(_ key: Key, _ handler: @escaping Handler) -> Bool {
    lock.withLock {
      waiting[key, default: []].append(handler)
      return waiting[key]?.count == 1
    }
  }

  /// Answers all who wait for a login.
  func land(_ key: Key, _ result: NetworkResult<LoginDataModel>) {
    let handlers = lock.withLock { waiting.removeValue(forKey: key) ?? [] }
    DispatchQueue.main.async { for handler in handlers { handler(result) } }
  }
}
