#if os(Linux)
  internal import CCurl
  internal import Foundation
  internal import FoundationNetworking
  internal import MiniRx

  /// One transfer: what libcurl is told of the request, and what is made of what it calls back with.
  ///
  /// Touched on the engine's thread alone from the moment it is posted there.
  final class CurlTransfer: @unchecked Sendable {
    // Sendable by rule: see above; what is immutable may be read anywhere.
    let exchange: Exchange
    /// Scheme, host and port as the address writes them: whose connections it may use.
    let origin: String
    private let address: String
    private let request: URLRequest
    private let limit: Int64?

    @exclusivity(unchecked) private(set) var handle: CurlHandle?
    /// Its place among those who wait for their turn; the queues' own.
    @exclusivity(unchecked) var ticket: Int?
    @exclusivity(unchecked) private var list: UnsafeMutablePointer<curl_slist>?
    @exclusivity(unchecked) private var upload: CurlUpload?
    @exclusivity(unchecked) private var reader = CurlHeadReader()
    @exclusivity(unchecked) private var body: CurlBody?
    @exclusivity(unchecked) private var refusal: NetworkError?
    @exclusivity(unchecked) private var isPaused = false
    /// Whether libcurl was told to wait, with what it had for the reader or before it asked for more of the body.
    @exclusivity(unchecked) private var hasStopped = false
    @exclusivity(unchecked) private var lastMove: UInt64 = 0
    private let idle: UInt64

    init(_ request: URLRequest, _ exchange: Exchange, limit: Int64?) {
      self.request = request
      self.exchange = exchange
      self.limit = limit
      address = request.url?.absoluteString ?? ""
      origin = Self.origin(of: address)
      idle = Exchange.idleLimit(request.timeoutInterval).map(CurlClock.span) ?? .max
    }

    private static func origin(of address: String) -> String {
      var address = address
      return address.withUTF8 { bytes in
        let start = bytes.firstIndex(of: UInt8(ascii: "/")).map { min($0 + 2, bytes.count) } ?? 0
        let end = bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.count
        // Whoever is named, the connections are the same.
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else {
          return String(decoding: bytes[..<end], as: UTF8.self)
        }
        return String(decoding: bytes[..<start], as: UTF8.self) + String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
      }
    }

    /// When the request has been idle for too long, by `CurlClock`; never while its reader makes it wait.
    var deadline: UInt64 {
      let (sum, overflow) = lastMove.addingReportingOverflow(idle)
      return overflow || isPaused ? .max : sum
    }

    /// Takes the handle and gives it the request.
    func begin(
      on handle: CurlHandle, _ configuration: CurlConfiguration, cookies: OpaquePointer?, engine: CurlEngine
    ) -> CURLcode {
      self.handle = handle
      lastMove = CurlClock.now
      handle.reset()
      upload = CurlUpload(request) { [weak self, weak engine] in if let self { engine?.post(.goOn(self)) } }
      do throws(CurlRefusal) {
        list = try CurlOptions(handle, configuration, cookies).set(request, address, hasBody: upload != nil)
      } catch {
        refusal = .transport(.other(code: Int(error.result.rawValue)), phase: .connecting, mayHaveReachedServer: false)
        return error.result
      }
      let me = Unmanaged.passUnretained(self).toOpaque()
      if let upload {
        ccurl_set_upload(handle.easy, me, CurlTransfer.wanted, CurlTransfer.seek, upload.length ?? -1)
      }
      if ccurl_set_sending(handle.easy, me, CurlTransfer.sending) != CURLE_OK, !exchange.willSend() {
        return CURLE_ABORTED_BY_CALLBACK
      }
      return ccurl_set_callbacks(handle.easy, me, CurlTransfer.header, CurlTransfer.received)
    }

    /// Lets go of the handle, which is the engine's again.
    func letGo() {
      curl_slist_free_all(list)
      upload?.close()
      (handle, list, upload, body) = (nil, nil, nil, nil)
    }

    /// The reader makes it wait, or no more.
    ///
    /// Waiting begins with the next piece of the body, which is refused; a head is never held back by libcurl, which would
    /// put its lines together.
    func followReader() {
      isPaused = exchange.isHeld
      lastMove = CurlClock.now
      if !isPaused { goOn() }
    }

    /// Lets libcurl go on, which hands over what it holds, and asks for more of the body.
    func goOn() {
      guard hasStopped, let handle else { return }
      hasStopped = false
      curl_easy_pause(handle.easy, CURLPAUSE_CONT)
    }

    private func stopped(_ answer: Int32) -> Int {
      hasStopped = true
      return Int(answer)
    }

    /// Reports that nothing has moved for too long.
    func timeOut() {
      exchange.report(.end(.timedOut(.idle, mayHaveReachedServer: exchange.mayHaveReachedServer)))
    }

    /// Reports the end.
    func finish(_ result: CURLcode, _ summary: ccurl_summary) {
      if exchange.isDisposed { return }
      if let upload, result == CURLE_OK || reader.head != nil { upload.report(to: exchange) }
      if !reader.trailers.isEmpty { exchange.report(.trailers(reader.trailers)) }
      exchange.report(.metrics(TransferMetrics(summary)))
      exchange.report(.end(failure(result, summary)))
    }

    private func failure(_ result: CURLcode, _ summary: ccurl_summary) -> NetworkError? {
      if let refusal { return refusal }
      if let error = upload?.error { return error }
      // A 417 makes libcurl send the request again, which it is not allowed to do; the 417 is the answer.
      guard result == CURLE_OK || result == CURLE_TOO_MANY_REDIRECTS && reader.head != nil else {
        return CurlFault(result, text: handle?.failure ?? "", summary: summary, phase: phase(summary)).error
      }
      if reader.head == nil {
        // libcurl takes the end of the connection for the end of the head.
        return .transport(.connectionLost, phase: reader.hasBegun ? .receiving : .waiting, mayHaveReachedServer: true)
      }
      if let body, !body.isWhole { return .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true) }
      return nil
    }
  }

  extension CurlTransfer {
    private func phase(_ summary: ccurl_summary) -> NetworkError.TransportPhase {
      if reader.hasBegun { return .receiving }
      if summary.request_size == 0 { return .connecting }
      return upload?.isWhole == false ? .sending : .waiting
    }

    private static let sending: ccurl_sending = { context, _, _, _, _ in
      guard let context else { return 1 }
      return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().exchange.willSend() ? 0 : 1
    }

    private static let header: ccurl_data = { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.take(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
    }

    private static let received: ccurl_data = { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      // libcurl keeps the bytes, reads no more, and hands them over again when the reader goes on.
      if transfer.exchange.isHeld { return transfer.stopped(CURL_WRITEFUNC_PAUSE) }
      return transfer.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
    }

    private static let wanted: ccurl_data = { bytes, size, count, context in
      guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    }

    private static let seek: ccurl_seek = { context, offset, origin in
      guard let context else { return CURL_SEEKFUNC_FAIL }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.upload?.seek(to: Int(offset), origin) == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_CANTSEEK
    }

    private func take(header line: UnsafeRawBufferPointer) -> Bool {
      lastMove = CurlClock.now
      switch reader.take(line) {
      case .nothing: return true
      case .refused:
        refusal = .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true)
        return false
      case .head(var head):
        head.url = request.url
        body = CurlBody(head, method: request.httpMethod ?? "GET", limit: limit)
        if let upload { upload.report(to: exchange) }
        exchange.report(.head(head))
        return !exchange.isDisposed
      }
    }

    private func take(body bytes: UnsafeRawBufferPointer) -> Bool {
      lastMove = CurlClock.now
      guard let body else {
        // What follows a 101 that nobody asked for.
        refusal = .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true)
        return false
      }
      do throws(NetworkError) {
        try body.decode(bytes) { [exchange] in exchange.report(.body($0)) }
      } catch {
        refusal = error
        return false
      }
      return !exchange.isDisposed
    }

    private func give(_ place: UnsafeMutableRawBufferPointer) -> Int {
      lastMove = CurlClock.now
      guard let upload, !exchange.isDisposed else { return Int(CURL_READFUNC_ABORT) }
      upload.report(to: exchange)
      switch upload.read(into: place) {
      case .bytes(let count): return count
      case .later: return stopped(CURL_READFUNC_PAUSE)
      case .failed: return Int(CURL_READFUNC_ABORT)
      }
    }
  }

  extension TransferMetrics {
    fileprivate init(_ summary: ccurl_summary) {
      func time(_ value: Int64) -> Duration? { value > 0 ? .microseconds(value) : nil }
      self.init(
        nameLookup: time(summary.name_lookup), connect: time(summary.connect),
        secureConnect: time(summary.secure_connect), firstByte: time(summary.first_byte), total: time(summary.total))
    }
  }
#endif
