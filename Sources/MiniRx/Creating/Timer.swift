extension ObservableType where Element: FixedWidthInteger & Sendable {
  /// 0, 1, 2 … at a fixed rate, for ever, the first after one period. Ticks that were missed are not made up for. A
  /// period of zero or less counts as one millisecond.
  ///
  ///     interval   --0--1--2--3--
  public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    makeTimer(period.asPeriod, period: period, scheduler)
  }

  /// 0 when the time has passed, and then, with a period, 1, 2 … at that rate; without one it ends. A time of zero or
  /// less has passed at the scheduler's next turn; a period of zero or less counts as one millisecond.
  ///
  ///     timer(dueTime)           ---0|
  ///     timer(dueTime, period)   ---0--1--2--
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> {
    makeTimer(dueTime, period: period, scheduler)
  }
}

private func makeTimer<Element: FixedWidthInteger & Sendable>(
  _ dueTime: Duration, period: Duration?, _ scheduler: any SchedulerType
) -> Observable<Element> {
  makeCreate { observer in
    guard let period else {
      return scheduler.scheduleRelative((), dueTime: dueTime) {
        observer.onNext(0)
        observer.onCompleted()
        return Disposables.create()
      }
    }
    return scheduler.schedulePeriodic(Element.zero, startAfter: dueTime, period: period.asPeriod) { number in
      observer.onNext(number)
      return number &+ 1
    }
  }
}
