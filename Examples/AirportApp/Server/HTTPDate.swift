internal import Foundation

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7), whatever the locale.
enum HTTPDate {
  static func text(_ date: Date) -> String {
    let part = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
    let day = days[(part.weekday ?? 1) - 1]
    let month = months[(part.month ?? 1) - 1]
    let time = [part.hour, part.minute, part.second].map { twoDigits($0 ?? 0) }.joined(separator: ":")
    return "\(day), \(twoDigits(part.day ?? 1)) \(month) \(part.year ?? 1970) \(time) GMT"
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    return calendar
  }()

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
