#if os(Linux)
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import AirportNet

  /// The queues under names that `#expect` can call.
  private final class Line {
    private var queues = CurlQueues()

    var isEmpty: Bool { queues.isEmpty }
    func add(_ transfer: CurlTransfer, limit: Int) -> CurlTransfer? { queues.add(transfer, limit: limit) }
    func remove(_ transfer: CurlTransfer) -> Bool { queues.remove(transfer) }
    func ended(_ transfer: CurlTransfer, sharesConnections: Bool) -> [CurlTransfer] {
      queues.ended(transfer, sharesConnections: sharesConnections)
    }
  }

  @Suite("CurlQueues")
  struct CurlQueuesTests {
    private func transfers(_ count: Int, host: String = "one.test") throws -> [CurlTransfer] {
      let url = try #require(URL(string: "http://\(host)/"))
      return (0..<count).map { _ in
        CurlTransfer(URLRequest(url: url), Exchange { _ in }, limit: nil)
      }
    }

    /// The numbers of those whose turn it is.
    private func numbers(_ turns: [CurlTransfer], _ all: [CurlTransfer]) -> [Int] {
      turns.compactMap { turn in all.firstIndex { $0 === turn } }
    }

    @Test("first come, first served, so many at once")
    func order() throws {
      let queues = Line()
      let all = try transfers(6)
      let turns = all.compactMap { queues.add($0, limit: 2) }
      #expect(numbers(turns, all) == [0, 1])
      var order: [Int] = []
      for index in [1, 0, 2, 3, 4, 5] {
        order += numbers(queues.ended(all[index], sharesConnections: false), all)
      }
      #expect(order == [2, 3, 4, 5])
      #expect(queues.isEmpty)
    }

    @Test("each origin has turns of its own")
    func origins() throws {
      let queues = Line()
      let (one, other) = (try transfers(2), try transfers(2, host: "other.test"))
      let turns = (one + other).compactMap { queues.add($0, limit: 1) }
      #expect(numbers(turns, one + other) == [0, 2])
      #expect(numbers(queues.ended(other[0], sharesConnections: false), other) == [1])
      #expect(numbers(queues.ended(one[0], sharesConnections: false), one) == [1])
    }

    @Test("who gives up while waiting is passed over, who has had a turn cannot")
    func remove() throws {
      let queues = Line()
      let all = try transfers(5)
      for transfer in all { _ = queues.add(transfer, limit: 1) }
      let removed = [0, 1, 3, 1].map { queues.remove(all[$0]) }
      #expect(removed == [false, true, true, false])
      #expect(numbers(queues.ended(all[0], sharesConnections: false), all) == [2])
      #expect(numbers(queues.ended(all[2], sharesConnections: false), all) == [4])
      #expect(queues.ended(all[4], sharesConnections: false).isEmpty)
      #expect(queues.isEmpty)
    }

    @Test("the last who waits may give up")
    func last() throws {
      let queues = Line()
      let all = try transfers(3)
      for transfer in all { _ = queues.add(transfer, limit: 1) }
      let removed = [2, 1].map { queues.remove(all[$0]) }
      #expect(removed == [true, true])
      #expect(!queues.isEmpty)
      #expect(queues.ended(all[0], sharesConnections: false).isEmpty)
      #expect(queues.isEmpty)
    }

    @Test("where requests share a connection, many have their turn")
    func shared() throws {
      let queues = Line()
      let all = try transfers(150)
      for transfer in all { _ = queues.add(transfer, limit: 1) }
      #expect(queues.ended(all[0], sharesConnections: true).count == 100)
      #expect(queues.ended(all[1], sharesConnections: true).count == 1)
    }

    @Test("what ran or gave up is let go of, however long the queue")
    func releases() throws {
      let queues = Line()
      var all = try transfers(1000)
      for transfer in all { _ = queues.add(transfer, limit: 1) }
      weak var ran: CurlTransfer?
      ran = all[0]
      weak var gone: CurlTransfer?
      gone = all[500]
      #expect(queues.remove(all[500]))
      #expect(queues.ended(all[0], sharesConnections: false).count == 1)
      all = []
      #expect(ran == nil && gone == nil)
    }

    @Test("any order of giving up and ending serves everyone else once, in order")
    func random() throws {
      for seed in 0..<50 {
        var numbers = SystemRandomNumberGenerator()
        let queues = Line()
        let all = try transfers(300)
        let limit = 1 + seed % 5
        var (running, served, gone): ([CurlTransfer], [Int], Set<Int>) = ([], [], [])
        func serve(_ turns: [CurlTransfer]) {
          served += self.numbers(turns, all)
          running += turns
        }
        for transfer in all {
          serve([queues.add(transfer, limit: limit)].compactMap { $0 })
          #expect(running.count <= limit)
          let chance = Int.random(in: 0..<4, using: &numbers)
          if chance == 0, let number = all.indices.randomElement(using: &numbers), queues.remove(all[number]) {
            gone.insert(number)
          }
          if chance == 1, !running.isEmpty {
            let over = running.remove(at: Int.random(in: 0..<running.count, using: &numbers))
            serve(queues.ended(over, sharesConnections: false))
          }
        }
        while let over = running.popLast() { serve(queues.ended(over, sharesConnections: false)) }
        #expect(served == all.indices.filter { !gone.contains($0) })
        #expect(queues.isEmpty)
      }
    }
  }
#endif
