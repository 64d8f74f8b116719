#if os(Linux)
  internal import CCurl
  internal import Foundation

  /// What a failure of libcurl means. Pure.
  struct CurlFault {
    let result: CURLcode
    let text: String
    let summary: ccurl_summary
    /// How far the transfer had come.
    let phase: NetworkError.TransportPhase

    init(_ result: CURLcode, text: String, summary: ccurl_summary, phase: NetworkError.TransportPhase) {
      self.result = result
      self.text = text.lowercased()
      self.summary = summary
      self.phase = phase
    }

    var error: NetworkError {
      switch result {
      case CURLE_URL_MALFORMAT: .badURL("", "is none that libcurl takes")
      case CURLE_SSL_CACERT_BADFILE: .invalidRequest(.other("The file of extra authorities cannot be read."))
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
        .transport(.dns, phase: .resolving, mayHaveReachedServer: false)
      case CURLE_COULDNT_CONNECT where summary.os_error == Int(ETIMEDOUT):
        .timedOut(.idle, mayHaveReachedServer: false)
      case CURLE_COULDNT_CONNECT: .transport(connectFault, phase: .connecting, mayHaveReachedServer: false)
      case CURLE_OPERATION_TIMEDOUT: .timedOut(.idle, mayHaveReachedServer: hasSent)
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
        CURLE_HTTP_RETURNED_ERROR, CURLE_RANGE_ERROR:
        .transport(.badServerResponse, phase: phase, mayHaveReachedServer: true)
      default:
        if let tls = tlsFault {
          .transport(.tls(tls), phase: .securing, mayHaveReachedServer: hasSent && !isRefusedUnread)
        } else if isMalformed {
          .transport(.badServerResponse, phase: phase, mayHaveReachedServer: true)
        } else if isLoss {
          .transport(.connectionLost, phase: phase, mayHaveReachedServer: hasSent)
        } else {
          .transport(.other(code: Int(result.rawValue)), phase: phase, mayHaveReachedServer: hasSent)
        }
      }
    }

    private var hasSent: Bool { summary.request_size > 0 }

    private var connectFault: NetworkError.TransportKind {
      switch Int32(truncatingIfNeeded: summary.os_error) {
      case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .offline
      case EMFILE, ENFILE, ENOBUFS, EADDRNOTAVAIL: .other(code: Int(result.rawValue))
      default: .refused
      }
    }

    private var isLoss: Bool {
      [
        CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_SEND_FAIL_REWIND, CURLE_HTTP2,
        CURLE_HTTP2_STREAM, CURLE_HTTP3,
      ].contains(result)
    }

    /// Damage that libcurl reports as a failure to read.
    private var isMalformed: Bool {
      // CURLE_TOO_LARGE, of 8.6, and what came before it: a head of more than libcurl takes.
      result.rawValue == 100 || result == CURLE_OUT_OF_MEMORY && phase == .receiving
        || result == CURLE_RECV_ERROR && ["chunk", "hex", "malformed", "invalid", "nul"].contains { text.contains($0) }
        || text.contains("header") && (text.contains("too") || text.contains("invalid") || text.contains("nul"))
    }

    private var tlsFault: NetworkError.TLSFault? {
      switch result {
      case CURLE_PEER_FAILED_VERIFICATION: certificateFault
      case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .pinnedKeyMismatch
      case CURLE_SSL_CERTPROBLEM: .clientCertificate
      case CURLE_SSL_ISSUER_ERROR: .unknownAuthority
      case CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CIPHER, CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED:
        isClientRefused ? .clientCertificate : .handshake
      case CURLE_SEND_ERROR, CURLE_RECV_ERROR: isClientRefused ? .clientCertificate : nil
      default: nil
      }
    }

    /// By the verdict of OpenSSL (x509_vfy.h); libcurl itself compares the names, before it asks for the verdict.
    private var certificateFault: NetworkError.TLSFault {
      switch summary.verify_result {
      case 9, 10: .expired
      case 62: .hostMismatch
      default:
        if ["subject name", "host name", "common name"].contains(where: text.contains) {
          .hostMismatch
        } else {
          text.contains("expired") || text.contains("not yet valid") ? .expired : .unknownAuthority
        }
      }
    }

    /// Whether the server refused to read anything. A client learns of this alert (RFC 8446 section 6.2), which only TLS 1.3
    /// has, after it has sent its request; others may also end a second handshake, which the request has brought about.
    private var isRefusedUnread: Bool { text.contains("alert certificate required") }

    private var isClientRefused: Bool {
      text.contains("alert") && text.contains("certificate") || text.contains("alert unknown ca")
    }
  }
#endif
