/// How far apart two spellings are.
enum Spelling {
  /// Whether one letter too much, too few or another one, or two neighbours swapped, makes one of the other. O(length).
  static func differsByOneTypo(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    guard long.count - short.count <= 1 else { return false }
    let begin = zip(short, long).prefix { $0 == $1 }.count
    let end = zip(short.dropFirst(begin).reversed(), long.dropFirst(begin).reversed()).prefix { $0 == $1 }.count
    let left = short.count - begin - end
    if long.count > short.count { return left == 0 }
    return left == 1
      || left == 2 && short[begin] == long[begin + 1] && short[begin + 1] == long[begin]
  }

  /// How many typos a word of so many letters may have and still be known: more would make any word of it.
  static func limit(letters: Int) -> Int {
    switch letters {
    case ..<3: 0
    case 3...4: 1
    case 5...7: 2
    default: 3
    }
  }

  /// How many typos lie between two spellings, nil when there are more than the limit.
  ///
  /// The distance of Damerau and Levenshtein in which no letter is touched twice (optimal string alignment).
  static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], limit: Int) -> Int? {
    guard abs(one.count - other.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, otherLetter) in other.enumerated() {
        var best = min(current[column] + 1, last[column + 1] + 1, last[column] + (letter == otherLetter ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      if current.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
