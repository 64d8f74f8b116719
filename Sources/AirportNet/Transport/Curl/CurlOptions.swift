#if os(Linux)
  internal import CCurl
  internal import Foundation
  internal import FoundationNetworking

  /// What libcurl is told of a request.
  struct CurlOptions {
    private let handle: CurlHandle
    private let configuration: CurlConfiguration
    private let cookies: OpaquePointer?

    init(_ handle: CurlHandle, _ configuration: CurlConfiguration, _ cookies: OpaquePointer?) {
      self.handle = handle
      self.configuration = configuration
      self.cookies = cookies
    }

    /// Sets all of them but the callbacks. The header lines must live as long as the transfer.
    /// - Throws: `CurlRefusal` where this libcurl cannot do what the configuration asks for: nothing is sent without it.
    func set(
      _ request: URLRequest, _ address: String, hasBody: Bool
    ) throws(CurlRefusal) -> UnsafeMutablePointer<curl_slist>? {
      let method = request.httpMethod ?? "GET"
      handle.set(CURLOPT_URL, address)
      handle.set(CURLOPT_NOSIGNAL, 1)
      handle.set(CURLOPT_PATH_AS_IS, 1)
      // To share a connection of HTTP/2, which a secure one says as it begins. Of a plain one libcurl would not know before
      // the first answer, and hold all other requests up until then.
      if address.hasPrefix("https:") { handle.set(CURLOPT_PIPEWAIT, 1) }
      handle.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
      handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      handle.set(CURLOPT_BUFFERSIZE, 65_536)
      handle.set(CURLOPT_NOPROGRESS, 1)
      setMethod(method, hasBody: hasBody)
      // Nothing is sent twice but what libcurl sends on another connection, where a kept one has died; not after a 417.
      handle.set(CURLOPT_MAXREDIRS, 0)
      // CURLOPT_QUICK_EXIT, of 7.87: not to wait for the resolver of a transfer that was given up, with all others.
      handle.set(CURLoption(rawValue: 322), 1)
      if Self.mayBeSentOnce(request, method) { handle.set(CURLOPT_FRESH_CONNECT, 1) }
      try setConnection()
      let list = Self.lines(request, method: method, hasBody: hasBody)
      ccurl_set_list(handle.easy, CURLOPT_HTTPHEADER, list)
      return list
    }

    private func setMethod(_ method: String, hasBody: Bool) {
      if method == "HEAD" { handle.set(CURLOPT_NOBODY, 1) }
      if !hasBody && ["POST", "PUT", "PATCH"].contains(method) {
        handle.set(CURLOPT_POST, 1)
        handle.set(CURLOPT_POSTFIELDSIZE, 0)
        // The copying one: of the other libcurl keeps the address.
        handle.set(CURLOPT_COPYPOSTFIELDS, "")
      }
      if method != "GET" && method != "HEAD" || hasBody { handle.set(CURLOPT_CUSTOMREQUEST, method) }
    }

    private func setConnection() throws(CurlRefusal) {
      if let proxy = configuration.proxy { try handle.require(CURLOPT_PROXY, proxy) }
      if let authorities = configuration.extraAuthorities { try handle.require(CURLOPT_CAINFO, authorities.path) }
      if let certificate = configuration.clientCertificate {
        try handle.require(CURLOPT_SSLCERT, certificate.certificate.path)
        try handle.require(CURLOPT_SSLKEY, certificate.privateKey.path)
        if let password = certificate.password { try handle.require(CURLOPT_KEYPASSWD, password) }
      }
      if !configuration.pinnedPublicKeys.isEmpty {
        try handle.require(
          CURLOPT_PINNEDPUBLICKEY, configuration.pinnedPublicKeys.map { "sha256//\($0)" }.joined(separator: ";"))
      }
      if let cookies {
        handle.set(CURLOPT_COOKIEFILE, "")
        ccurl_set_share(handle.easy, UnsafeMutableRawPointer(cookies))
      }
    }

    /// Whether a second sending might do harm (RFC 9110 section 9.2.2).
    private static func mayBeSentOnce(_ request: URLRequest, _ method: String) -> Bool {
      if request.httpBodyStream != nil { return true }
      return switch method {
      case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE": false
      default: request.value(forHTTPHeaderField: "Idempotency-Key") == nil
      }
    }

    // Made once: they go with nearly every request.
    private static let agentLine = "User-Agent: \(ProcessInfo.processInfo.processName) AirportNet \(curlName)"
    private static let encodingLine = "Accept-Encoding: \(CurlBody.accepted)"
    private static let curlName =
      CurlTransport.libraryVersion.split(separator: " ").first.map(String.init) ?? "libcurl"

    /// The header lines. What libcurl would add of itself and nobody asked for is taken out.
    private static func lines(
      _ request: URLRequest, method: String, hasBody: Bool
    ) -> UnsafeMutablePointer<curl_slist>? {
      var list: UnsafeMutablePointer<curl_slist>?
      var hasAgent = false
      var hasEncoding = false
      var hasType = false
      var hasExpectation = false
      for (name, value) in request.allHTTPHeaderFields ?? [:] {
        switch name.lowercased() {
        case "user-agent": hasAgent = true
        case "accept-encoding": hasEncoding = true
        case "content-type": hasType = true
        case "expect": hasExpectation = true
        // Framing is libcurl's own; a length without a body would make the server wait.
        case "content-length", "transfer-encoding": continue
        default: break
        }
        // A name with a semicolon stands for an empty value; with a colon it would take the field out.
        let isBlank = value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        list = curl_slist_append(list, isBlank ? "\(name);" : "\(name): \(value)")
      }
      if !hasAgent { list = curl_slist_append(list, agentLine) }
      if !hasEncoding { list = curl_slist_append(list, encodingLine) }
      // Of itself libcurl would wait a second for a 100 before large bodies.
      if !hasExpectation { list = curl_slist_append(list, "Expect:") }
      if !hasType { list = curl_slist_append(list, "Content-Type:") }
      return list
    }
  }
#endif
