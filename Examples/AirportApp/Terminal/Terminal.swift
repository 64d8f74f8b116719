/// The window and the keyboard in front of a person.
@MainActor
protocol Terminal: AnyObject {
  /// The window's size now.
  var size: ScreenSize { get }
  /// Takes the window, and tells what happens until `stop()`, on the main actor.
  func start(_ tell: @escaping @MainActor (TerminalEvent) -> Void)
  /// Writes a text that may have escape sequences; false when it is lost.
  func write(_ text: String) -> Bool
  /// Gives the window back, stops the process as Ctrl-Z does, and returns, the window taken again, when it goes on.
  func suspend()
  /// Gives the window back as it was. May be called twice.
  func stop()
}

/// What a terminal tells.
enum TerminalEvent: Hashable, Sendable {
  /// Keys were pressed.
  case bytes([UInt8])
  /// The window has another size.
  case resized
  /// The process went on after it was stopped; the window may show anything.
  case continued
  /// It is to end: by this signal, or by SIGHUP when the terminal has gone.
  case ended(signal: Int32)
}
