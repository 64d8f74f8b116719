/// Lists as header fields write them: pieces between separators, where a quoted string is one word (RFC 9110 section 5.6).
enum HTTPList {
  /// The pieces between the separators, without the white space around them; empty ones are left out.
  ///
  /// A separator inside of a quoted string, or of `<...>` where the list has addresses, is none. A quotation mark or a
  /// bracket that never closes is a character like others, so that it cannot hide what follows.
  static func split(_ text: Substring, at separator: Character, addresses: Bool = false) -> [Substring] {
    var pieces: [Substring] = []
    var (start, position) = (text.startIndex, text.startIndex)
    while position < text.endIndex {
      let character = text[position]
      if character == separator {
        pieces.append(text[start..<position])
        start = text.index(after: position)
      } else if character == "\"", let end = closingQuote(text, after: position) {
        position = end
      } else if character == "<", addresses, let end = text[position...].firstIndex(of: ">") {
        position = end
      }
      position = text.index(after: position)
    }
    pieces.append(text[start...])
    return pieces.map(trimmed).filter { !$0.isEmpty }
  }

  /// A piece `name=value`: the name in lower case, the value without its quotation marks, nil where there is no `=`.
  static func parameter(_ piece: Substring) -> (name: String, value: String?) {
    guard let equals = piece.firstIndex(of: "=") else { return (piece.lowercased(), nil) }
    return (
      trimmed(piece[..<equals]).lowercased(), unquoted(trimmed(piece[piece.index(after: equals)...]))
    )
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count > 1, text.first == "\"", text.last == "\"" else { return String(text) }
    var (result, isEscaped) = ("", false)
    for character in text.dropFirst().dropLast() {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { result.append(character) }
    }
    return result
  }

  private static func closingQuote(_ text: Substring, after quote: Substring.Index) -> Substring.Index? {
    var position = text.index(after: quote)
    while position < text.endIndex, text[position] != "\"" {
      if text[position] == "\\" { position = text.index(after: position) }
      if position < text.endIndex { position = text.index(after: position) }
    }
    return position < text.endIndex ? position : nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
