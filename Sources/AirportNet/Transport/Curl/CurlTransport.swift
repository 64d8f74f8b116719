#if os(Linux)
  internal import CCurl
  internal import Foundation
  public import FoundationNetworking
  internal import MiniRx

  /// Sends requests through the system's libcurl (7.68 or newer); the default on Linux.
  ///
  /// One thread, started by the first request, drives all transfers of a transport over libcurl's multi interface; events
  /// come on it. It ends when the transport has been released and its last transfer has ended.
  ///
  /// - HTTP/1.1, and HTTP/2 over TLS, where requests to one origin share a connection.
  /// - Decodes gzip and deflate, brotli and zstd where libcurl has them; a body whose encoding is cut is an error.
  /// - A request whose method is not idempotent (RFC 9110 section 9.2.2) gets a connection of its own making, unless it
  ///   has an Idempotency-Key: on a kept one that dies at that moment it might be sent twice.
  /// - The idle deadline is exact to the millisecond, and does not count while a request waits for its turn.
  /// - `httpBodyStream` is read on a background queue, at most 256 KiB ahead, and sent with the Content-Length that the
  ///   request names, else in chunks.
  /// - A stream that ends before its Content-Length fails the request; what lies beyond it stays here. Framing fields of
  ///   the request itself (Content-Length without a stream, Transfer-Encoding) are not sent.
  /// - `Expect: 100-continue` is sent where the request has it; the body then waits a second at most. After a 417 it is
  ///   not sent again without; the body of the 417 is lost.
  /// - A user and a password in the address go as Basic credentials (RFC 7617), not as part of the target, unless the
  ///   request has an Authorization of its own. A 401 or 407 is an answer, whatever it asks for.
  /// - While its reader pauses, a request reads nothing from its connection; what an encoding makes of the 64 KiB that have
  ///   been read waits in memory.
  /// - A process may fork before the first request; a child sends its own requests over connections of its own.
  public final class CurlTransport: Transport {
    private let engine: CurlEngine

    /// Makes a transport with connections of its own.
    public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
      engine = CurlEngine(configuration)
    }

    deinit { engine.close() }

    /// The version of libcurl and what it is built with, such as `libcurl/7.88.1 OpenSSL/3.0.11 zlib/1.2.13`.
    public static var libraryVersion: String { String(cString: curl_version()) }

    /// Sends the request; see `Transport`.
    public func send(
      _ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportTask {
      // Without an idle clock: the engine's is the one that knows when the request's turn comes.
      let exchange = Exchange(onEvent: onEvent)
      guard let valid = exchange.admit(request) else { return exchange }
      let transfer = CurlTransfer(valid, exchange, limit: engine.configuration.maximumBodySize)
      exchange.begin(
        abort: { [engine] in engine.post(.cancel(transfer)) },
        pause: { [engine] in engine.post(.pause(transfer)) }, sends: false)
      engine.post(.start(transfer))
      return exchange
    }
  }
#endif
