internal import Foundation

/// What a request asks of its answer, in its query, on any route; `LoopbackServer` says what there is.
struct RequestOptions: Equatable {
  /// An option that cannot be read, in words.
  struct Mistake: Error, Equatable {
    var message: String
  }

  var fault: LoopbackServer.Fault?
  var times: Int?
  var latency: Duration?
  var chunked: Int?
  var gzip = false
  var headers: [LoopbackServer.Request.Field] = []
  var piece: Int?
  var interval = Duration.milliseconds(50)

  init() {}

  init(_ request: LoopbackServer.Request) throws(Mistake) {
    for item in request.queryItems {
      switch item.name {
      case "fault":
        guard let known = LoopbackServer.Fault(rawValue: item.value) else {
          let names = LoopbackServer.Fault.allCases.map(\.rawValue).joined(separator: ", ")
          throw Mistake(message: "There is no fault \"\(item.value)\". There are \(names).")
        }
        fault = known
      case "times": times = try Self.number(item, from: 0)
      case "latency": latency = .milliseconds(try Self.number(item, from: 0))
      case "chunked": chunked = try Self.number(item, from: 1)
      case "gzip": gzip = item.value == "1"
      case "header": headers.append(try Self.field(item.value))
      case "piece": piece = try Self.number(item, from: 1)
      case "interval": interval = .milliseconds(try Self.number(item, from: 0))
      default: break
      }
    }
  }

  private static func number(_ item: LoopbackServer.Request.Field, from least: Int) throws(Mistake) -> Int {
    guard let number = Int(item.value), (least...86_400_000).contains(number) else {
      throw Mistake(message: "\(item.name) needs a whole number from \(least), not \"\(item.value)\".")
    }
    return number
  }

  private static func field(_ text: String) throws(Mistake) -> LoopbackServer.Request.Field {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, !text.utf8.contains(where: { $0 < 32 }) else {
      throw Mistake(message: "header needs NAME:VALUE, not \"\(text)\".")
    }
    let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    return .init(name: String(text[..<colon]), value: value)
  }
}
