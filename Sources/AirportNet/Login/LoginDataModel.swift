/// What the server says to somebody who logs in.
///
/// Descriptions, `dump` included, do not show the tokens.
public struct LoginDataModel: Codable, Hashable, Sendable {
  /// The tokens that the server hands out.
  public struct TokenData: Codable, Hashable, Sendable {
    /// What later requests are sent with.
    public var token: String
    /// What a new token is asked for with, where the server has such.
    public var refreshToken: String?

    /// Takes its parts as they are.
    public init(token: String, refreshToken: String? = nil) {
      self.token = token
      self.refreshToken = refreshToken
    }
  }

  /// The status that the document itself names.
  public var status: Int
  /// Whether the server let the person in.
  public var success: Bool
  /// What the server says, for the person.
  public var message: String
  /// The tokens; nil where the person was not let in.
  public var data: TokenData?

  /// Takes its parts as they are.
  public init(status: Int, success: Bool, message: String, data: TokenData? = nil) {
    self.status = status
    self.success = success
    self.message = message
    self.data = data
  }

  /// The token, nil where the person was not let in.
  public var token: String? { data?.token }
}

extension LoginDataModel: CustomStringConvertible, CustomReflectable {
  /// All but the tokens.
  public var description: String {
    "status \(status), \(success ? "success" : "refused"), \(data == nil ? "no token" : "with a token"): \(message)"
  }

  /// What `dump` prints: all but the tokens.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

extension LoginDataModel.TokenData: CustomStringConvertible, CustomReflectable {
  /// Nothing of the tokens.
  public var description: String { Redaction.mark }

  /// What `dump` prints: nothing of the tokens.
  public var customMirror: Mirror { Mirror(self, children: ["token": Redaction.mark]) }
}
