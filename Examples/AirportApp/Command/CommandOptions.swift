public import AirportNet

/// What the command `airports` was asked to do.
public enum CommandRequest: Hashable, Sendable {
  /// Find airports.
  case search(CommandOptions)
  /// Show one airport in full.
  case show(code: String, CommandOptions)
  /// Log in.
  case login(CommandOptions)
  /// Read or change posts.
  case posts(PostsRequest, CommandOptions)
  /// Run only the server.
  case serve(CommandOptions)
  /// Print the help, as asked.
  case help
  /// Print the version.
  case version
  /// Search while a person types, where there is a terminal; else print the help, or say what is missing if there are
  /// options.
  case interactive(CommandOptions, isBare: Bool)
  /// Run keys in virtual time: those of a script, or the query typed.
  case scripted(CommandOptions)
  /// Say what is missing: there are options, but nothing to search for.
  case noQuery
}

/// How a search of the command goes.
public struct CommandOptions: Hashable, Sendable {
  /// Where distances are measured from.
  public enum Origin: Hashable, Sendable {
    /// A place.
    case point(GeoPoint)
    /// The airport with this code.
    case airport(code: String)
  }

  /// The form of what is found.
  public enum Format: Hashable, Sendable {
    /// A table for people.
    case table
    /// Lines with tabs for other tools.
    case plain
    /// A JSON array for programs.
    case json
  }

  /// How much is said on standard error.
  public enum Verbosity: Hashable, Sendable {
    /// Only why it failed.
    case quiet
    /// What a person must know.
    case normal
    /// What is done, too.
    case verbose
  }

  /// What is searched for.
  public var query: String
  /// Where distances are measured from; nil for no distances.
  public var origin: Origin?
  /// The most airports to print; nil for all.
  public var limit: Int?
  /// The form of what is found.
  public var format = Format.table
  /// Where the airports are loaded from; nil for the server inside of the process.
  public var baseURL: String?
  /// How long the load may take as a whole.
  public var timeout = Duration.seconds(15)
  /// How long the server inside waits before it answers.
  public var latency = Duration.zero
  /// What goes wrong with the answer of the server inside.
  public var fault: LoopbackServer.Fault?
  /// Whether the terminal may be given colours.
  public var isColourAllowed = true
  /// How long the typing must pause before a search; nil for the usual time.
  public var debounce: Duration?
  /// The file of timed keys to run; nil for none.
  public var script: String?
  /// Whether the run is printed as a marble diagram.
  public var showsMarbles = false
  /// How much is said on standard error.
  public var verbosity = Verbosity.normal
  /// The language that people are spoken to in.
  public var language = MessageLanguage.english
  /// The options that one subcommand alone has.
  public var subcommand = SubcommandOptions()

  /// A search with nothing out of the ordinary.
  public init(query: String) { self.query = query }
}

/// Options that make no sense, in words that name the one that is at fault.
public struct UsageError: Error, Hashable, Sendable {
  /// One line for the person.
  public let message: String
  /// The same in Korean, nil where there is no translation.
  public let korean: String?

  /// Takes the line.
  public init(_ message: String, korean: String? = nil) { (self.message, self.korean) = (message, korean) }

  /// The line in a language.
  public func text(in language: MessageLanguage) -> String { (language == .korean ? korean : nil) ?? message }

  /// True for the same line in English.
  public static func == (one: UsageError, other: UsageError) -> Bool { one.message == other.message }

  /// Hashes the line in English.
  public func hash(into hasher: inout Hasher) { hasher.combine(message) }
}
