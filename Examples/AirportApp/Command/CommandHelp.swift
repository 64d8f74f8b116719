/// What `airports --help` prints.
enum CommandHelp {
  static let version = "airports 0.1.0"

  static let text = """
    Finds airports by city, name, code or country.

    Usage: airports QUERY... [options]
           airports [options]             searches while you type, on a terminal
           airports show CODE [--from LAT,LON|CODE]
           airports login [EMAIL] [--password-stdin] [--yes]
           airports posts list | comments N | create | update N | delete N
           airports serve [--port N]

      airports seoul
      airports london canada
      airports "san f" --from 37.46,126.44 --limit 5
      airports ICN --from GMP --json
      airports show ICN --from GMP   one airport, in full
      airports -- login              searches for the word login

    Without --base-url the airports come from a server inside of the process, over a real socket.

    login asks for the email, the password (which is not shown) and whether to go on:
      --email EMAIL        who logs in, instead of being asked
      --password-stdin     the password is the first line of standard input
      -y, --yes            go on without being asked
      --no-input           never ask; what is missing is an error

    posts create and posts update take, and create asks for what is missing:
      --title TEXT         what the post is about
      --body TEXT          what it says
      --user N             who wrote it
    The server inside forgets changes when the command ends; airports serve keeps them.

    serve prints its address and runs until Ctrl-C (130) or SIGTERM (0):
      --port N             the port on 127.0.0.1; 0, as unless told otherwise, is a free one
    It knows the email traveller@example.com with the password window-seat-14A.

    What to print:
      --from LAT,LON|CODE  nearest first, with the distance from a place or an airport
      --limit N            at most N airports
      --json               a JSON array of objects; one object for one airport or post
      --plain              lines with tabs: code, airport, city, country, distance (--from), runway;
                           show: code, ICAO, name, city, state, country, latitude, longitude,
                           elevation and runway in m, time zone, distance in km, bearing;
                           posts: number, user, title, body; comments: number, name, email, body
      --no-color           no colours; nor with NO_COLOR or TERM=dumb, nor into a file or pipe
      --lang ko|en         the language of messages and heads; else that of the locale
      -q, --quiet          say only why it failed
      -v, --verbose        say what is done

    While you type:
      --debounce MS        how long the typing must pause before a search, 300 unless told otherwise
      --script FILE        press the keys of a file in virtual time, and print the screens; a line
                           is a time in milliseconds and what is done then, such as
                             0     "seoul" every 80
                             1500  down enter
                             +100  show
      --marbles            print the run as a marble diagram; with a query: of it typed

    Where from:
      --base-url URL       load URL/airports.json instead; also AIRPORTS_BASE_URL
      --timeout SECONDS    how long the load may take, 15 unless told otherwise
      --latency MS         the server inside waits before it answers
      --fail NAME          the server inside fails:
    \(faults)

      -h, --help           print this
      --version            print the version

    Data goes to standard output, all else to standard error.
    Exit codes: 0 found or done, 1 no match, refused or declined, 2 network, server, decoding or
    output failure, 64 usage, 130 interrupted.
    """

  /// The names of the faults in lines of at most 80 columns.
  private static var faults: String {
    var lines: [String] = []
    for name in CommandFaults.all.map(\.rawValue) {
      if let last = lines.last, last.count + name.count < 56 {
        lines[lines.count - 1] = last + " " + name
      } else {
        lines.append(name)
      }
    }
    return lines.map { String(repeating: " ", count: 23) + $0 }.joined(separator: "\n")
  }
}
