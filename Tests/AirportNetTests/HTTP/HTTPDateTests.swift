import Foundation
import Testing

@testable import AirportNet

@Suite("Dates of HTTP")
struct HTTPDateTests {
  @Test(
    "The three forms are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ])
  func reading(text: String, seconds: Int) {
    #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: Double(seconds)))
  }

  @Test(
    "Anything else is no date",
    arguments: [
      "", "0", "tomorrow", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST",
      "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Xyz 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Nov 1994 08::37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
    ])
  func refusing(text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }

  @Test("Writing and reading agree over four centuries")
  func roundTrip() {
    #expect(HTTPDate.format(Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    for step in -100..<3000 {
      let date = Date(timeIntervalSince1970: Double(step) * 4_000_037)
      #expect(HTTPDate.parse(HTTPDate.format(date)) == date)
    }
  }
}
