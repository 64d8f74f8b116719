import Foundation

/// Dates as HTTP writes them (RFC 9110 section 5.6.7), read and written without a formatter.
enum HTTPDate {
  /// Reads the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994`; nil for anything else.
  static func parse(_ text: String) -> Date? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    guard words.count == 5 || words.count == 6 else { return nil }
    if words.count == 6 {
      guard words[5] == "GMT" else { return nil }
      return date(year: words[3], month: words[2], day: words[1], time: words[4])
    }
    return date(year: words[4], month: words[1], day: words[2], time: words[3])
  }

  /// The preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func format(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - day * 86_400
    let (year, month, dayOfMonth) = civil(day: day)
    let weekday = weekdays[((day % 7) + 7 + 4) % 7]
    return "\(weekday), \(two(dayOfMonth)) \(months[month - 1]) \(four(year)) "
      + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func date(year: String, month: String, day: String, time: String) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
    guard
      let month = months.firstIndex(of: month), let day = number(day), (1...31).contains(day),
      let shortYear = number(year), clock.count == 3,
      let hour = clock[0], hour < 24, let minute = clock[1], minute < 60, let second = clock[2], second < 61
    else { return nil }
    // Two digits mean 1970 to 2069.
    let fullYear = year.count > 2 ? shortYear : shortYear + (shortYear < 70 ? 2000 : 1900)
    let days = dayNumber(year: fullYear, month: month + 1, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
  }

  private static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.count <= 4, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int(text)
  }

  // Days since 1970-01-01 in the Gregorian calendar, with years that begin in March.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func four(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
  }
}
