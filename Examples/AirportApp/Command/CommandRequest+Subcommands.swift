extension CommandRequest {
  /// What a subcommand is asked to do, read from the words behind its name.
  ///
  /// - Throws: `UsageError` for a word too many, one that is missing, and one that is not known.
  init(
    _ subcommand: Subcommand, words: ArraySlice<String>, given: Set<String>, _ options: CommandOptions
  ) throws(UsageError) {
    try Self.check(given, for: subcommand)
    switch subcommand {
    case .show:
      guard let code = words.first else { throw .missing("show", "CODE", "airports show ICN") }
      try Self.end("show", words.dropFirst())
      self = .show(code: code, options)
    case .login:
      var options = options
      if let email = words.first { options.subcommand.email = email }
      try Self.end("login", words.dropFirst())
      self = .login(options)
    case .posts: self = .posts(try Self.posts(words), options)
    case .serve:
      try Self.end("serve", words)
      if given.contains("--base-url") { throw .notWithServe }
      self = .serve(options)
    }
  }

  /// Refuses options that are for something else; nil stands for a search.
  static func check(_ given: Set<String>, for subcommand: Subcommand?) throws(UsageError) {
    for option in given.sorted() {
      if let owners = SubcommandOptions.owners(of: option), !owners.contains(subcommand) {
        throw .notFor(option, owners)
      }
    }
  }

  private static func posts(_ words: ArraySlice<String>) throws(UsageError) -> PostsRequest {
    guard let verb = words.first else { throw .missing("posts", names.joined(separator: "|"), "airports posts list") }
    let rest = words.dropFirst()
    switch verb {
    case "list", "create":
      try end("posts \(verb)", rest)
      return verb == "list" ? .list : .create
    case "comments", "update", "delete":
      guard let text = rest.first else { throw .missing("posts \(verb)", "N", "airports posts \(verb) 1") }
      guard let id = Int(text), id > 0 else { throw .notNumber("posts \(verb)", text) }
      try end("posts \(verb)", rest.dropFirst())
      switch verb {
      case "comments": return .comments(id)
      case "update": return .update(id)
      default: return .delete(id)
      }
    default: throw .unknown(verb, of: "posts", names)
    }
  }

  private static let names = ["list", "comments", "create", "update", "delete"]

  private static func end(_ name: String, _ words: ArraySlice<String>) throws(UsageError) {
    if let word = words.first { throw .tooMuch(name, word) }
  }
}

extension UsageError {
  fileprivate static func notFor(_ option: String, _ owners: Set<Subcommand?>) -> UsageError {
    let names = owners.compactMap { $0.map { "airports \($0.rawValue)" } }.sorted()
    let english = (owners.contains(nil) ? ["a search"] : []) + names
    let korean = (owners.contains(nil) ? ["검색"] : []) + names
    return UsageError(
      "\(option) is for \(english.joined(separator: " and ")) only.",
      korean: "\(option) 옵션은 \(korean.joined(separator: ", "))에서만 쓸 수 있습니다.")
  }

  fileprivate static let notWithServe = UsageError(
    "--base-url is not for serve: it is the server.", korean: "serve는 직접 서버가 되므로 --base-url을 쓸 수 없습니다.")

  fileprivate static func missing(_ name: String, _ what: String, _ example: String) -> UsageError {
    UsageError("\(name) needs \(what), such as: \(example)", korean: "\(name)에는 \(what)이(가) 필요합니다. 예: \(example)")
  }

  fileprivate static func notNumber(_ name: String, _ text: String) -> UsageError {
    UsageError(
      "\(name) needs the number of a post, not \"\(text)\".", korean: "\(name)에는 \"\(text)\" 대신 글 번호가 필요합니다.")
  }

  fileprivate static func tooMuch(_ name: String, _ word: String) -> UsageError {
    UsageError("\(name) takes no \"\(word)\".", korean: "\(name)에는 \"\(word)\"을(를) 쓸 수 없습니다.")
  }

  fileprivate static func unknown(_ word: String, of name: String, _ names: [String]) -> UsageError {
    let list = names.joined(separator: ", ")
    let meant = Subcommand.alike(word, of: names)
    return UsageError(
      "\(name) has no \"\(word)\"; it has \(list)." + (meant.map { " Did you mean \($0)?" } ?? ""),
      korean: "\(name)에 \"\(word)\" 명령이 없습니다. 쓸 수 있는 명령: \(list)."
        + (meant.map { " \($0)을(를) 찾으셨나요?" } ?? ""))
  }
}
