extension LoopbackServer {
  /// A way in which an answer can go wrong, or right in an unusual way; the raw value is what `?fault=` takes.
  ///
  /// Where an answer is cut, its body is cut in the middle. "Closes" is an orderly end (FIN), "resets" is not (RST).
  public enum Fault: String, CaseIterable, Hashable, Sendable {
    /// 400 with a refusal in JSON.
    case status400 = "400"
    /// 401 with a refusal in JSON and a Bearer challenge.
    case status401 = "401"
    /// 403 with a refusal in JSON.
    case status403 = "403"
    /// 404 with a refusal in JSON.
    case status404 = "404"
    /// 408 with a refusal in JSON.
    case status408 = "408"
    /// 409 with a refusal in JSON.
    case status409 = "409"
    /// 410 with a refusal in JSON.
    case status410 = "410"
    /// 422 with a refusal in JSON.
    case status422 = "422"
    /// 429 with `Retry-After: 1`.
    case status429 = "429"
    /// 500 with a refusal in JSON.
    case status500 = "500"
    /// 502 with a refusal in JSON.
    case status502 = "502"
    /// 503 with a Retry-After that is a date.
    case status503 = "503"
    /// 504 with a refusal in JSON.
    case status504 = "504"
    /// 401 with a Basic challenge.
    case basic401
    /// 204 without a body.
    case noContent = "204"
    /// 200 with Content-Length 0.
    case empty200
    /// 200 with a page in HTML.
    case html200
    /// 500 with a page in HTML.
    case html500
    /// The answer's own status with JSON that ends in the middle.
    case badJSON = "badjson"
    /// 200 with `{"unexpected":true}`.
    case wrongShape = "wrongshape"
    /// The right answer, after `Configuration.slowness`.
    case slow
    /// The right answer, its body in pieces with pauses: `piece=` bytes (a twentieth), `interval=` milliseconds (50).
    case trickle
    /// Half the body, then closes.
    case truncate
    /// Half the body, then resets.
    case reset
    /// Resets without an answer.
    case resetBeforeHead = "reset-before-head"
    /// Closes without an answer.
    case closeBeforeHead = "close-before-head"
    /// Half the head, then closes.
    case cutHead = "cut-head"
    /// Takes the request and never answers.
    case silence
    /// The head and then nothing.
    case silenceAfterHead = "silence-after-head"
    /// Half the body and then nothing.
    case silenceInBody = "silence-in-body"
    /// A gzip body that ends in the middle, with a Content-Length that agrees.
    case gzipCut = "gzip-cut"
    /// `Content-Encoding: gzip` over bytes that are not gzip.
    case gzipGarbage = "gzip-garbage"
    /// Chunks without the last one, then closes.
    case chunkCut = "chunk-cut"
    /// A chunk size that is no number, then closes.
    case chunkGarbage = "chunk-garbage"
    /// The right answer in chunks, with a trailer field.
    case trailer
    /// More bytes than the Content-Length says, then closes.
    case overlong
    /// A Content-Length that is no number, then closes.
    case badLength = "bad-length"
    /// The right answer without a length, ended by closing.
    case untilClose = "until-close"
    /// The right answer, then closes the connection without having said so.
    case closeAfter = "close-after"
    /// 103 and 102 before the right answer.
    case interim
    /// The right answer with a status line that has no reason.
    case noReason = "no-reason"
    /// The right answer with header names in lower case and no space after the colons.
    case untidyHead = "untidy-head"
    /// A status line whose status is no number, then closes.
    case badStatusLine = "bad-status-line"
    /// Bytes of another protocol, then closes.
    case notHTTP = "not-http"
    /// 302 to the same target without the fault.
    case redirect
    /// 301 to the same target without the fault.
    case redirect301
    /// 303 to the same target without the fault.
    case redirect303
    /// 307 to the same target without the fault.
    case redirect307
    /// 308 to the same target without the fault.
    case redirect308
    /// 302 to itself.
    case redirectLoop = "redirect-loop"
    /// 302 without a Location.
    case redirectNowhere = "redirect-nowhere"
  }
}
