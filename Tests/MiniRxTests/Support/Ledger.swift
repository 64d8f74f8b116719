import MiniRx
import TestSupport

/// Counts the live objects that it gave out: what a stream holds, it holds through one of them.
final class Ledger: Sendable {
  private let count = Locked(0)

  /// How many of the objects given out are alive.
  var live: Int { count.value }

  /// An object for a closure to capture.
  func token() -> Token { Token(self) }

  /// An element.
  func item(_ number: Int) -> Item { Item(number, token()) }

  /// Counted while it lives.
  final class Token: Sendable {
    private let ledger: Ledger

    fileprivate init(_ ledger: Ledger) {
      self.ledger = ledger
      ledger.count.update { $0 += 1 }
    }

    deinit { ledger.count.update { $0 -= 1 } }

    /// For a closure to capture the token by.
    func touch() {}
  }

  /// An element that is counted.
  struct Item: Sendable, CustomStringConvertible {
    let number: Int
    let token: Token

    fileprivate init(_ number: Int, _ token: Token) {
      self.number = number
      self.token = token
    }

    /// Another element that is held through the token; its number is 0.
    init(copying token: Token) { self.init(0, token) }

    var description: String { "\(number)" }

    func plus(_ more: Int) -> Item { Item(number + more, token) }
  }
}

extension Ledger.Item: Equatable {
  static func == (left: Ledger.Item, right: Ledger.Item) -> Bool { left.number == right.number }
}
