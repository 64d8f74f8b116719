import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("The search of the article") @MainActor
struct GrowingASearchTests {
  private let time = VirtualTimeScheduler()
  private let transport: StubTransport
  private let model: SearchModel

  init() {
    transport = StubTransport(scheduler: time) { request in
      switch request.url?.query {
      case "q=seoul":
        var answer = StubTransport.Answer.json(#"[{"code": "ICN", "name": "Incheon"}]"#).delayed(by: .seconds(1))
        answer.headers.add(name: "Cache-Control", value: "max-age=60")
        return answer
      case "q=busy": return .status(503)
      default: return .status(404)
      }
    }
    let session = searchSession(over: transport, scheduler: time, decodingOn: ImmediateScheduler.instance)
    model = SearchModel(
      service: AirportsService(http: AirportsHttpService(sessionManager: session)), scheduler: time)
  }

  private func type(_ texts: String...) {
    for text in texts {
      model.query.accept(text)
      time.advance(by: .milliseconds(100))
    }
  }

  @Test("Typing asks once, after a pause, and shows what was found")
  func typing() {
    type("s", "se", "seoul")
    #expect(transport.sent.isEmpty)
    time.advance(by: .milliseconds(200))
    #expect(transport.sent.count == 1)
    #expect(model.rows.isEmpty)
    time.advance(by: .seconds(1))
    #expect(model.rows == [Airport(code: "ICN", name: "Incheon")])
  }

  @Test("A newer text cancels the request of an older one")
  func latest() {
    type("seoul")
    time.advance(by: .milliseconds(500))
    type("nowhere")
    time.advance(by: .seconds(2))
    #expect(transport.cancelledCount == 1)
    #expect(model.rows.isEmpty)
  }

  @Test("An error shows, and the next text searches all the same")
  func errors() {
    type("nowhere")
    time.advance(by: .seconds(1))
    #expect(model.message != nil)
    type("seoul")
    time.advance(by: .seconds(2))
    #expect(model.message == nil)
    #expect(model.rows.count == 1)
  }

  @Test("A server that is busy is asked three times")
  func retries() {
    type("busy")
    time.advance(by: .seconds(5))
    #expect(transport.sent.count == 3)
    #expect(model.message != nil)
  }

  @Test("What was found a moment ago comes from the cache")
  func cache() {
    type("seoul")
    time.advance(by: .seconds(2))
    type("")
    time.advance(by: .seconds(1))
    #expect(model.rows.isEmpty)
    type("seoul")
    time.advance(by: .milliseconds(300))
    #expect(model.rows.count == 1)
    #expect(transport.sent.count == 1)
  }
}
