/// A link to another resource, as the `Link` header field writes it (RFC 8288): `<list?page=2>; rel="next"`.
public struct WebLink: Sendable, Hashable {
  /// The address as it was written, perhaps relative to that of the answer.
  public var target: String
  /// What the other resource is to this one, in lower case, such as `next`.
  public var relations: [String]
  /// The other parameters by name in lower case; the first of a name counts.
  public var parameters: [String: String]

  /// Takes its parts as they are.
  public init(target: String, relations: [String], parameters: [String: String] = [:]) {
    self.target = target
    self.relations = relations
    self.parameters = parameters
  }
}

extension HTTPHeaders {
  /// The links of all `Link` lines, in order; what is no link is left out.
  public var links: [WebLink] {
    values(for: "Link").flatMap { HTTPList.split($0[...], at: ",", addresses: true) }.compactMap(WebLink.init(piece:))
  }

  /// The address of the first link of a relation such as `next`, as it was written.
  ///
  /// A link that is about another resource than the answer (one with an `anchor`) is passed over.
  public func linkTarget(_ relation: String) -> String? {
    links.first { $0.parameters["anchor"] == nil && $0.relations.contains(relation.lowercased()) }?.target
  }
}

extension WebLink {
  fileprivate init?(piece: Substring) {
    guard piece.first == "<", let end = piece.firstIndex(of: ">") else { return nil }
    var parameters: [String: String] = [:]
    for part in HTTPList.split(piece[piece.index(after: end)...], at: ";") {
      let (name, value) = HTTPList.parameter(part)
      if parameters[name] == nil { parameters[name] = value ?? "" }
    }
    let relations = parameters.removeValue(forKey: "rel")?.lowercased().split(separator: " ").map(String.init) ?? []
    self.init(
      target: String(piece[piece.index(after: piece.startIndex)..<end]), relations: relations, parameters: parameters)
  }
}
