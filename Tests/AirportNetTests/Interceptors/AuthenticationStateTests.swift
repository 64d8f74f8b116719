import Testing

@testable import AirportNet

@Suite("AuthenticationState")
struct AuthenticationStateTests {
  typealias State = AuthenticationState<String, String>
  typealias Pass = CredentialPass<String>

  private func text(_ action: State.Action) -> String {
    switch action {
    case .go(let pass): "go \(pass.credential)"
    case .fail(let reason): "fail \(reason)"
    case .wait: "wait"
    case .refresh(let credential, _, _): "refresh \(credential)"
    }
  }

  private func text(_ release: State.Release?) -> String {
    release.map { "\($0.waiters.joined(separator: ",")): \(text($0.action))" } ?? "nothing"
  }

  private func old(_ state: State) throws -> Pass { try #require(state.pass) }

  private func number(_ action: State.Action) throws -> Int {
    guard case .refresh(_, let number, _) = action else { throw NetworkError.cancelled }
    return number
  }

  @Test("without a credential there is none to send")
  func missing() {
    var state = State(credential: nil, window: nil)
    #expect(state.pass == nil)
    #expect(text(state.ask("a", stale: nil, at: .zero)) == "fail missing")
  }

  @Test("the first to be refused starts the refresh, the others join, all go on with what it brings")
  func singleFlight() throws {
    var state = State(credential: "1", window: nil)
    let pass = try old(state)
    let first = state.refused(pass, "a", at: .zero)
    #expect(text(first) == "refresh 1")
    #expect(text(state.refused(pass, "b", at: .zero)) == "wait")
    #expect(text(state.ask("c", stale: nil, at: .zero)) == "wait")
    #expect(state.pass == nil)
    let release = state.end(refresh: try number(first), credential: "2", failure: nil)
    #expect(text(release) == "a,b,c: go 2")
    #expect(release?.replaced == "1")
    #expect(state.credential == "2")
    #expect(text(state.end(refresh: try number(first), credential: "3", failure: nil)) == "nothing")
    #expect(state.credential == "2")
  }

  @Test("one that was refused with an older credential goes again and starts nothing")
  func late() throws {
    var state = State(credential: "1", window: nil)
    let pass = try old(state)
    let first = state.refused(pass, "a", at: .zero)
    _ = state.end(refresh: try number(first), credential: "2", failure: nil)
    #expect(text(state.refused(pass, "b", at: .zero)) == "go 2")
    #expect(text(state.refused(try old(state), "c", at: .zero)) == "refresh 2")
  }

  @Test("one that was refused with what a failed refresh could not renew fails alike; a later one tries anew")
  func lateFailure() throws {
    var state = State(credential: "1", window: nil)
    let pass = try old(state)
    let first = state.refused(pass, "a", at: .zero)
    #expect(
      text(state.end(refresh: try number(first), credential: nil, failure: .refreshFailed(nil)))
        == "a: fail refreshFailed(nil)")
    #expect(text(state.refused(pass, "b", at: .zero)) == "fail refreshFailed(nil)")
    #expect(text(state.refused(try old(state), "c", at: .zero)) == "refresh 1")
  }

  @Test("a refresh that is turned down ends the login until the next one")
  func rejected() throws {
    var state = State(credential: "1", window: nil)
    let pass = try old(state)
    let first = state.refused(pass, "a", at: .zero)
    _ = state.end(refresh: try number(first), credential: nil, failure: .refreshRejected)
    #expect(state.credential == nil)
    #expect(text(state.ask("b", stale: nil, at: .zero)) == "fail refreshRejected")
    #expect(text(state.refused(pass, "c", at: .zero)) == "fail refreshRejected")
    #expect(text(state.logIn("2")) == ": go 2")
    #expect(text(state.refused(pass, "d", at: .zero)) == "go 2")
    #expect(text(state.logIn(nil)) == ": fail missing")
    #expect(text(state.ask("e", stale: nil, at: .zero)) == "fail missing")
  }

  @Test("a stale credential is renewed before anything is sent, unless it has been meanwhile")
  func stale() throws {
    var state = State(credential: "1", window: nil)
    let pass = try old(state)
    let first = state.ask("a", stale: pass, at: .zero)
    #expect(text(first) == "refresh 1")
    _ = state.end(refresh: try number(first), credential: "2", failure: nil)
    #expect(text(state.ask("b", stale: pass, at: .zero)) == "go 2")
    #expect(text(state.ask("c", stale: try old(state), at: .zero)) == "refresh 2")
  }

  @Test("who leaves is not told; the last one cancels, and that refresh counts for nothing")
  func leaving() throws {
    var state = State(credential: "1", window: RefreshWindow(interval: .seconds(1), maximumAttempts: 1))
    let pass = try old(state)
    guard case .refresh(_, let refresh, let first) = state.refused(pass, "a", at: .zero),
      case .wait(let second) = state.refused(pass, "b", at: .zero)
    else { return #expect(Bool(false)) }
    #expect(state.leave(first) == ("a", false))
    #expect(state.leave(first) == (nil, false))
    #expect(state.leave(second) == ("b", true))
    #expect(text(state.end(refresh: refresh, credential: "2", failure: nil)) == "nothing")
    #expect(text(state.refused(pass, "c", at: .zero)) == "refresh 1")
  }

  @Test("a login lets all go on with it, and what the refresh brings is too late")
  func login() throws {
    var state = State(credential: "1", window: nil)
    let first = state.refused(try old(state), "a", at: .zero)
    #expect(text(state.logIn("9")) == "a: go 9")
    #expect(text(state.end(refresh: try number(first), credential: "2", failure: nil)) == "nothing")
    #expect(state.credential == "9")
  }

  @Test("no more refreshes than the window allows")
  func window() throws {
    var state = State(credential: "0", window: RefreshWindow(interval: .seconds(30), maximumAttempts: 2))
    for second in [0, 20] {
      let action = state.refused(try old(state), "a", at: .seconds(second))
      _ = state.end(refresh: try number(action), credential: "\(second)", failure: nil)
    }
    #expect(text(state.refused(try old(state), "b", at: .seconds(29))) == "fail tooManyRefreshes")
    let third = state.refused(try old(state), "c", at: .seconds(30))
    #expect(text(third) == "refresh 20")
    _ = state.end(refresh: try number(third), credential: "30", failure: nil)
    #expect(text(state.refused(try old(state), "d", at: .seconds(31))) == "fail tooManyRefreshes")
    _ = state.logIn("31")
    #expect(text(state.refused(try old(state), "e", at: .seconds(31))) == "refresh 31")
  }
}
