import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("DataRequest")
struct DataRequestTests {
  private func stub(_ answer: StubTransport.Answer) -> (Session, StubTransport) {
    let transport = StubTransport { _ in answer }
    return (Session(transport: transport), transport)
  }

  @Test("several handlers share one exchange, are called once each, in order")
  func sharing() {
    let (session, transport) = stub(.json(#"{"n":1}"#).delayed(by: .milliseconds(20)))
    let log = Awaited<String>()
    let queue = DispatchQueue(label: "handlers")
    let request = session.request("http://host.test/")
    request.responseData(queue: queue) { log.take("data \($0.value?.count ?? -1)") }
      .responseString(queue: queue) { log.take("text \($0.value ?? "-")") }
      .responseDecodable(of: [String: Int].self, queue: queue) { log.take("json \($0.value?["n"] ?? -1)") }
      .response(queue: queue) { log.take("raw \($0.value??.count ?? -1)") }
    #expect(log.wait(4))
    request.responseData(queue: queue) { log.take("late \($0.value?.count ?? -1)") }
    #expect(log.wait(5))
    queue.sync {}
    #expect(log.values == ["data 7", "text {\"n\":1}", "json 1", "raw 7", "late 7"])
    #expect(transport.sent.count == 1)
  }

  @Test("each subscription to a single is a request of its own, none before it")
  func cold() {
    let (session, transport) = stub(.json("[1,2]"))
    let single = session.request("http://host.test/").single(of: [Int].self)
    #expect(transport.sent.isEmpty)
    let log = Awaited<Result<[Int], NetworkError>>()
    let subscriptions = [log.record(single), log.record(single)]
    #expect(log.wait(2))
    #expect(log.values.map(\.value) == [[1, 2], [1, 2]])
    #expect(transport.sent.count == 2)
    subscriptions.forEach { $0.dispose() }
  }

  @Test(
    "a bad address is the failure of handlers and singles, and nothing is sent",
    arguments: ["", "no address", "ftp://host.test/", "http://", "http://ho st.test/"])
  func badAddress(_ address: String) {
    let (session, transport) = stub(.json("1"))
    let request = session.request(address)
    let log = Awaited<Result<Data, NetworkError>>()
    request.responseData(queue: .global()) { log.take($0.result) }
    let subscription = log.record(request.singleData())
    #expect(log.wait(2))
    for result in log.values {
      guard case .failure(.invalidRequest(.url)) = result else { return #expect(Bool(false), "\(result)") }
    }
    #expect(transport.sent.isEmpty)
    #expect(request.request == nil)
    subscription.dispose()
  }

  @Test("a parameter that cannot be written is the failure, with its place")
  func badParameter() {
    let (session, transport) = stub(.json("1"))
    let request = session.request(
      "http://host.test/", method: .post, parameters: ["trip": ["length": Double.nan]], encoding: JSONEncoding.default)
    let log = Awaited<Result<Data, NetworkError>>()
    request.responseData(queue: .global()) { log.take($0.result) }
    #expect(log.wait())
    guard case .invalidRequest(.unencodable(let path, _))? = log.values.first?.error else {
      return #expect(Bool(false), "\(log.values)")
    }
    #expect(path == "trip.length")
    #expect(transport.sent.isEmpty)
  }

  @Test("handlers run on the main queue unless told otherwise")
  func queues() {
    let (session, _) = stub(.json("1"))
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "own")
    queue.setSpecific(key: key, value: true)
    let log = Awaited<String>()
    let request = session.request("http://host.test/")
    request.responseData { _ in
      MainActor.assumeIsolated { log.take("main") }
    }
    request.responseData(queue: queue) { _ in log.take(DispatchQueue.getSpecific(key: key) == true ? "own" : "other") }
    #expect(log.wait(2))
    #expect(Set(log.values) == ["main", "own"])
  }

  @Test("cancel ends every handler with cancelled, once, also later ones")
  func cancel() {
    let (session, transport) = stub(.fault(.silence))
    let log = Awaited<Result<Data, NetworkError>>()
    let queue = DispatchQueue(label: "handlers")
    let request = session.request("http://host.test/")
    request.responseData(queue: queue) { log.take($0.result) }.responseData(queue: queue) { log.take($0.result) }
    #expect(!request.isCancelled)
    request.cancel().cancel()
    request.responseData(queue: queue) { log.take($0.result) }
    #expect(log.wait(3))
    queue.sync {}
    #expect(log.values.map(\.error) == [.cancelled, .cancelled, .cancelled])
    #expect(request.isCancelled)
    #expect(transport.cancelledCount == 1)
  }

  @Test("a request that is cancelled before it starts sends nothing")
  func cancelFirst() {
    let (session, transport) = stub(.json("1"))
    let log = Awaited<Result<Data, NetworkError>>()
    session.request("http://host.test/").cancel().responseData(queue: .global()) { log.take($0.result) }
    #expect(log.wait())
    #expect(log.values.map(\.error) == [.cancelled])
    #expect(transport.sent.isEmpty)
  }

  @Test("resume starts the exchange that handlers then share")
  func resume() {
    let (session, transport) = stub(.json("1"))
    let log = Awaited<Data?>()
    session.request("http://host.test/").resume().resume().responseData(queue: .global()) { log.take($0.value) }
    #expect(log.wait())
    #expect(transport.sent.count == 1)
  }

  @Test(
    "validation comes before decoding and keeps the body",
    arguments: [(200, true), (204, true), (299, true), (300, false), (399, false), (404, false), (500, false)])
  func validates(_ status: Int, _ passes: Bool) {
    let (session, _) = stub(.json("not json", statusCode: status))
    let log = Awaited<Result<Data, NetworkError>>()
    session.request("http://host.test/").validate().responseData(queue: .global()) { log.take($0.result) }
    #expect(log.wait())
    #expect((log.values.first?.error == nil) == passes)
    if !passes {
      #expect(log.values.first?.error?.statusCode == status)
      #expect(log.values.first?.error?.body == Data("not json".utf8))
    }
  }

  @Test("validate() compares the media type with Accept")
  func accept() {
    let (session, _) = stub(.body(Data("<html>".utf8), contentType: "text/html"))
    let log = Awaited<Result<Data, NetworkError>>()
    let headers: HTTPHeaders = ["Accept": "application/json"]
    session.request("http://host.test/", headers: headers).validate().responseData(queue: .global()) {
      log.take($0.result)
    }
    #expect(log.wait())
    guard case .undecodable(let failure)? = log.values.first?.error else {
      return #expect(Bool(false), "\(log.values)")
    }
    #expect(failure.body == Data("<html>".utf8))
  }

  @Test("an answer without a body is a value of T? and Empty, of Void, and an error that says so of another type")
  func empty() {
    let (session, _) = stub(.status(204))
    let request = session.request("http://host.test/")
    let nothing = Awaited<Result<[Int]?, NetworkError>>()
    let empty = Awaited<Result<Empty, NetworkError>>()
    let void = Awaited<Result<Void, NetworkError>>()
    let list = Awaited<Result<[Int], NetworkError>>()
    let subscriptions = [
      nothing.record(request.single(of: [Int]?.self)), empty.record(request.single(of: Empty.self)),
      void.record(request.single()), list.record(request.single(of: [Int].self)),
    ]
    #expect(nothing.wait() && empty.wait() && void.wait() && list.wait())
    #expect(nothing.values.first?.value == .some(nil))
    #expect(empty.values.first?.value == .value)
    #expect(void.values.first?.error == nil)
    guard case .undecodable(let failure)? = list.values.first?.error else {
      return #expect(Bool(false), "\(list.values)")
    }
    #expect(failure.reason.contains("empty"))
    subscriptions.forEach { $0.dispose() }
  }

  @Test("download progress never falls, ends at 1, and is indeterminate without a length", arguments: [true, false])
  func progress(_ hasLength: Bool) {
    var answer = StubTransport.Answer.body(Data(repeating: 7, count: 1000)).chunked(size: 300)
    if hasLength { answer.headers["Content-Length"] = "1000" }
    let (session, _) = stub(answer)
    let queue = DispatchQueue(label: "progress")
    let progress = Awaited<TransferProgress>()
    let end = Awaited<Data?>()
    session.request("http://host.test/")
      .downloadProgress(queue: queue) { progress.take($0) }
      .responseData(queue: queue) { end.take($0.value) }
    #expect(end.wait())
    #expect(progress.values.map(\.completedUnitCount).prefix(4) == [300, 600, 900, 1000])
    #expect(progress.values.last?.fractionCompleted == 1)
    let fractions = progress.values.map(\.fractionCompleted)
    #expect(hasLength ? fractions == [0.3, 0.6, 0.9, 1] : fractions == [nil, nil, nil, nil, 1])
  }

  @Test("upload progress ends at 1")
  func upload() {
    let (session, _) = stub(.json("1"))
    let queue = DispatchQueue(label: "progress")
    let progress = Awaited<TransferProgress>()
    let end = Awaited<Data?>()
    session.request("http://host.test/", method: .post, parameters: ["a": 1])
      .uploadProgress(queue: queue) { progress.take($0) }
      .responseData(queue: queue) { end.take($0.value) }
    #expect(end.wait())
    #expect(progress.values.map(\.fractionCompleted) == [1])
  }

  @Test("the body of a redirect is no progress")
  func redirectProgress() {
    let transport = StubTransport { request in
      guard request.url?.path == "/a" else { return .json("12345") }
      var answer = StubTransport.Answer.json("moved")
      answer.statusCode = 302
      answer.headers["Location"] = "/b"
      return answer
    }
    let queue = DispatchQueue(label: "progress")
    let progress = Awaited<TransferProgress>()
    let end = Awaited<Data?>()
    Session(transport: transport).request("http://host.test/a")
      .downloadProgress(queue: queue) { progress.take($0) }
      .responseData(queue: queue) { end.take($0.value) }
    #expect(end.wait())
    #expect(progress.values.map(\.completedUnitCount) == [5, 5])
    #expect(progress.values.map(\.fractionCompleted) == [nil, 1])
  }

  @Test("parameters of a type of their own are written by their encoder")
  func encodable() throws {
    struct Search: Encodable {
      var text: String
      var limit: Int
    }
    let (session, transport) = stub(.json("1"))
    let log = Awaited<Data?>()
    let search = Search(text: "a b", limit: 5)
    session.request("http://host.test/", parameters: search).responseData(queue: .global()) { log.take($0.value) }
    session.request("http://host.test/", method: .post, parameters: search, encoder: JSONParameterEncoder.default)
      .responseData(queue: .global()) { log.take($0.value) }
    #expect(log.wait(2))
    let sent = transport.sent
    #expect(sent.contains { $0.url?.absoluteString == "http://host.test/?limit=5&text=a%20b" })
    #expect(sent.contains { $0.httpBody == Data(#"{"limit":5,"text":"a b"}"#.utf8) })
  }
}
