internal import Foundation

/// What answers in a cache are kept under: the address, and for whom and in which form it was asked.
struct CacheKey: Hashable, Sendable {
  /// The address as RFC 9110 compares it.
  let address: String
  /// The owner and the fields that have entries of their own, one a line.
  let selector: String
  /// Whether a credential is in it: such an answer is not for a disk.
  let isSecret: Bool

  init(_ url: URL, _ headers: [String: String], owner: String?, keyHeaders: [String]) {
    let usual = ["Authorization", "Cookie", "Accept", "Accept-Language"]
    let fields = headers.filter { name, _ in
      Redaction.isSecret(name: name) || (usual + keyHeaders).contains { HTTPToken.equal($0, name) }
    }
    address = RequestAddress.text(url)
    selector =
      ([owner.map { "owner \($0)" }].compactMap { $0 } + fields.map { "\($0.key.lowercased()): \($0.value)" }.sorted())
      .joined(separator: "\n")
    isSecret = fields.keys.contains(where: Redaction.isSecret(name:)) || Redaction.url(address) != address
  }
}
