import AirportApp
import Dispatch
import Foundation

CommandConsole.occupyClosedDescriptors()

// A reader that has gone is told by EPIPE, an interruption by the source below.
signal(SIGPIPE, SIG_IGN)
signal(SIGINT, SIG_IGN)

let command = AirportsCommand(
  arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
  console: .system
) { code in
  // Not `exit`: threads of the server and of URLSession may still run, and must not meet destroyed globals.
  _exit(code)
}

let interruptions = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
interruptions.setEventHandler { MainActor.assumeIsolated { command.interrupt() } }
interruptions.resume()

command.start()
while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
