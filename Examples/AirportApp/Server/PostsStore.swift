/// The posts and comments that the server keeps in memory; every server starts with the same ones.
struct PostsStore {
  var posts = Self.table(
    RecordTable(fields: [.init("userId", .wholeNumber, fallback: .number(1)), .init("title"), .init("body")]),
    (1...10).map { number in
      let subject = subjects[number - 1]
      return [
        "userId": .number(Double((number + 4) / 5)), "title": .string(subject),
        "body": .string("Notes of a traveller about \(subject)."),
      ]
    })

  var comments = Self.table(
    RecordTable(fields: [.init("postId", .wholeNumber), .init("name"), .init("email"), .init("body")]),
    (1...30).map { number in
      let post = (number + 2) / 3
      return [
        "postId": .number(Double(post)), "name": .string("Comment \(number)"),
        "email": .string("reader\(number)@example.com"), "body": .string("A word about \(subjects[post - 1])."),
      ]
    })

  private static let subjects = [
    "window seats", "long layovers", "night trains to the airport", "lost luggage", "공항 라운지", "early gates",
    "short runways", "island hopping", "paper tickets", "the last flight home",
  ]

  private static func table(_ empty: RecordTable, _ rows: [[String: ServerJSON]]) -> RecordTable {
    rows.reduce(into: empty) { _ = $0.insert($1) }
  }
}
