import AirportApp
import Dispatch
import Foundation

CommandConsole.occupyClosedDescriptors()

// A reader that has gone is told by EPIPE.
signal(SIGPIPE, SIG_IGN)

let command = AirportsCommand(
  arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
  console: .system
) { code in
  // Not `exit`: threads of the server and of URLSession may still run, and must not meet destroyed globals.
  _exit(code)
}

let interruptions = SignalWatch(SIGINT, on: .main) { MainActor.assumeIsolated { command.interrupt() } }

command.start()
while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
