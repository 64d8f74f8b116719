#if os(Linux)
  internal import CCurl

  /// This libcurl is not built with something that was asked for.
  struct CurlRefusal: Error {
    let result: CURLcode
  }

  /// An easy handle of libcurl and the place of its error text, used for one transfer after the other.
  final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private let text: UnsafeMutablePointer<CChar>

    init?() {
      guard let easy = curl_easy_init() else { return nil }
      self.easy = easy
      text = .allocate(capacity: Int(CURL_ERROR_SIZE))
      text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    /// Forgets the options of the transfer before; connections are kept.
    func reset() {
      curl_easy_reset(easy)
      text[0] = 0
      ccurl_set_text(easy, CURLOPT_ERRORBUFFER, text)
    }

    /// What libcurl says of the failure; empty where it says nothing.
    var failure: String { String(cString: text) }

    /// Frees both; the handle may not be used again.
    func release() {
      curl_easy_cleanup(easy)
      text.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) { ccurl_set_long(easy, option, value) }
    func set(_ option: CURLoption, _ value: String) { ccurl_set_text(easy, option, value) }

    /// Sets what a request may not go without.
    /// - Throws: `CurlRefusal` where this libcurl cannot do it.
    func require(_ option: CURLoption, _ value: String) throws(CurlRefusal) {
      let result = ccurl_set_text(easy, option, value)
      if result != CURLE_OK { throw CurlRefusal(result: result) }
    }
  }
#endif
