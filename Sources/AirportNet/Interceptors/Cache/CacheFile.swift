internal import Foundation

/// A kept answer as the bytes of a file: a mark, a checksum of the rest, the length of the head, the head as JSON, the body.
enum CacheFile {
  static func write(_ answer: StoredAnswer, _ key: CacheKey) throws -> Data {
    let head = Head(
      address: key.address, selector: key.selector, status: answer.response.statusCode,
      names: answer.response.headers.map(\.name), values: answer.response.headers.map(\.value),
      url: answer.response.url?.absoluteString, attempts: answer.response.attempts,
      requestTime: answer.requestTime.timeIntervalSince1970, responseTime: answer.responseTime.timeIntervalSince1970,
      varying: answer.varying)
    let text = try JSONEncoder().encode(head)
    var rest = Data("\(text.count)\n".utf8)
    rest.append(text)
    rest.append(answer.response.body)
    return mark + Data(checksum(rest).utf8) + rest
  }

  /// The answer; nil where the bytes are not a whole file of this key.
  static func read(_ data: Data, _ key: CacheKey) -> StoredAnswer? {
    let start = mark.count + 32
    guard data.count > start, data.prefix(mark.count) == mark else { return nil }
    let rest = data.dropFirst(start)
    guard Data(checksum(rest).utf8) == data.dropFirst(mark.count).prefix(32),
      let newline = rest.firstIndex(of: 0x0A), let length = Int(String(decoding: rest[..<newline], as: UTF8.self)),
      length >= 0, length <= rest.endIndex - newline - 1,
      let head = try? JSONValueDecoder().decode(Head.self, from: Data(rest[(newline + 1)..<(newline + 1 + length)])),
      head.address == key.address, head.selector == key.selector, head.names.count == head.values.count
    else { return nil }
    var headers = HTTPHeaders()
    for (name, value) in zip(head.names, head.values) { headers.append(name: name, value: value) }
    let response = HTTPResponse(
      statusCode: head.status, headers: headers, url: head.url.flatMap { URL(string: $0) },
      body: Data(rest[(newline + 1 + length)...]), attempts: head.attempts)
    return StoredAnswer(
      response: response, requestTime: Date(timeIntervalSince1970: head.requestTime),
      responseTime: Date(timeIntervalSince1970: head.responseTime), varying: head.varying)
  }

  private struct Head: Codable {
    let address: String
    let selector: String
    let status: Int
    let names: [String]
    let values: [String]
    let url: String?
    let attempts: Int
    let requestTime: Double
    let responseTime: Double
    let varying: [String: String]
  }

  private static let mark = Data("AirportNet cache 1\n".utf8)

  private static func checksum(_ data: Data) -> String {
    var hash = StableHash()
    hash.combine(data)
    return hash.text
  }
}
