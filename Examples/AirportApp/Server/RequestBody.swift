internal import Foundation

/// The fields of a request body: a JSON object, or a form if Content-Type says so.
struct RequestBody {
  /// What is wrong with a body, in words for the one who sent it.
  struct Mistake: Error, Equatable {
    var message: String
  }

  let fields: [String: ServerJSON]

  /// - Parameter known: fields that are known from elsewhere; they win over the body's.
  init(_ request: LoopbackServer.Request, adding known: [String: ServerJSON] = [:]) throws(Mistake) {
    let type = request.header("Content-Type")?.lowercased() ?? ""
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    fields = (isForm ? Self.form(request) : try Self.object(request.body)).merging(known) { $1 }
  }

  /// A field that must be there and be text.
  func text(_ name: String) throws(Mistake) -> String {
    guard let value = fields[name] else { throw Mistake(message: "\(name) is missing.") }
    guard let text = value.text else { throw Mistake(message: "\(name) must be text.") }
    return text
  }

  private static func object(_ body: Data) throws(Mistake) -> [String: ServerJSON] {
    guard !body.isEmpty else { throw Mistake(message: "The body is empty.") }
    let value: ServerJSON
    do {
      value = try JSONDecoder().decode(ServerJSON.self, from: body)
    } catch {
      throw Mistake(message: "The body is not JSON: \(reason(error))")
    }
    guard case .object(let members) = value else { throw Mistake(message: "The body is not a JSON object.") }
    return members
  }

  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    let detail = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
    return detail ?? context.debugDescription
  }

  private static func form(_ request: LoopbackServer.Request) -> [String: ServerJSON] {
    var query = request
    query.target = "/?" + String(decoding: request.body, as: UTF8.self)
    return Dictionary(query.queryItems.map { ($0.name, .string($0.value)) }) { $1 }
  }
}
