internal import MiniRx

/// Turns a terminal's bytes into keys; an ESC that stands alone for 50 milliseconds is the Escape key.
@MainActor
final class KeyInput {
  private let scheduler: any SchedulerType
  private let press: @MainActor ([Key]) -> Void
  private var decoder = KeyDecoder()
  private var timer = DisposeBag()

  /// An input that hands the keys of each read to `press`, all at once.
  init(scheduler: any SchedulerType, press: @escaping @MainActor ([Key]) -> Void) {
    self.scheduler = scheduler
    self.press = press
  }

  /// Takes the bytes of one read.
  func receive(_ bytes: [UInt8]) {
    timer = DisposeBag()
    deliver(decoder.decode(bytes))
    guard decoder.isUndecided else { return }
    Observable<Int>.timer(.milliseconds(50), scheduler: scheduler).subscribe(with: self) { input, _ in
      input.deliver(input.decoder.timeOut())
    }.disposed(by: timer)
  }

  private func deliver(_ keys: [Key]) { if !keys.isEmpty { press(keys) } }
}
