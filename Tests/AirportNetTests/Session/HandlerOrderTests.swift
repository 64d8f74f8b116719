import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Handlers")
struct HandlerOrderTests {
  private func request(_ answer: StubTransport.Answer, on scheduler: any SchedulerType) -> DataRequest {
    Session(transport: StubTransport(scheduler: scheduler) { _ in answer }).request("http://host.test/")
  }

  @Test("handlers added before, while and after the answer comes are called once each, in the order of adding")
  func order() {
    withWatchdog(seconds: 120, "handlers of one request") {
      for round in 0..<100 {
        let time = VirtualTimeScheduler()
        let request = request(.json("1").delayed(by: .seconds(1)), on: time)
        let log = Awaited<Int>()
        let queue = DispatchQueue(label: "handlers")
        let add: @Sendable (Int) -> Void = { number in request.responseData(queue: queue) { _ in log.take(number) } }
        (0..<10).forEach(add)
        let answer = Thread { time.advance(by: .seconds(1)) }
        answer.start()
        (10..<40).forEach(add)
        #expect(log.wait(40), "round \(round)")
        (40..<50).forEach(add)
        #expect(log.wait(50))
        queue.sync {}
        #expect(log.values == Array(0..<50))
      }
    }
  }

  @Test("handlers added from four threads are called once each, those of one thread in its order")
  func threads() {
    withWatchdog(seconds: 120, "handlers from four threads") {
      for _ in 0..<30 {
        let time = VirtualTimeScheduler()
        let request = request(.json("1").delayed(by: .seconds(1)), on: time)
        let logs = (0..<4).map { _ in Awaited<Int>() }
        let queues = (0..<4).map { DispatchQueue(label: "handlers \($0)") }
        request.resume()
        inParallel(5) { thread in
          guard thread < 4 else { return time.advance(by: .seconds(1)) }
          for number in 0..<25 { request.responseData(queue: queues[thread]) { _ in logs[thread].take(number) } }
        }
        for (log, queue) in zip(logs, queues) {
          #expect(log.wait(25))
          queue.sync {}
          #expect(log.values == Array(0..<25))
        }
      }
    }
  }

  private struct Contest: Sendable {
    let time = VirtualTimeScheduler()
    let log = Awaited<NetworkError?>()
    let request: DataRequest

    init(_ queue: DispatchQueue) {
      let transport = StubTransport(scheduler: time) { _ in .json("1").delayed(by: .seconds(1)) }
      request = Session(transport: transport).request("http://host.test/")
      for _ in 0..<3 { request.responseData(queue: queue) { [log] in log.take($0.error) } }
    }
  }

  @Test("an answer and a cancel that race end every handler once, all in the same way")
  func cancelRace() {
    withWatchdog(seconds: 120, "an answer and a cancel") {
      let queue = DispatchQueue(label: "handlers")
      race(
        rounds: 2_000, { _ in Contest(queue) }, { $0.time.advance(by: .seconds(1)) }, { $0.request.cancel() }
      ) { round, contest in
        #expect(contest.log.wait(3))
        queue.sync {}
        let ends = contest.log.values
        #expect(ends.count == 3 && Set(ends).count == 1, "round \(round): \(ends)")
        #expect(contest.request.isCancelled == (ends.first == .some(.cancelled)))
      }
    }
  }

  /// What is done to a request whose answer comes after a second of virtual time.
  enum Deed: String, Sendable {
    case handle, resume, cancel, pass
  }

