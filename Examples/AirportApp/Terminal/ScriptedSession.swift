internal import AirportNet
internal import Foundation
internal import MiniRx

/// The command's run of a script: reads it, loads the airports, runs, prints.
@MainActor
final class ScriptedSession {
  private let options: CommandOptions
  private let console: CommandConsole
  private let finish: @MainActor (Int32) -> Void
  private let phrases: Phrases
  private var source: AirportSource?
  private var bag = DisposeBag()

  init(_ options: CommandOptions, _ console: CommandConsole, finish: @escaping @MainActor (Int32) -> Void) {
    self.options = options
    self.console = console
    self.finish = finish
    phrases = Phrases(language: options.language)
  }

  /// Runs; ends by a call of `finish`.
  func start() {
    guard let script = script() else { return finish(64) }
    // The latency is waited for on the clock of the run, not here.
    var loading = options
    loading.latency = .zero
    let source: AirportSource
    do throws(LoopbackServerError) {
      source = try AirportSource(loading)
    } catch {
      tell("\(error)")
      return finish(2)
    }
    self.source = source
    source.api.fetchAirports().subscribe(
      onSuccess: { [weak self] in self?.run(script, .success($0)) },
      onFailure: { [weak self] in self?.run(script, .failure(NetworkError(wrapping: $0))) }
    ).disposed(by: bag)
  }

  /// Cancels the load; `finish` is not called any more.
  func cancel() {
    bag = DisposeBag()
    source?.stop()
    source = nil
  }

  private func script() -> KeyScript? {
    guard let path = options.script else { return KeyScript(typing: options.query, every: 100) }
    do {
      return try KeyScript(String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self))
    } catch let fault as KeyScript.Fault {
      tell("\(path):\(fault)")
    } catch {
      let reason = (error as NSError).code == CocoaError.fileReadNoSuchFile.rawValue ? ENOENT : EIO
      tell(phrases.unreadable(path, String(cString: strerror(reason))))
    }
    return nil
  }

  private func run(_ script: KeyScript, _ answer: Result<AirportResponse, NetworkError>) {
    // The port of the server inside is another one each time.
    let address = options.baseURL == nil ? "airports.json" : source?.address ?? ""
    cancel()
    let run = ScriptedRun(script, options, answer: answer, address: address, columns: console.columns ?? 80)
    let (code, text) = run.run()
    finish(console.end(code, printing: text, phrases))
  }

  private func tell(_ message: String) { console.say("airports: \(message.onOneLine)\n") }
}
