import AirportApp
import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("LoginService")
struct LoginServiceTests {
  private static let email = LoopbackServer.Configuration.exampleEmail
  private static let password = LoopbackServer.Configuration.examplePassword

  private func started(limit: Duration = .seconds(30)) throws -> (LoopbackServer, LoginService) {
    let server = LoopbackServer()
    try server.start()
    let session = Session(
      transport: URLSessionTransport(), interceptors: [TimeoutInterceptor(total: limit)])
    return (server, LoginService(session: session, baseUrlString: server.baseURL.absoluteString))
  }

  private func logIn(_ email: String, _ password: String = password) throws -> NetworkResult<LoginDataModel> {
    let (server, service) = try started(limit: email.hasPrefix("silence") ? .milliseconds(300) : .seconds(30))
    let log = Awaited<NetworkResult<LoginDataModel>>()
    service.login(email: email, password: password) { log.take($0) }
    #expect(log.wait())
    server.stop()
    #expect(log.values.count == 1, "the handler is called once")
    return try #require(log.values.first)
  }

  @Test("the right password brings a token, which is kept")
  func success() throws {
    let (server, service) = try started()
    let log = Awaited<NetworkResult<LoginDataModel>>()
    #expect(service.current == nil)
    service.login(email: Self.email, password: Self.password) { log.take($0) }
    #expect(log.wait())
    let model = try #require(log.values.first?.value)
    #expect(model.success && model.token?.isEmpty == false && model.data?.refreshToken?.isEmpty == false)
    #expect(service.current == model)
    service.forget()
    #expect(service.current == nil)
    server.stop()
  }

  /// What the server does, by the name of the account, and what the screen is told.
  static let outcomes: [(String, String)] = [
    ("201@fault.example.com", "success"), ("wrong@example.com", "requestErr"), ("400@fault.example.com", "requestErr"),
    ("401@fault.example.com", "requestErr"), ("404@fault.example.com", "requestErr"),
    ("500@fault.example.com", "serverErr"), ("html500@fault.example.com", "serverErr"),
    ("503@fault.example.com", "serverErr"), ("204@fault.example.com", "pathErr"),
    ("html200@fault.example.com", "pathErr"), ("wrongshape@fault.example.com", "pathErr"),
    ("badjson@fault.example.com", "pathErr"), ("reset@fault.example.com", "networkFail"),
    ("silence@fault.example.com", "networkFail"), ("truncate@fault.example.com", "networkFail"),
  ]

  @Test("each answer is judged by its status first, and ends in one outcome", arguments: outcomes)
  func outcome(_ email: String, _ expected: String) throws {
    let result = try logIn(email)
    let name =
      switch result {
      case .success: "success"
      case .requestErr: "requestErr"
      case .pathErr: "pathErr"
      case .serverErr: "serverErr"
      case .networkFail: "networkFail"
      }
    #expect(name == expected, "\(result)")
  }

  @Test("a refusal carries the server's own words")
  func refusal() throws {
    guard case .requestErr("The email or the password is wrong.") = try logIn(Self.email, "nonsense") else {
      return #expect(Bool(false), "no message")
    }
  }

  @Test("offline is a failure of the network")
  func offline() throws {
    let (server, service) = try started()
    server.stop()
    let log = Awaited<NetworkResult<LoginDataModel>>()
    service.login(email: Self.email, password: Self.password) { log.take($0) }
    #expect(log.wait())
    guard case .networkFail(.transport(.refused, _, _))? = log.values.first else {
      return #expect(Bool(false), "\(log.values)")
    }
  }

  @Test(
    "a good status with a document that lets nobody in is no success",
    arguments: [
      (#"{"status":200,"success":false,"message":"No."}"#, true),
      (#"{"status":200,"success":true,"message":"Yes."}"#, false),
      (#"{"status":200,"success":true,"message":"Yes.","data":{"token":""}}"#, false), (#"{"anything":1}"#, false),
      ("[]", false),
    ])
  func noSuccess(_ document: String, _ isRefusal: Bool) throws {
    let service = LoginService(session: Session(transport: StubTransport(["/login": .json(document)])))
    let log = Awaited<NetworkResult<LoginDataModel>>()
    service.login(email: "a@example.com", password: "b") { log.take($0) }
    #expect(log.wait())
    switch log.values.first {
    case .requestErr("No."): #expect(isRefusal)
    case .pathErr: #expect(!isRefusal)
    default: #expect(Bool(false), "\(log.values)")
    }
    #expect(service.current == nil)
  }

  @Test("a double tap sends one login and answers both; another person's is sent too")
  func doubleTap() throws {
    let answer = #"{"status":200,"success":true,"message":"Yes.","data":{"token":"t"}}"#
    let transport = StubTransport(["POST /login": .json(answer).delayed(by: .milliseconds(200))])
    let service = LoginService(session: Session(transport: transport))
    let log = Awaited<String?>()
    for email in ["a@example.com", "a@example.com", "b@example.com"] {
      service.login(email: email, password: "p") { log.take($0.value?.token) }
    }
    #expect(log.wait(3))
    #expect(log.values == ["t", "t", "t"])
    #expect(transport.sent.count == 2)
    service.login(email: "a@example.com", password: "p") { log.take($0.value?.token) }
    #expect(log.wait(4))
    #expect(transport.sent.count == 3)
  }

  @Test("the single fails with the error itself, and dispose cancels")
  func single() throws {
    let (server, service) = try started()
    let log = Awaited<Result<LoginDataModel, NetworkError>>()
    let refused = log.record(service.login(email: Self.email, password: "nonsense"))
    #expect(log.wait())
    #expect(log.values.first?.error?.statusCode == 400)
    #expect(server.requests.count == 1)
    let silent = log.record(service.login(email: "silence@fault.example.com", password: "p"))
    #expect(server.waitForRequests(2))
    silent.dispose()
    #expect(server.waitForOpenConnections(atMost: 1))
    #expect(log.values.count == 1)
    refused.dispose()
    server.stop()
  }

  @Test("neither tokens nor the password can be read from what is printed")
  func printing() throws {
    let model = LoginDataModel(
      status: 200, success: true, message: "Yes.", data: .init(token: "s3cret", refreshToken: "s3cret2"))
    var dumped = ""
    dump(model, to: &dumped)
    dump(NetworkResult.success(model), to: &dumped)
    dump(try #require(model.data), to: &dumped)
    #expect(!"\(model) \(String(reflecting: model)) \(NetworkResult.success(model)) \(dumped)".contains("s3cret"))

    let transport = StubTransport(["POST /login": .json(#"{"password":"s3cret"}"#, statusCode: 400)])
    let service = LoginService(session: Session(transport: transport))
    let log = Awaited<Result<LoginDataModel, NetworkError>>()
    let subscription = log.record(service.login(email: "a@example.com", password: "s3cret"))
    #expect(log.wait())
    let error = try #require(log.values.first?.error)
    #expect(!"\(error) \(String(reflecting: error))".contains("s3cret"))
    subscription.dispose()
  }

  @Test("a dump of the service shows no password while a login is on its way")
  func dumping() {
    let service = LoginService(session: Session(transport: StubTransport { _ in .fault(.silence) }))
    service.login(email: "a@example.com", password: "s3cret") { _ in }
    var dumped = ""
    dump(service, to: &dumped)
    #expect(!"\(dumped) \(service) \(String(reflecting: service))".contains("s3cret"))
  }
}