  /// Deeds in order, how the handlers end (ok or not), how many requests were sent and how many given up.
  static let cases: [([Deed], ends: [Bool], sent: Int, givenUp: Int)] = [
    ([.handle, .pass], [true], 1, 0), ([.resume, .pass], [], 1, 0), ([.resume, .resume, .handle, .pass], [true], 1, 0),
    ([.handle, .resume, .pass, .resume], [true], 1, 0), ([.handle, .pass, .handle], [true, true], 1, 0),
    ([.resume, .pass, .handle], [true], 1, 0), ([.cancel], [], 0, 0), ([.cancel, .handle], [false], 0, 0),
    ([.cancel, .resume, .handle, .pass], [false], 0, 0), ([.cancel, .cancel, .handle], [false], 0, 0),
    ([.handle, .cancel], [false], 1, 1), ([.handle, .cancel, .cancel, .pass], [false], 1, 1),
    ([.resume, .cancel, .pass, .handle], [false], 1, 1), ([.handle, .handle, .cancel], [false, false], 1, 1),
    ([.handle, .cancel, .resume, .pass, .handle], [false, false], 1, 1),
    ([.handle, .pass, .cancel], [true], 1, 0), ([.handle, .pass, .cancel, .handle], [true, true], 1, 0),
    ([.handle, .pass, .cancel, .cancel, .resume], [true], 1, 0),
  ]

  @Test("cancel and resume mean the same in every state", arguments: cases)
  func states(_ deeds: [Deed], _ ends: [Bool], _ sent: Int, _ givenUp: Int) {
    let time = VirtualTimeScheduler()
    let transport = StubTransport(scheduler: time) { _ in .json("1").delayed(by: .seconds(1)) }
    let request = Session(transport: transport, scheduler: ImmediateScheduler.instance).request("http://host.test/")
    let queue = DispatchQueue(label: "handlers")
    let log = Awaited<Bool>()
    for deed in deeds {
      switch deed {
      case .handle: request.responseData(queue: queue) { log.take($0.error == nil) }
      case .resume: request.resume()
      case .cancel: request.cancel()
      case .pass: time.advance(by: .seconds(1))
      }
    }
    queue.sync {}
    #expect(log.values == ends)
    #expect(transport.sent.count == sent)
    #expect(transport.cancelledCount == givenUp)
    let wasCancelled = deeds.contains(.cancel) && !ends.contains(true)
    #expect(request.isCancelled == wasCancelled)
  }

  @Test("validation comes before decoding in every handler, with those conditions that are known when the answer comes")
  func validation() {
    let time = VirtualTimeScheduler()
    let request = request(.json("not json", statusCode: 500).delayed(by: .seconds(1)), on: time)
    let log = Awaited<Int?>()
    request.responseDecodable(of: Int.self, queue: .global()) { log.take($0.error?.statusCode) }
    request.validate()
    request.responseString(queue: .global()) { log.take($0.error?.statusCode) }
    time.advance(by: .seconds(1))
    #expect(log.wait(2))
    #expect(log.values == [500, 500])
  }

  @Test("a DataResponse shows request, answer, body, value and error, of good, bad and no answers")
  func response() throws {
    let transport = StubTransport([
      "/good": .json("[1]"), "/bad": .json(#"{"why":"x"}"#, statusCode: 400), "/none": .fault(.reset),
    ])
    let session = Session(transport: transport)
    func response(_ path: String) throws -> AFDataResponse<[Int]> {
      let log = Awaited<AFDataResponse<[Int]>>()
      session.request("http://host.test\(path)").validate().responseDecodable(of: [Int].self, queue: .global()) {
        log.take($0)
      }
      #expect(log.wait())
      return try #require(log.values.first)
    }
    let (good, bad, none) = (try response("/good"), try response("/bad"), try response("/none"))
    #expect(good.request?.url?.path() == "/good" && good.response?.statusCode == 200)
    #expect(good.value == [1] && good.error == nil && good.data == Data("[1]".utf8))
    #expect(good.metrics?.total != nil && good.response?.value(forHTTPHeaderField: "content-type") != nil)
    #expect(bad.response?.statusCode == 400 && bad.value == nil && bad.error?.statusCode == 400)
    #expect(bad.data == Data(#"{"why":"x"}"#.utf8) && bad.error?.decodeBody(as: [String: String].self) == ["why": "x"])
    #expect(none.request?.url?.path() == "/none" && none.response == nil && none.data == nil && none.metrics == nil)
    #expect(none.error?.isSessionTaskError == true)
  }
}
