import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

/// What each answer is to each type. The expectations are worked out from these rules:
///
/// 1. Where the request is validated, a status outside of 200..<300 is a `status` error, whatever the body and the type.
/// 2. Void takes every answer, Data the bytes of the body, String its text.
/// 3. An answer has no body where it is empty, and where HTTP allows none (204, 205, 304). Then `T?` is nil, Data and String
///    are empty, and `T` and `[T]` an `undecodable` error that says that the body is empty.
/// 4. `null` is nil as `T?`, and an error as `T` and `[T]`.
/// 5. A body of the wrong shape is an `undecodable` error.
/// 6. Every error keeps status and body.
@Suite("Answers")
struct AnswerMatrixTests {
  struct Item: Codable, Hashable, Sendable { var n: Int }

  enum Body: String, CaseIterable, Sendable {
    case none, empty, null, object, list, item

    var text: String {
      switch self {
      case .none, .empty: ""
      case .null: "null"
      case .object: "{}"
      case .list: "[]"
      case .item: #"{"n":1}"#
      }
    }
  }

  enum Kind: CaseIterable, Sendable {
    case void, item, optional, list, data, string
  }

  /// What comes of an answer.
  enum Outcome: Hashable, Sendable {
    case done
    case item(Item?)
    case list([Item])
    case data(Data)
    case string(String)
    case status(Int, body: String)
    case empty(Int)
    case malformed(Int, body: String)
    case other(String)

    init(_ error: NetworkError) {
      switch error {
      case .status(let failure): self = .status(failure.code, body: String(decoding: failure.body, as: UTF8.self))
      case .undecodable(let failure) where failure.reason == "the body is empty": self = .empty(failure.status ?? 0)
      case .undecodable(let failure):
        self = .malformed(failure.status ?? 0, body: String(decoding: failure.body, as: UTF8.self))
      default: self = .other("\(error)")
      }
    }
  }

  static let statuses = [200, 201, 204, 205, 304, 400, 401, 404, 500]

  static func expected(_ status: Int, _ body: Body, _ kind: Kind, isValidated: Bool) -> Outcome {
    if isValidated && !(200..<300).contains(status) { return .status(status, body: body.text) }
    let text = [204, 205, 304].contains(status) ? "" : body.text
    switch kind {
    case .void: return .done
    case .data: return .data(Data(text.utf8))
    case .string: return .string(text)
    case .optional where text.isEmpty || text == "null": return .item(nil)
    case .item, .optional, .list:
      if text.isEmpty { return .empty(status) }
      if kind == .list { return body == .list ? .list([]) : .malformed(status, body: text) }
      return body == .item ? .item(Item(n: 1)) : .malformed(status, body: text)
    }
  }

  @Test("each status, body and type comes to what the rules say, by single, handler and await", arguments: statuses)
  func matrix(_ status: Int) async {
    for body in Body.allCases {
      var answer = StubTransport.Answer.json(body.text, statusCode: status)
      if body == .empty { answer.headers["Content-Length"] = "0" }
      let session = Session(transport: StubTransport { [answer] _ in answer }, scheduler: ImmediateScheduler.instance)
      for (kind, isValidated) in Kind.allCases.flatMap({ [($0, true), ($0, false)] }) {
        let expected = Self.expected(status, body, kind, isValidated: isValidated)
        let request = { isValidated ? session.request("http://a.test/").validate() : session.request("http://a.test/") }
        let place: Comment = "\(status) \(body) as \(kind)"
        #expect(await Self.single(kind, request()) == expected, place)
        #expect(await Self.handled(kind, request()) == expected, place)
        #expect(await Self.awaited(kind, request()) == expected, place)
      }
    }
  }

  /// A cell over a socket.
  struct Cell: Sendable {
    var status: Int
    var body: Body
    var kind: Kind

    var wire: String {
      let length = body == .none ? "" : "Content-Length: \(body.text.utf8.count)\r\n"
      let framing = body == .none && ![204, 304].contains(status) ? "Content-Length: 0\r\n" : length
      return "HTTP/1.1 \(status) Answer\r\nContent-Type: application/json\r\n\(framing)\r\n\(body.text)"
    }
  }

  static let cells: [Cell] = [
    Cell(status: 200, body: .item, kind: .item), Cell(status: 200, body: .none, kind: .item),
    Cell(status: 200, body: .empty, kind: .optional), Cell(status: 200, body: .null, kind: .optional),
    Cell(status: 201, body: .list, kind: .list), Cell(status: 201, body: .object, kind: .item),
    Cell(status: 204, body: .none, kind: .optional), Cell(status: 204, body: .none, kind: .list),
    Cell(status: 204, body: .none, kind: .data), Cell(status: 205, body: .none, kind: .void),
    Cell(status: 205, body: .none, kind: .string), Cell(status: 304, body: .none, kind: .optional),
    Cell(status: 400, body: .object, kind: .item), Cell(status: 401, body: .none, kind: .optional),
    Cell(status: 404, body: .item, kind: .item), Cell(status: 500, body: .empty, kind: .void),
    Cell(status: 500, body: .object, kind: .data),
  ]

  @Test("and over a socket", arguments: cells)
  func socket(_ cell: Cell) async throws {
    let server = try RawServer([.readRequest, .send(cell.wire)])
    let session = Session()
    for isValidated in [true, false] {
      let expected = Self.expected(cell.status, cell.body, cell.kind, isValidated: isValidated)
      let request = session.request(server.baseURL)
      if isValidated { request.validate() }
      #expect(await Self.single(cell.kind, request) == expected)
      #expect(await Self.handled(cell.kind, request) == expected)
    }
    server.stop()
  }

