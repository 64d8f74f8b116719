/// The faults that `--fail` can ask of the server inside: those that fail a load.
enum CommandFaults {
  static let all: [LoopbackServer.Fault] = [
    .status400, .status401, .status403, .status404, .status408, .status409, .status410, .status422, .status429,
    .status500, .status502, .status503, .status504, .noContent, .empty200, .html200, .html500, .badJSON, .wrongShape,
    .slow, .truncate, .reset, .resetBeforeHead, .closeBeforeHead, .silence, .silenceAfterHead, .silenceInBody, .gzipCut,
    .gzipGarbage, .chunkCut, .chunkGarbage, .badStatusLine, .notHTTP, .redirectLoop, .redirectNowhere,
  ]

  static var names: String { all.map(\.rawValue).joined(separator: ", ") }
}
