/// What a document of a type looks like, for the writer that makes such documents.
indirect enum FuzzShape: Sendable {
  case null, bool, integer, number, text, key
  case date, data, url, uuid
  case word([String])
  case optional(FuzzShape)
  case array(FuzzShape)
  /// An array of so many, each of a shape of its own.
  case tuple([FuzzShape])
  case dictionary(key: FuzzShape, FuzzShape)
  case object([(String, FuzzShape)])
  case oneOf([FuzzShape])
  /// Whatever there is, to a depth.
  case any(Int)
}
