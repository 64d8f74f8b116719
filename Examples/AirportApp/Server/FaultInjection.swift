internal import Foundation

/// Makes the plan of an answer that goes wrong. Pure: what happens on the wire is all in the plan.
struct FaultInjection {
  var request: LoopbackServer.Request
  var options: RequestOptions
  var slowness: Duration

  func plan(_ fault: LoopbackServer.Fault, _ response: ServerResponse) -> WirePlan {
    if let other = replacement(for: fault, response) { return .answer(other, to: request) }
    var plan = WirePlan.answer(response, to: request)
    let (head, body) = ResponseWriter.write(response, to: request, keepAlive: request.wantsKeepAlive)
    let whole = body.reduce(Data(), +)
    let half = whole.prefix(whole.count / 2)
    switch fault {
    case .slow: plan.steps.insert(.sit(slowness), at: 0)
    case .trickle: plan.steps = [.send(head)] + trickle(whole)
    case .truncate: plan = closing(head + half)
    case .reset: plan = closing(head + half, then: .reset)
    case .resetBeforeHead: plan = closing(Data(), then: .reset)
    case .closeBeforeHead: plan = closing(Data())
    case .cutHead: plan = closing(head.prefix(head.count / 2))
    case .silence: plan = closing(Data(), then: .silence)
    case .silenceAfterHead: plan = closing(head, then: .silence)
    case .silenceInBody: plan = closing(head + half, then: .silence)
    case .chunkCut: plan = closing(chunkedHead(response) + ResponseWriter.chunk(response.bodyData))
    case .chunkGarbage: plan = closing(chunkedHead(response) + Data("zz\r\n".utf8) + response.bodyData)
    case .overlong: plan = closing(head + whole + Data("more than the length says".utf8))
    case .badLength: plan = closing(replacing(#"Content-Length: \d+"#, "Content-Length: many", head) + whole)
    case .untilClose: plan = closing(replacing(#"Content-Length: \d+\r\n"#, "", head) + whole)
    case .closeAfter: plan = closing(head + whole)
    case .interim: plan.steps.insert(.send(interim), at: 0)
    case .noReason: plan.steps = [.send(replacing(#"^(HTTP/1\.1 \d+) [^\r]*"#, "$1", head) + whole)]
    case .untidyHead: plan.steps = [.send(untidy(head) + whole)]
    case .badStatusLine: plan = closing(replacing(#"^HTTP/1\.1 \d+"#, "HTTP/1.1 two-hundred", head) + whole)
    case .notHTTP: plan = closing(Data("220 loopback ready for mail\r\n".utf8))
    default: break
    }
    return plan
  }

  /// The answer of the faults that are another answer, sent as it should be.
  private func replacement(for fault: LoopbackServer.Fault, _ response: ServerResponse) -> ServerResponse? {
    var changed = response
    switch fault {
    case .status401: return refusal(401, [("WWW-Authenticate", "Bearer realm=\"airports\"")])
    case .basic401: return refusal(401, [("WWW-Authenticate", "Basic realm=\"airports\"")])
    case .status429: return refusal(429, [("Retry-After", "1")])
    case .status503: return refusal(503, [("Retry-After", HTTPDate.text(Date(timeIntervalSinceNow: 1)))])
    case .noContent: return ServerResponse(status: 204)
    case .empty200: return ServerResponse(status: 200, headers: [("Content-Type", "application/json")])
    case .html200: return .html(200, "Welcome to the hotel network")
    case .html500: return .html(500, "Internal Server Error")
    case .badJSON: changed.body = .bytes(response.bodyData.isEmpty ? Data("{".utf8) : cut(response.bodyData))
    case .wrongShape: return .json(["unexpected": true])
    case .gzipCut:
      changed.setHeader("Content-Encoding", "gzip")
      changed.body = .bytes(cut(GzipEncoder.store(response.bodyData)))
    case .gzipGarbage: changed.setHeader("Content-Encoding", "gzip")
    case .trailer: changed.body = .chunks([response.bodyData], trailers: [.init(name: "X-Trailer", value: "the end")])
    case .redirect: return redirect(302)
    case .redirect301: return redirect(301)
    case .redirect303: return redirect(303)
    case .redirect307: return redirect(307)
    case .redirect308: return redirect(308)
    case .redirectLoop: return .refusal(302, "Here again.", headers: [("Location", request.target)])
    case .redirectNowhere: return .refusal(302, "Nobody knows where.")
    default:
      guard let status = Int(fault.rawValue) else { return nil }
      return refusal(status, [])
    }
    return changed
  }

  private func refusal(_ status: Int, _ headers: [(String, String)]) -> ServerResponse {
    .refusal(status, "The server was asked to fail with \(status).", headers: headers)
  }

  private func redirect(_ status: Int) -> ServerResponse {
    .refusal(status, "Look elsewhere.", headers: [("Location", request.removingQuery(["fault"]).target)])
  }

  private func closing(_ data: Data, then last: WirePlan.Step? = nil) -> WirePlan {
    WirePlan(steps: (data.isEmpty ? [] : [.send(data)]) + (last.map { [$0] } ?? []), keepsAlive: false)
  }

  private func cut(_ data: Data) -> Data {
    data.prefix(data.count / 2)
  }

  private func trickle(_ body: Data) -> [WirePlan.Step] {
    let size = options.piece ?? max(body.count / 20, 1)
    return stride(from: 0, to: body.count, by: size).flatMap { start -> [WirePlan.Step] in
      [.sit(options.interval), .send(body.subdata(in: start..<min(start + size, body.count)))]
    }
  }

  private func chunkedHead(_ response: ServerResponse) -> Data {
    ResponseWriter.head(response.status, response.headers + [.init(name: "Transfer-Encoding", value: "chunked")])
  }

  private var interim: Data {
    let hints = ResponseWriter.head(103, [.init(name: "Link", value: "</style.css>; rel=preload")])
    return ResponseWriter.head(102, []) + hints
  }

  private func untidy(_ head: Data) -> Data {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let untidy = lines.dropFirst().map { line in
      line.firstIndex(of: ":").map { line[..<$0].lowercased() + ":" + line[$0...].dropFirst(2) } ?? line
    }
    return Data(([lines[0]] + untidy).joined(separator: "\r\n").utf8)
  }

  private func replacing(_ pattern: String, _ text: String, _ head: Data) -> Data {
    let old = String(decoding: head, as: UTF8.self)
    return Data(old.replacingOccurrences(of: pattern, with: text, options: .regularExpression).utf8)
  }
}
