import AirportApp
import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@MainActor
@Suite("Posts are read")
struct PostsReadingTests {
  @Test("Nothing is sent before something is asked for")
  func idle() {
    let run = PostsRun()
    run.at(10_000)
    #expect(run.screen["posts"] == ["0 none"])
    #expect(run.screen["busy"] == ["0 false"])
    #expect(run.sent.isEmpty)
  }

  @Test("The list comes, and says so")
  func list() {
    let run = PostsRun()
    run.at(100, .list)
    run.at(1_000)
    #expect(run.screen["posts"] == ["0 none", "200 1:one 2:two"])
    #expect(run.screen["busy"] == ["0 false", "100 true", "200 false"])
    #expect(run.screen["outcome"] == ["200 list ok"])
    #expect(run.sent == ["GET /posts"])
  }

  @Test("Of two lists the newer counts, and the older is cancelled")
  func twoLists() {
    let run = PostsRun()
    run.at(0, .list)
    run.at(50, .list)
    run.at(1_000)
    #expect(run.screen["outcome"] == ["150 list ok"])
    #expect(run.transport.cancelledCount == 1)
  }

  @Test("Comments are those of the post that was asked for last, whichever answer is quicker")
  func comments() {
    let run = PostsRun { $0 == "GET /posts/1/comments" ? .comment(1).delayed(by: .seconds(1)) : .comment(2) }
    run.at(0, .comments(post: 1))
    run.at(10, .comments(post: 2))
    run.at(5_000)
    #expect(run.screen["comments"] == ["0 none", "10 2"])
    #expect(run.screen["outcome"] == ["10 comments 2 ok"])
    #expect(run.transport.cancelledCount == 1)
  }

  @Test("Comments of another post hide those that are there; those of the same do not")
  func otherComments() {
    let run = PostsRun { .comment(Int(String($0.dropFirst(11).first!))!).delayed(by: .milliseconds(100)) }
    run.at(0, .comments(post: 1))
    run.at(200, .comments(post: 1))
    run.at(400, .comments(post: 2))
    run.at(1_000)
    #expect(run.screen["comments"] == ["0 none", "100 1", "400 none", "500 2"])
  }

  @Test("A failure shows, keeps what is there, and the next action works")
  func failure() {
    let failures = Counter()
    let run = PostsRun { call in
      failures.add() == 2 ? .status(500) : PostsRun.answer(call)
    }
    for time in [0, 1_000, 2_000] { run.at(time, .list) }
    run.at(3_000)
    #expect(run.screen["error"] == ["0 none", "1000 500", "2000 none"])
    #expect(run.screen["posts"] == ["0 none", "100 1:one 2:two"])
    #expect(run.screen["outcome"] == ["100 list ok", "1000 list failed", "2100 list ok"])
  }
}

@MainActor
@Suite("Posts are changed")
struct PostsChangingTests {
  @Test("Create, update, patch and delete are sent as they should be, and the list follows")
  func changes() {
    let run = PostsRun()
    run.at(0, .list)
    run.at(1_000, .create(PostFields(userId: 7, title: "three", body: "b")))
    run.at(2_000, .update(1, PostFields(title: "uno", body: "c")))
    run.at(3_000, .patch(2, PostFields(title: "dos")))
    run.at(4_000, .delete(1))
    run.at(5_000)
    #expect(
      run.screen["posts"] == [
        "0 none", "100 1:one 2:two", "1100 1:one 2:two 3:three", "2100 1:uno 2:two 3:three", "3100 1:uno 2:dos 3:three",
        "4100 2:dos 3:three",
      ])
    #expect(run.sent == ["GET /posts", "POST /posts", "PUT /posts/1", "PATCH /posts/2", "DELETE /posts/1"])
    #expect(
      run.transport.sent.map { String(decoding: $0.httpBody ?? Data(), as: UTF8.self) } == [
        "", #"{"body":"b","title":"three","userId":7}"#, #"{"body":"c","title":"uno"}"#, #"{"title":"dos"}"#, "",
      ])
  }

  @Test("Changes are sent one after another, in the order of the taps")
  func order() {
    let run = PostsRun()
    run.at(0, .patch(1, PostFields(title: "a")))
    run.at(0, .patch(1, PostFields(title: "b")))
    run.at(0, .delete(2))
    run.at(50)
    #expect(run.sent == ["PATCH /posts/1"])
    run.at(1_000)
    #expect(run.sent == ["PATCH /posts/1", "PATCH /posts/1", "DELETE /posts/2"])
    #expect(run.screen["outcome"] == ["100 patch 1 ok", "200 patch 1 ok", "300 delete 2 ok"])
    #expect(run.screen["busy"] == ["0 false", "0 true", "300 false"])
  }

  @Test("A double tap creates one post, and a later tap another")
  func doubleTap() {
    let run = PostsRun()
    let fields = PostFields(title: "three", body: "b")
    for time in [0, 50, 500] { run.at(time, .create(fields)) }
    run.at(1_000)
    #expect(run.sent == ["POST /posts", "POST /posts"])
  }

  @Test("A list that was on its way during a change is asked for again, and never hides the change")
  func staleList() {
    let run = PostsRun { call in
      call == "GET /posts" ? PostsRun.answer(call).delayed(by: .milliseconds(400)) : PostsRun.answer(call)
    }
    run.at(0, .list)
    run.at(1_000, .list)
    run.at(1_100, .delete(1))
    run.at(1_900)
    #expect(run.screen["posts"] == ["0 none", "500 1:one 2:two", "1200 2:two", "1700 1:one 2:two"])
    #expect(run.sent == ["GET /posts", "GET /posts", "DELETE /posts/1", "GET /posts"])
    #expect(run.screen["outcome"] == ["500 list ok", "1200 delete 1 ok", "1700 list ok"])
  }

  @Test("A refused change shows, and those behind it are still sent")
  func refused() {
    let run = PostsRun { call in
      call == "PUT /posts/9" ? .status(404).delayed(by: .milliseconds(100)) : PostsRun.answer(call)
    }
    run.at(0, .list)
    run.at(200, .update(9, PostFields(title: "x", body: "y")))
    run.at(200, .delete(2))
    run.at(1_000)
    #expect(run.screen["outcome"] == ["100 list ok", "300 update 9 failed", "400 delete 2 ok"])
    #expect(run.screen["error"] == ["0 none", "300 404"])
    #expect(run.screen["posts"].last == "400 1:one")
  }

  @Test("With a post go the comments that are shown of it")
  func deletedComments() {
    let run = PostsRun { $0.hasSuffix("comments") ? .comment(1) : PostsRun.answer($0) }
    run.at(0, .comments(post: 1))
    run.at(100, .delete(2))
    run.at(300, .delete(1))
    run.at(1_000)
    #expect(run.screen["comments"] == ["0 none", "0 1", "400 none"])
  }
}

