import Dispatch
import MiniRx

/// Elements read by a task that awaits them.
enum ValuesRows {
  static let rows = [
    Row("values, sent and read in turn", per: "element", limit: Limit(ratio: 1), against: "AsyncStream") {
      let subject = PublishSubject<Int>()
      return Load(
        work: { count in
          PlainAsync.runAndWait {
            var iterator = subject.values.makeAsyncIterator()
            for number in 0..<count {
              subject.onNext(number)
              consume((try? await iterator.next()) ?? 0)
            }
          }
        },
        baseline: { count in
          PlainAsync.runAndWait {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            var iterator = stream.makeAsyncIterator()
            for number in 0..<count {
              continuation.yield(number)
              consume(await iterator.next() ?? 0)
            }
          }
        })
    },
    Row(
      "values, from another thread", per: "element", limit: Limit(ratio: 1), against: "AsyncStream", repeats: false
    ) {
      Load(
        work: { count in
          let (subject, done) = (PublishSubject<Int>(), DispatchSemaphore(value: 0))
          let values = subject.values
          Task.detached {
            do { for try await number in values { consume(number) } } catch { abandon("\(error)") }
            done.signal()
          }
          for number in 0..<count { subject.onNext(number) }
          subject.onCompleted()
          done.wait()
        },
        baseline: { count in
          let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
          let done = DispatchSemaphore(value: 0)
          Task.detached {
            for await number in stream { consume(number) }
            done.signal()
          }
          for number in 0..<count { continuation.yield(number) }
          continuation.finish()
          done.wait()
        })
    },
  ]
}
