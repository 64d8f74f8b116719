/// Text, or a number as text: what authors write who do not tell one from the other.
///
/// `JSONValueDecoder` looks at the value once; with another decoder the first attempt may cost an error.
struct LooseText: Decodable {
  let text: String

  init(_ text: String) { self.text = text }

  /// A whole number has no fraction.
  init(_ number: Double) { text = Int(exactly: number).map(String.init) ?? "\(number)" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self.init(try container.decode(String.self))
    } catch DecodingError.typeMismatch {
      self.init(try container.decode(Double.self))
    }
  }
}