@MainActor
@Suite("A posts screen goes")
struct PostsReleaseTests {
  @Test(
    "A model that goes cancels its requests, whatever it was doing, and sends nothing afterwards",
    arguments: [
      ([.list], 1), ([.comments(post: 1)], 1), ([.delete(1), .delete(2)], 1),
      ([.list, .comments(post: 1), .create(PostFields(title: "t", body: "b"))], 3), ([], 0),
    ] as [([PostsAction], Int)])
  func released(actions: [PostsAction], inFlight: Int) {
    let run = PostsRun()
    for action in actions { run.at(0, action) }
    run.at(50)
    weak let model = run.model
    run.model = nil
    #expect(model == nil)
    #expect(run.transport.cancelledCount == inFlight)
    run.at(10_000)
    #expect(run.sent.count == inFlight)
    #expect(run.screen["outcome"].isEmpty)
    #expect(run.screen.scheduler.isIdle)
  }

  @Test("A model that goes after its answers has cancelled nothing")
  func later() {
    let run = PostsRun()
    run.at(0, .list)
    run.at(1_000)
    weak let model = run.model
    run.model = nil
    #expect(model == nil)
    #expect(run.transport.cancelledCount == 0)
  }
}

/// A posts screen in virtual time; unless told otherwise its server answers after 100 ms.
@MainActor
private final class PostsRun {
  let screen = Screen()
  let transport: StubTransport
  var model: PostsViewModel?

  init(_ answer: @escaping @Sendable (String) -> StubTransport.Answer = PostsRun.answer) {
    let (session, transport) = screen.session(answer)
    self.transport = transport
    let model = PostsViewModel(service: PostsService(session: session, baseUrlString: "http://host.test"))
    self.model = model
    screen.watch("posts", model.posts) { $0?.map { "\($0.id):\($0.title)" }.joined(separator: " ") ?? "none" }
    screen.watch("comments", model.comments) { $0?.map { "\($0.postId)" }.joined(separator: " ") ?? "none" }
    screen.watch("busy", model.isBusy) { "\($0)" }
    screen.watch("error", model.error) { $0.map { $0.statusCode.map(String.init) ?? "\($0)" } ?? "none" }
    screen.watch("outcome", model.outcome) {
      "\(Self.name($0.action)) \((try? $0.result.get()) == nil ? "failed" : "ok")"
    }
  }

  var sent: [String] { transport.sent.map { "\($0.httpMethod ?? "") \($0.url?.path ?? "")" } }

  func at(_ milliseconds: Int, _ action: PostsAction? = nil) {
    screen.at(milliseconds)
    if let action { model?.actions.accept(action) }
  }

  nonisolated static func answer(_ call: String) -> StubTransport.Answer {
    let answer: StubTransport.Answer =
      switch call {
      case "GET /posts": .json("[\(post(1, "one")),\(post(2, "two"))]")
      case "POST /posts": .json(post(3, "three"), statusCode: 201)
      case "PUT /posts/1": .json(post(1, "uno"))
      case "PATCH /posts/1": .json(post(1, "a"))
      case "PATCH /posts/2": .json(post(2, "dos"))
      case let other where other.hasPrefix("DELETE"): .status(204)
      case let other where other.hasSuffix("comments"): .comment(1)
      default: .status(404)
      }
    return answer.delayed(by: .milliseconds(100))
  }

  private nonisolated static func post(_ id: Int, _ title: String) -> String {
    #"{"id":\#(id),"userId":1,"title":"\#(title)","body":"b"}"#
  }

  private static func name(_ action: PostsAction) -> String {
    switch action {
    case .list: "list"
    case .comments(let post): "comments \(post)"
    case .create: "create"
    case .update(let id, _): "update \(id)"
    case .patch(let id, _): "patch \(id)"
    case .delete(let id): "delete \(id)"
    }
  }
}

extension StubTransport.Answer {
  fileprivate static func comment(_ post: Int) -> StubTransport.Answer {
    .json(#"[{"id":1,"postId":\#(post),"name":"n","email":"e@example.com","body":"b"}]"#)
  }
}
