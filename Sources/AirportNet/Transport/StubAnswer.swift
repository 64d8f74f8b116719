public import Foundation

extension StubTransport {
  /// What a `StubTransport` does with one request.
  public struct Answer: Sendable {
    /// How an answer goes wrong.
    public enum Fault: Hashable, Sendable {
      /// The connection is lost before the head.
      case reset
      /// The connection is lost after so many bytes of the body.
      case truncated(after: Int)
      /// Nothing comes, ever; the idle deadline ends the request.
      case silence
      /// The request fails with this.
      case failure(NetworkError)
    }

    /// The status code.
    public var statusCode: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, in the pieces in which it arrives.
    public var body: [Data]
    /// The time until the head comes.
    public var latency: Duration
    /// The time before each piece of the body.
    public var pause: Duration
    /// What goes wrong, if anything.
    public var fault: Fault?

    /// Takes its parts as they are.
    public init(
      statusCode: Int = 200, headers: HTTPHeaders = [:], body: [Data] = [], latency: Duration = .zero,
      pause: Duration = .zero, fault: Fault? = nil
    ) {
      self.statusCode = statusCode
      self.headers = headers
      self.body = body
      self.latency = latency
      self.pause = pause
      self.fault = fault
    }

    /// A body of a media type, in one piece.
    public static func body(
      _ body: Data, contentType: String = "application/octet-stream", statusCode: Int = 200
    ) -> Answer {
      Answer(statusCode: statusCode, headers: ["Content-Type": contentType], body: body.isEmpty ? [] : [body])
    }

    /// JSON text, in one piece. It need not be valid.
    public static func json(_ text: String, statusCode: Int = 200) -> Answer {
      body(Data(text.utf8), contentType: "application/json", statusCode: statusCode)
    }

    /// No body.
    public static func status(_ code: Int, headers: HTTPHeaders = [:]) -> Answer {
      Answer(statusCode: code, headers: headers)
    }

    /// No answer, but a fault.
    public static func fault(_ fault: Fault) -> Answer { Answer(fault: fault) }

    /// The same answer, later.
    public func delayed(by latency: Duration) -> Answer {
      var answer = self
      answer.latency += latency
      return answer
    }

    /// The same answer, its body cut into pieces of so many bytes, each after a pause.
    public func chunked(size: Int, pause: Duration = .zero) -> Answer {
      precondition(size > 0, "chunked: the size is \(size).")
      var answer = self
      let whole = body.reduce(into: Data()) { $0 += $1 }
      answer.body = stride(from: 0, to: whole.count, by: size).map {
        whole.subdata(in: $0..<min($0 + size, whole.count))
      }
      answer.pause = pause
      return answer
    }

    /// The same answer, gone wrong.
    public func failing(_ fault: Fault) -> Answer {
      var answer = self
      answer.fault = fault
      return answer
    }
  }
}
