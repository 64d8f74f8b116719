import Dispatch
import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Schedulers")
  struct SchedulerTests {
    @Test("the immediate scheduler runs work before it returns")
    func immediate() {
      let log = Recorder<Int>()
      let work = ImmediateScheduler.instance.schedule(1) { number in
        log.onNext(number)
        return Disposables.create()
      }
      #expect(log.history == ["1"])
      work.dispose()
    }

    @Test("the current-thread scheduler runs work after what runs, in order")
    func currentThread() {
      let log = Locked<[String]>([])
      let scheduler = CurrentThreadScheduler.instance
      #expect(CurrentThreadScheduler.isScheduleRequired)
      let dropped = Locked<(any Disposable)?>(nil)
      _ = scheduler.schedule(()) {
        log.update { $0.append("<outer") }
        #expect(!CurrentThreadScheduler.isScheduleRequired)
        for number in 1...2 {
          _ = scheduler.schedule(number) { number in
            log.update { $0.append("\(number)") }
            return Disposables.create()
          }
        }
        dropped.value = scheduler.schedule(()) {
          log.update { $0.append("dropped") }
          return Disposables.create()
        }
        dropped.value?.dispose()
        log.update { $0.append("outer>") }
        return Disposables.create()
      }
      #expect(log.value == ["<outer", "outer>", "1", "2"])
      #expect(CurrentThreadScheduler.isScheduleRequired)
    }

    @Test("a serial queue runs its work in order, one at a time, also on a concurrent queue of one's own")
    func serial() {
      withWatchdog(seconds: 60, "a serial queue") {
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        for scheduler in [SerialDispatchQueueScheduler(qos: .utility), SerialDispatchQueueScheduler(queue: concurrent)]
        {
          let (inside, overlaps, numbers, done) = (Counter(), Counter(), Locked<[Int]>([]), Gate())
          for number in 0..<1_000 {
            _ = scheduler.schedule(number) { number in
              if inside.add() != 1 { overlaps.add() }
              numbers.update { $0.append(number) }
              inside.add(-1)
              if number == 999 { done.open() }
              return Disposables.create()
            }
          }
          #expect(done.wait(seconds: 50))
          #expect(numbers.value == Array(0..<1_000))
          #expect(overlaps.value == 0)
        }
      }
    }

    @Test("what the action returned is disposed by a dispose after it has run")
    func returned() {
      let (scheduler, disposals) = (VirtualTimeScheduler(), Counter())
      let work = scheduler.schedule(()) { Disposables.create { disposals.add() } }
      scheduler.advance(by: .zero)
      #expect(disposals.value == 0)
      work.dispose()
      work.dispose()
      #expect(disposals.value == 1)
    }

    @Test("real clocks never go back")
    func clocks() {
      for scheduler in [
        MainScheduler.instance, SerialDispatchQueueScheduler(), ConcurrentDispatchQueueScheduler(),
      ] as [any SchedulerType] {
        let readings = (0..<1_000).map { _ in scheduler.now }
        #expect(readings == readings.sorted())
      }
    }
  }
}
