#if os(Linux)
  /// Whose turn it is: so many transfers of one origin at once, first come, first served. Pure; the engine starts them.
  struct CurlQueues {
    private struct Origin {
      var running: Set<ObjectIdentifier> = []
      var limit: Int
      var waiting: [CurlTransfer] = []
      var head = 0

      var isIdle: Bool { running.isEmpty && head == waiting.count }

      mutating func next() -> CurlTransfer? {
        guard running.count < limit, head < waiting.count else { return nil }
        let transfer = waiting[head]
        head += 1
        if head >= 64, head * 2 >= waiting.count {
          waiting.removeFirst(head)
          head = 0
        }
        running.insert(ObjectIdentifier(transfer))
        return transfer
      }
    }

    private var origins: [String: Origin] = [:]

    /// How many requests share the one connection of HTTP/2; servers allow 100 to 250 (RFC 9113 section 6.5.2).
    private static let streams = 100

    var isEmpty: Bool { origins.isEmpty }

    /// Takes a transfer; answers it where its turn is now.
    mutating func add(_ transfer: CurlTransfer, limit: Int) -> CurlTransfer? {
      origins[transfer.origin, default: Origin(limit: limit)].waiting.append(transfer)
      return origins[transfer.origin]?.next()
    }

    /// Takes back a transfer that waits; false where it does not.
    mutating func remove(_ transfer: CurlTransfer) -> Bool {
      guard var origin = origins[transfer.origin],
        let index = origin.waiting[origin.head...].firstIndex(where: { $0 === transfer })
      else { return false }
      origin.waiting.remove(at: index)
      origins[transfer.origin] = origin.isIdle ? nil : origin
      return true
    }

    /// A transfer that ran is over; answers those whose turn comes by that.
    mutating func ended(_ transfer: CurlTransfer, sharesConnections: Bool) -> [CurlTransfer] {
      guard origins[transfer.origin]?.running.remove(ObjectIdentifier(transfer)) != nil else { return [] }
      if sharesConnections { origins[transfer.origin]?.limit = Self.streams }
      var next: [CurlTransfer] = []
      while let transfer = origins[transfer.origin]?.next() { next.append(transfer) }
      if origins[transfer.origin]?.isIdle == true { origins[transfer.origin] = nil }
      return next
    }
  }
#endif
