/// Who may log in, and the tokens that were given out.
struct TokenStore {
  /// A pair of tokens: one to show with requests, one to get the next pair with.
  struct Pair: Equatable {
    var access: String
    var refresh: String
  }

  private let accounts: [String: String]
  private var issued = 0
  private var access: [String: String] = [:]
  private var refresh: [String: String] = [:]

  init(accounts: [String: String]) {
    self.accounts = accounts
  }

  func knows(_ email: String, password: String) -> Bool {
    accounts[email] == password
  }

  /// The email that an access token belongs to, if the token is valid.
  func owner(ofAccess token: String) -> String? {
    access[token]
  }

  /// A new pair; older ones stay valid.
  mutating func issue(to email: String) -> Pair {
    issued += 1
    let pair = Pair(access: "access-\(issued)", refresh: "refresh-\(issued)")
    access[pair.access] = email
    refresh[pair.refresh] = email
    return pair
  }

  /// A new pair for a refresh token, which is used up; the owner's access tokens are no longer valid.
  mutating func renew(_ token: String) -> Pair? {
    guard let email = refresh.removeValue(forKey: token) else { return nil }
    access = access.filter { $0.value != email }
    return issue(to: email)
  }

  /// Makes all access tokens invalid, as time does.
  mutating func expire() {
    access = [:]
  }
}
