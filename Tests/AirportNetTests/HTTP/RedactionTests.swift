import Foundation
import Testing

@testable import AirportNet

@Suite("Redaction")
struct RedactionTests {
  @Test(
    "Names of secrets are known",
    arguments: [
      "password", "Password", "user_password", "newPassword", "access_token", "refreshToken", "X-Api-Key", "api_key",
      "client-secret", "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "sig", "X-Amz-Signature", "pw",
      "X-CSRF-Token", "otp",
    ])
  func secretNames(name: String) {
    #expect(Redaction.isSecret(name: name))
  }

  @Test(
    "Other names are left alone", arguments: ["code", "iata", "city", "Accept", "keyboard", "author", "pinyin", ""])
  func otherNames(name: String) {
    #expect(!Redaction.isSecret(name: name))
  }

  @Test(
    "An address loses its user and its secret items",
    arguments: [
      ("https://kim:pw@a.test:80/x?y=1#z", "https://<redacted>@a.test:80/x?y=1#z"),
      ("https://kim@a.test", "https://<redacted>@a.test"), ("https://a.test/p@q", "https://a.test/p@q"),
      ("https://a.test/?iata=ICN&api_key=abc&x=1", "https://a.test/?iata=ICN&api_key=<redacted>&x=1"),
      ("https://a.test/#access_token=abc&state=1", "https://a.test/#access_token=<redacted>&state=1"),
      ("https://a.test/?user%5Bpassword%5D=abc", "https://a.test/?user%5Bpassword%5D=<redacted>"),
      ("https://a.test/?q=1#token=abc", "https://a.test/?q=1#token=<redacted>"),
      ("/next?token=abc", "/next?token=<redacted>"), ("", ""),
    ])
  func url(text: String, expected: String) {
    #expect(Redaction.url(text) == expected)
  }

  @Test(
    "The values of secret fields are hidden in bodies, whole or cut, valid or not",
    arguments: [
      (#"{"email":"a@b.test","password":"x\"y","n":1}"#, #"{"email":"a@b.test","password":"<redacted>","n":1}"#),
      (#"{"token" : 12345, "n":1}"#, #"{"token" : "<redacted>", "n":1}"#),
      (#"{"a":{"secret":{"b":[1,"}"]}},"n":1}"#, #"{"a":{"secret":"<redacted>"},"n":1}"#),
      (#"{"tokens":["a","b"],"n":1}"#, #"{"tokens":"<redacted>","n":1}"#),
      (#"{"password":"never clos"#, #"{"password":"<redacted>""#),
      (#"{"pass\u0077ord":"abc"}"#, #"{"pass\u0077ord":"<redacted>"}"#),
      (#"["password","token"]"#, #"["password","token"]"#),
      ("email=a&password=b&x=1", "email=a&password=<redacted>&x=1"),
      (#"oops {"token":"abc"}"#, #"oops {"token":"<redacted>"}"#), ("plain text", "plain text"),
      (#"{"n":"\"#, #"{"n":"\"#),
    ])
  func body(text: String, expected: String) {
    #expect(Redaction.body(Data(text.utf8)) == expected)
  }

  @Test("A body is cut between characters, and bytes that are no text are counted only")
  func cutting() {
    #expect(Redaction.body(Data("한글".utf8), limit: 4) == "한...")
    #expect(Redaction.body(Data("한글".utf8), limit: 6) == "한글")
    #expect(Redaction.body(Data([0xFF, 0xFE, 0x00])) == "<3 bytes>")
    #expect(Redaction.body(Data()) == "")
  }

  @Test("An Authorization keeps its scheme, a Location its path")
  func headers() {
    #expect(Redaction.headerValue("Bearer abc", name: "authorization") == "Bearer <redacted>")
    #expect(Redaction.headerValue("abc", name: "Authorization") == "<redacted>")
    #expect(Redaction.headerValue("/x?token=abc", name: "Location") == "/x?token=<redacted>")
    #expect(Redaction.headerValue("text/html", name: "Accept") == "text/html")
  }

  @Test(
    "Wherever a body is cut, no part of a secret shows",
    arguments: [
      #"{"a":1,"user":{"password" : "@@@\"@@","x":[{"api_key":[ "@@", {"y":"@"} ]}]},"token":{"v":"@@"},"n":"ok"}"#,
      #"[{"secret":"@@@","n":1},{"Refresh-Token":null,"clientSecret":"@@\u0022@@"}]"#,
      "user=kim&password=@@@&iata=ICN&access_token=@@#token=@@",
    ])
  func everyCut(text: String) {
    for length in 0...text.utf8.count {
      let shown = Redaction.body(Data(text.utf8), limit: length)
      #expect(!shown.contains("@"), "cut at \(length)")
    }
    #expect(Redaction.body(Data(text.utf8)).contains(#"n":"#) == text.contains(#"n":"#))
  }
}
