import Foundation

let options: Options
do {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  note("Benchmarks: \(error.reason)\n\n\(Options.usage)")
  exit(64)
}
if options.help {
  print(Options.usage)
  exit(0)
}
let rows = Rows.all.filter(options.selects)
if rows.isEmpty {
  note("Benchmarks: no row is named like \(options.only.joined(separator: " or ")); --list shows the names.")
  exit(64)
}
if let name = options.repeated?.name, !rows.contains(where: { $0.name == name }) {
  note("Benchmarks: no row has the name \(name); --list shows the names.")
  exit(64)
}
do {
  try Command(options, rows).run()
} catch {
  note("Benchmarks: \(error)")
  exit(1)
}
