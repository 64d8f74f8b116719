public import Foundation

extension NetworkError {
  /// What is wrong with a request.
  public enum RequestFault: Hashable, Sendable {
    /// The text is no absolute http or https address.
    case url(String, reason: String)
    /// The method is empty or holds a character that no method may hold.
    case method(String)
    /// The header field would break the lines of the request.
    case header(name: String, reason: String)
    /// This method may not carry a body.
    case bodyNotAllowed(HTTPMethod)
    /// A value has no form in the encoding asked for; the key path reads like `trip.legs[1].date`.
    case unencodable(keyPath: String, reason: String)
    /// The caller's own code refused to build the request.
    case other(String)
  }

  /// What broke on the way.
  public enum TransportKind: Hashable, Sendable {
    /// There is no network.
    case offline
    /// The host's name has no address.
    case dns
    /// The host does not listen at this port.
    case refused
    /// The connection ended before the answer was whole.
    case connectionLost
    /// No secure connection could be made.
    case tls(TLSFault)
    /// What came is not HTTP, or its body is damaged.
    case badServerResponse
    /// The redirects form a loop or are too many.
    case tooManyRedirects
    /// The file of a download could not be written.
    case storage(StorageFault)
    /// Anything else; the code is the transport's own (a CURLcode or a URLError code).
    case other(code: Int)
  }

  /// Why a server was not trusted.
  public enum TLSFault: Hashable, Sendable {
    /// No known authority signed the certificate.
    case unknownAuthority
    /// The certificate has expired or is not valid yet.
    case expired
    /// The certificate is for another host.
    case hostMismatch
    /// The server's public key is not the pinned one.
    case pinnedKeyMismatch
    /// The server refused the client's certificate or asks for one.
    case clientCertificate
    /// The two sides found no common protocol.
    case handshake
  }

  /// Why a file could not be written.
  public enum StorageFault: Hashable, Sendable {
    /// The disk, or this user's part of it, is full.
    case full
    /// Nothing may be written there.
    case denied
    /// There is a file already, which shall stay.
    case occupied
    /// Anything else; the code is an errno.
    case other(code: Int)
  }

  /// How far a transfer had come.
  public enum TransportPhase: Hashable, Sendable {
    /// Looking the host's name up.
    case resolving
    /// Making the connection.
    case connecting
    /// Making it secure.
    case securing
    /// Writing the request.
    case sending
    /// Waiting for the first byte of the answer.
    case waiting
    /// Reading the answer.
    case receiving
  }

  /// The two limits of time that a call has.
  public enum Deadline: Hashable, Sendable {
    /// Nothing moved for too long.
    case idle
    /// The whole call took too long.
    case total
  }

  /// An answer whose status the caller does not accept.
  public struct StatusFailure: Hashable, Sendable {
    /// The status code.
    public var code: Int
    /// The header fields of the answer.
    public var headers: HTTPHeaders
    /// The body of the answer.
    public var body: Data
    /// The address that answered.
    public var url: URL?
    /// The method that was answered.
    public var method: HTTPMethod
    /// How many times the request was sent.
    public var attempts: Int

    /// Takes its parts as they are.
    public init(
      code: Int, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil, method: HTTPMethod = .get,
      attempts: Int = 1
    ) {
      self.code = code
      self.headers = headers
      self.body = body
      self.url = url
      self.method = method
      self.attempts = attempts
    }

    /// Takes its parts from the answer.
    public init(_ response: HTTPResponse) {
      self.init(
        code: response.statusCode, headers: response.headers, body: response.body, url: response.url,
        method: response.method, attempts: response.attempts)
    }
  }

  /// An answer that is not what the caller asked for.
  public struct DecodingFailure: Hashable, Sendable {
    /// The place in the document, such as `[3].airport.code`; empty for the document itself.
    public var codingPath: String
    /// What is wrong there.
    public var reason: String
    /// The name of the type, or of the media type, that was asked for.
    public var type: String
    /// The status code of the answer, nil when the data came from elsewhere.
    public var status: Int?
    /// The body of the answer.
    public var body: Data
    /// The address that answered.
    public var url: URL?
    /// The method that was answered.
    public var method: HTTPMethod?

    /// Takes its parts as they are.
    public init(
      codingPath: String = "", reason: String, type: String, status: Int? = nil, body: Data = Data(), url: URL? = nil,
      method: HTTPMethod? = nil
    ) {
      self.codingPath = codingPath
      self.reason = reason
      self.type = type
      self.status = status
      self.body = body
      self.url = url
      self.method = method
    }

    /// Takes all that is known about the answer from it.
    public init(codingPath: String = "", reason: String, type: String, response: HTTPResponse) {
      self.init(
        codingPath: codingPath, reason: reason, type: type, status: response.statusCode, body: response.body,
        url: response.url, method: response.method)
    }
  }

  /// Why there is no credential that the server takes.
  public enum AuthenticationFailure: Hashable, Sendable {
    /// Nobody has logged in.
    case missing
    /// The server took back the right to a new token: log in again.
    case refreshRejected
    /// A new token could not be fetched; the cause says why, nil when it was no error of this library.
    case refreshFailed(NetworkError?)
    /// The server refuses one new token after another.
    case tooManyRefreshes
  }
}
