import AirportNet
import Foundation
import MiniRx

/// What a screen saw of its model, with the milliseconds at which it did.
@MainActor
final class Screen {
  let scheduler = VirtualTimeScheduler()
  private var shown: [String: [String]] = [:]
  private let bag = DisposeBag()

  /// What came on an output: `300 ICN`.
  subscript(name: String) -> [String] { shown[name] ?? [] }

  /// Writes down what comes on an output, in words.
  func watch<Element>(_ name: String, _ output: Driver<Element>, _ words: @escaping @MainActor (Element) -> String) {
    output.drive(with: self) { screen, element in screen.note(name, words(element)) }.disposed(by: bag)
  }

  /// Writes something down under a name.
  func note(_ name: String, _ words: String) {
    let time = String(Int(scheduler.now / .milliseconds(1)))
    shown[name, default: []].append(words.isEmpty ? time : "\(time) \(words)")
  }

  /// Moves the clock to a time in milliseconds.
  func at(_ milliseconds: Int) { scheduler.advance(to: .milliseconds(milliseconds)) }

  /// A session whose requests a stub answers, all on the thread that moves the clock.
  func session(_ answer: @escaping @Sendable (String) -> StubTransport.Answer) -> (Session, StubTransport) {
    let transport = StubTransport(scheduler: scheduler) { request in
      answer("\(request.httpMethod ?? "") \(request.url?.path ?? "")")
    }
    return (Session(transport: transport, scheduler: ImmediateScheduler.instance), transport)
  }
}
