#if os(Linux)
  public import Foundation

  /// How a `CurlTransport` connects. What it says holds for all requests of the transport.
  public struct CurlConfiguration: Sendable, Hashable {
    /// How many connections to one origin are open at once, at least 1; more requests wait their turn.
    public var maximumConnectionsPerHost = 6
    /// How many connections are kept open for later requests, over all hosts, at least 1.
    public var maximumIdleConnections = 64
    /// The most bytes of a body after decoding; an answer with more fails with `other(code: 63)`. Nil sets no limit.
    public var maximumBodySize: Int64?
    /// Whether cookies are kept, in memory and for this transport alone, and sent.
    public var storesCookies = false
    /// A proxy such as `http://proxy.example:3128`. Nil: as the environment says (http_proxy, https_proxy, no_proxy).
    /// Empty: none.
    public var proxy: String?
    /// A file of certificates (PEM) that are trusted besides those of the system.
    public var extraAuthorities: URL?
    /// What the client shows to servers that ask who it is.
    public var clientCertificate: ClientCertificate?
    /// The SHA-256 hashes of the public keys that servers may have (RFC 7469 section 2.4), in Base64; empty: any. It
    /// holds in addition to the usual checks.
    public var pinnedPublicKeys: [String] = []

    /// The defaults.
    public init() {}

    /// A certificate and its private key, in files (PEM).
    public struct ClientCertificate: Sendable, Hashable {
      /// The certificate, followed by those of the authorities between.
      public var certificate: URL
      /// The private key; it may be in the same file.
      public var privateKey: URL
      /// What the private key is encrypted with; nil where it is not.
      public var password: String?

      /// Takes its parts as they are.
      public init(certificate: URL, privateKey: URL, password: String? = nil) {
        self.certificate = certificate
        self.privateKey = privateKey
        self.password = password
      }
    }
  }

  extension CurlConfiguration: CustomStringConvertible, CustomReflectable {
    /// The proxy without its password, and the client's certificate.
    public var description: String {
      let name = clientCertificate.map { ", client \($0)" } ?? ""
      return "proxy \(proxy.map(Redaction.url) ?? "as the environment says")\(name)"
    }

    /// What `dump` prints: the description.
    public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
  }

  extension CurlConfiguration.ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// The files; never the password.
    public var description: String { "\(certificate.path), \(privateKey.path)" }

    /// What `dump` prints: the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
