#if os(Linux)
  /// Whose turn it is: so many transfers of one origin at once, first come, first served. Pure; the engine starts them.
  ///
  /// Each step takes constant time, however many wait.
  struct CurlQueues {
    private struct Origin {
      var running = 0
      var limit: Int
      /// Those who wait by their tickets, from `first` on; nil for one that has gone.
      var waiting: [CurlTransfer?] = []
      var first = 0
      var head = 0

      var isIdle: Bool { running == 0 && head == waiting.count }

      mutating func add(_ transfer: CurlTransfer) {
        transfer.ticket = first + waiting.count
        waiting.append(transfer)
      }

      mutating func next() -> CurlTransfer? {
        while running < limit, head < waiting.count {
          let transfer = waiting[head]
          waiting[head] = nil
          head += 1
          compact()
          if let transfer {
            transfer.ticket = nil
            running += 1
            return transfer
          }
        }
        return nil
      }

      mutating func remove(ticket: Int) {
        waiting[ticket - first] = nil
        while head < waiting.count, waiting[head] == nil { head += 1 }
        compact()
      }

      private mutating func compact() {
        guard head >= 64, head * 2 >= waiting.count else { return }
        waiting.removeFirst(head)
        (first, head) = (first + head, 0)
      }
    }

    private var origins: [String: Origin] = [:]

    /// How many requests share the one connection of HTTP/2; servers allow 100 to 250 (RFC 9113 section 6.5.2).
    private static let streams = 100

    var isEmpty: Bool { origins.isEmpty }

    /// Takes a transfer; answers it where its turn is now.
    mutating func add(_ transfer: CurlTransfer, limit: Int) -> CurlTransfer? {
      origins[transfer.origin, default: Origin(limit: limit)].add(transfer)
      return origins[transfer.origin]?.next()
    }

    /// Takes back a transfer that waits; false where it does not.
    mutating func remove(_ transfer: CurlTransfer) -> Bool {
      guard let ticket = transfer.ticket else { return false }
      transfer.ticket = nil
      origins[transfer.origin]?.remove(ticket: ticket)
      if origins[transfer.origin]?.isIdle == true { origins[transfer.origin] = nil }
      return true
    }

    /// A transfer whose turn had come is over; answers those whose turn comes by that.
    mutating func ended(_ transfer: CurlTransfer, sharesConnections: Bool) -> [CurlTransfer] {
      origins[transfer.origin]?.running -= 1
      if sharesConnections { origins[transfer.origin]?.limit = Self.streams }
      var next: [CurlTransfer] = []
      while let transfer = origins[transfer.origin]?.next() { next.append(transfer) }
      if origins[transfer.origin]?.isIdle == true { origins[transfer.origin] = nil }
      return next
    }
  }
#endif