  @Test("an answer to HEAD has no body, whatever its length says")
  func head() async throws {
    let server = try RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")])
    let request = Session().request(server.baseURL, method: .head).validate()
    #expect(await Self.single(.optional, request) == .item(nil))
    #expect(await Self.single(.item, request) == .empty(200))
    #expect(await Self.single(.data, request) == .data(Data()))
    server.stop()
  }

  @Test("the body of an error answer decodes as the caller's type, from every face", arguments: [400, 401, 404, 500])
  func errorBody(_ status: Int) async throws {
    let session = Session(transport: StubTransport { _ in .json(#"{"n":7}"#, statusCode: status) })
    let request = session.request("http://a.test/").validate()
    let log = Awaited<AFDataResponse<[Int]>>()
    request.responseDecodable(of: [Int].self, queue: .global()) { log.take($0) }
    #expect(log.wait())
    let response = try #require(log.values.first)
    var errors = [response.error]
    do throws(NetworkError) { _ = try await request.value(of: [Int].self) } catch { errors.append(error) }
    errors.append(await request.serializingDecodable([Int].self).result.error)
    #expect(errors.map { $0?.decodeBody(as: Item.self) } == Array(repeating: Item(n: 7), count: 3))
    #expect(errors.map { $0?.statusCode } == [status, status, status])
    #expect(response.data == Data(#"{"n":7}"#.utf8))
  }

  @Test("several Set-Cookie lines stay apart, and other fields are joined", arguments: ["Set-Cookie", "set-cookie"])
  func cookies(_ name: String) async throws {
    let fields = "\(name): a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT\r\n\(name): b=2\r\nVary: A\r\nvary: B\r\n"
    let server = try RawServer([.readRequest, .send("HTTP/1.1 204 No Content\r\n\(fields)\r\n")])
    let response = try await Session().request(server.baseURL).singleResponse().value
    #expect(response.headers.values(for: "Set-Cookie") == ["a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2"])
    #expect(response.headers["VARY"] == "A, B")
    server.stop()
  }

  static let texts: [(String?, [UInt8], String?)] = [
    ("text/plain; charset=EUC-KR", [0xC0, 0xCE, 0xC3, 0xB5], "인천"), (nil, [0xFF, 0xFE, 0x78, 0xC7], "인"),
    ("text/plain; charset=iso-8859-1", [0xE9], "é"), ("text/plain; charset=nonsense", Array("é".utf8), "é"),
    ("text/plain; charset=", Array("é".utf8), "é"), (nil, Array("인".utf8), "인"), (nil, [0xC0, 0xCE], nil),
    ("text/plain; charset=utf-8", [0xC0, 0xCE], nil),
  ]

  @Test("text is read in the charset of the answer, over a socket", arguments: texts)
  func text(_ type: String?, _ bytes: [UInt8], _ expected: String?) async throws {
    let field = type.map { "Content-Type: \($0)\r\n" } ?? ""
    let head = "HTTP/1.1 200 OK\r\n\(field)Content-Length: \(bytes.count)\r\n\r\n"
    let server = try RawServer([.readRequest, .send(head), .sendData(Data(bytes))])
    let result = await Session().request(server.baseURL).serializingString().result
    server.stop()
    #expect(result.value == expected)
    if expected == nil { #expect(result.error?.body == Data(bytes)) }
  }

  private static func single(_ kind: Kind, _ request: DataRequest) async -> Outcome {
    switch kind {
    case .void: await outcome(request.single()) { _ in .done }
    case .item: await outcome(request.single(of: Item.self)) { .item($0) }
    case .optional: await outcome(request.single(of: Item?.self)) { .item($0) }
    case .list: await outcome(request.single(of: [Item].self)) { .list($0) }
    case .data: await outcome(request.singleData()) { .data($0) }
    case .string: await outcome(request.singleString()) { .string($0) }
    }
  }

  private static func outcome<Value: Sendable>(
    _ single: Single<Value>, _ name: (Value) -> Outcome
  ) async -> Outcome {
    do { return name(try await single.value) } catch { return Outcome(NetworkError(wrapping: error)) }
  }

  private static func handled(_ kind: Kind, _ request: DataRequest) async -> Outcome {
    await withCheckedContinuation { continuation in
      let queue = DispatchQueue.global()
      let end: @Sendable (Result<Outcome, NetworkError>) -> Void = { result in
        switch result {
        case .success(let outcome): continuation.resume(returning: outcome)
        case .failure(let error): continuation.resume(returning: Outcome(error))
        }
      }
      switch kind {
      case .void: request.responseDecodable(of: Empty.self, queue: queue) { end($0.result.map { _ in .done }) }
      case .item: request.responseDecodable(of: Item.self, queue: queue) { end($0.result.map { .item($0) }) }
      case .optional: request.responseDecodable(of: Item?.self, queue: queue) { end($0.result.map { .item($0) }) }
      case .list: request.responseDecodable(of: [Item].self, queue: queue) { end($0.result.map { .list($0) }) }
      case .data: request.responseData(queue: queue) { end($0.result.map { .data($0) }) }
      case .string: request.responseString(queue: queue) { end($0.result.map { .string($0) }) }
      }
    }
  }

  private static func awaited(_ kind: Kind, _ request: DataRequest) async -> Outcome {
    do throws(NetworkError) {
      switch kind {
      case .void:
        try await request.value()
        return .done
      case .item: return .item(try await request.value(of: Item.self))
      case .optional: return .item(try await request.value(of: Item?.self))
      case .list: return .list(try await request.value(of: [Item].self))
      case .data: return .data(try await request.data())
      case .string: return .string(try await request.string())
      }
    } catch {
      return Outcome(error)
    }
  }
}
