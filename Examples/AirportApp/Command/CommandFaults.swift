/// The faults that `--fail` can ask of the server inside: those that fail a load.
enum CommandFaults {
  static let all: [LoopbackServer.Fault] = [
    .status400, .status401, .status403, .status404, .status408, .status409, .status410, .status422, .status429,
    .status500, .status502, .status503, .status504, .noContent, .empty200, .html200, .html500, .badJSON, .wrongShape,
    .slow, .truncate, .reset, .resetBeforeHead, .closeBeforeHead, .silence, .silenceAfterHead, .silenceInBody, .gzipCut,
    .gzipGarbage, .chunkCut, .chunkGarbage, .badStatusLine, .notHTTP, .redirectLoop, .redirectNowhere,
  ]

  /// The name that may have been meant: the nearest, and of equals the one that begins alike for longest.
  static func alike(_ name: String) -> String? {
    let letters = Array(name.lowercased().unicodeScalars)
    let near = all.compactMap { fault -> (key: (Int, Int), name: String)? in
      let other = Array(fault.rawValue.unicodeScalars)
      let limit = Spelling.limit(letters: letters.count)
      guard let distance = Spelling.distance(letters, other, limit: limit) else { return nil }
      return ((distance, -zip(letters, other).prefix { $0 == $1 }.count), fault.rawValue)
    }
    return near.min { $0.key < $1.key }?.name
  }
}
