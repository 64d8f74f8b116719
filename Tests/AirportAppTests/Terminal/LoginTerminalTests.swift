import AirportApp
import Foundation
import Testing

@Suite("A password is typed at a terminal", .serialized)
struct LoginTerminalTests {
  private let email = LoopbackServer.Configuration.exampleEmail
  private let password = LoopbackServer.Configuration.examplePassword

  private func run(_ words: String..., body: (PseudoTerminal) throws -> Void) throws {
    let terminal = try PseudoTerminal(BuiltCommand.location().path, ["login"] + words, columns: 100)
    defer { terminal.close() }
    try body(terminal)
    #expect(terminal.isRestored)
    #expect(!terminal.screen.text.contains(password))
  }

  @Test("It is not shown, all else is, and the terminal is as before")
  func hidden() throws {
    try run { terminal in
      try terminal.wait(for: "Email:")
      terminal.type("\(email)\n")
      try terminal.wait(for: "Password:")
      #expect(terminal.modes.c_lflag & tcflag_t(ECHO) == 0)
      terminal.type("\(password)\n")
      try terminal.wait(for: "Log in as \(email)? [y/N]")
      #expect(terminal.isRestored)
      terminal.type("y\n")
      #expect(try terminal.end() == 0)
      try terminal.wait(for: "Welcome aboard.")
      #expect(terminal.screen.text.contains("Email: \(email)\n"))
    }
  }

  @Test(
    "A signal at the question ends the command, and the terminal is as before",
    arguments: [(SIGINT, 130), (SIGTERM, 1000 + SIGTERM), (SIGHUP, 1000 + SIGHUP)] as [(Int32, Int32)])
  func signals(number: Int32, code: Int32) throws {
    try run(email) { terminal in
      try terminal.wait(for: "Password:")
      terminal.type(password)
      terminal.signal(number)
      #expect(try terminal.end() == code)
    }
  }

  @Test("Ctrl-C at the question is an interruption, and nothing that was typed is shown")
  func controlC() throws {
    try run(email, "--yes") { terminal in
      try terminal.wait(for: "Password:")
      terminal.type("\(password)\u{3}")
      #expect(try terminal.end() == 130)
    }
  }
}
