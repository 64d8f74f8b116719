import Foundation

/// A document, and whether RFC 8259 has it be JSON. The cases are those of the public JSONTestSuite, each written anew.
struct JSONGrammarCase: Sendable, CustomStringConvertible {
  enum Verdict: Sendable { case accepted, rejected }

  let name: String
  let bytes: Data
  let verdict: Verdict

  var description: String { name }

  /// `‹E5›` in the text is a byte.
  init(_ name: String, _ text: String, _ verdict: Verdict) {
    self.init(name, Self.bytes(text), verdict)
  }

  init(_ name: String, _ bytes: Data, _ verdict: Verdict) {
    (self.name, self.bytes, self.verdict) = (name, bytes, verdict)
  }

  private static func bytes(_ text: String) -> Data {
    var bytes = Data()
    for (place, part) in text.split(separator: "‹", omittingEmptySubsequences: false).enumerated() {
      guard place > 0, let end = part.firstIndex(of: "›") else {
        bytes += Data(part.utf8)
        continue
      }
      bytes += part[..<end].split(separator: " ").compactMap { UInt8($0, radix: 16) }
      bytes += Data(part[part.index(after: end)...].utf8)
    }
    return bytes
  }
}

extension JSONGrammarCase {
  static let accepted: [JSONGrammarCase] = table(
    .accepted,
    [
      ("array: spaces inside", "[[]   ]"), ("array: an empty string", #"[""]"#), ("array: empty", "[]"),
      ("array: a newline at the end", "[\"a\"]\n"), ("array: false", "[false]"), ("array: null", "[null]"),
      ("array: one of each", #"[null, 1, "1", {}]"#), ("array: a newline before the bracket", "[1\n]"),
      ("array: space before", " [1]"), ("array: several null", "[1,null,null,null,2]"), ("array: space after", "[2] "),
      ("number: exponent", "[123e65]"), ("number: 0e+1", "[0e+1]"), ("number: 0e1", "[0e1]"),
      ("number: after a space", "[ 4]"),
      ("number: close to zero", "[-0.\(String(repeating: "0", count: 77))1]"),
      ("number: integer with exponent", "[20e1]"), ("number: minus zero", "[-0]"),
      ("number: minus zero with a fraction", "[-0.0]"), ("number: -123", "[-123]"),
      ("number: -1", "[-1]"), ("number: E", "[1E22]"), ("number: E-", "[1E-2]"), ("number: E+", "[1E+2]"),
      ("number: e", "[123e45]"), ("number: fraction and e", "[123.456e78]"), ("number: e-", "[1e-2]"),
      ("number: e+", "[1e+2]"), ("number: integer", "[123]"), ("number: fraction", "[123.456789]"),
      ("object: two keys", #"{"asd":"sdf", "dfg":"fgh"}"#), ("object: one key", #"{"asd":"sdf"}"#),
      ("object: a key twice", #"{"a":"b","a":"c"}"#), ("object: a pair twice", #"{"a":"b","a":"b"}"#),
      ("object: empty", "{}"), ("object: the empty key", #"{"":0}"#),
      ("object: NUL in a key", #"{"foo\u0000bar": 42}"#),
      ("object: great numbers", #"{ "min": -1.0e+28, "max": 1.0e+28 }"#),
      (
        "object: long strings",
        #"{"x":[{"id": "\#(String(repeating: "x", count: 40))"}], "id": "\#(String(repeating: "x", count: 40))"}"#
      ),
      ("object: an array in it", #"{"a":[]}"#),
      (
        "object: escapes of Cyrillic",
        #"{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430" }"#
      ),
      ("object: newlines", "{\n\"a\": \"b\"\n}"),
      ("string: escapes of 1, 2, 3 bytes", #"["\u0060\u012a\u12AB"]"#),
      ("string: a surrogate pair", #"["\uD801\udc37"]"#), ("string: two pairs", #"["\ud83d\ude39\ud83d\udc8d"]"#),
      ("string: all short escapes", #"["\"\\\/\b\f\n\r\t"]"#), ("string: a backslash, then u0000", #"["\\u0000"]"#),
      ("string: a quote", #"["\""]"#), ("string: what looks like comments", #"["a/*b*/c/*d//e"]"#),
      ("string: a backslash, then a", #"["\\a"]"#), ("string: a backslash, then n", #"["\\n"]"#),
      ("string: an escaped control character", #"["\u0012"]"#), ("string: escaped U+FFFF", #"["\uFFFF"]"#),
      ("string: in an array", #"["asd"]"#), ("string: after a space", #"[ "asd"]"#),
      ("string: the last pair there is", #"["\uDBFF\uDFFF"]"#), ("string: no-break space", #"["new\u00A0line"]"#),
      ("string: U+10FFFF as it is", "[\"\u{10FFFF}\"]"), ("string: U+FFFF as it is", "[\"‹EF BF BF›\"]"),
      ("string: NUL escaped", #"["\u0000"]"#), ("string: a comma escaped", #"["\u002c"]"#), ("string: pi", #"["π"]"#),
      ("string: U+1BFFF as it is", "[\"‹F0 9B BF BF›\"]"), ("string: ASCII", #"["asd "]"#),
      ("string: a space", "\" \""),
      ("string: U+1D11E escaped", #"["\uD834\uDd1e"]"#), ("string: three bytes escaped", #"["\u0821"]"#),
      ("string: two bytes escaped", #"["\u0123"]"#), ("string: U+2028 as it is", "[\"\u{2028}\"]"),
      ("string: U+2029 as it is", "[\"\u{2029}\"]"), ("string: escapes in a row", #"["\u0061\u30af\u30EA\u30b9"]"#),
      ("string: a newline escaped", #"["new\u000Aline"]"#), ("string: DEL as it is", "[\"\u{7F}\"]"),
      ("string: U+A66D escaped", #"["\uA66D"]"#), ("string: three bytes as they are", #"["⍂㈴⍂"]"#),
      ("string: a quote as \\u0022", #"["\u0022"]"#), ("string: U+10FFFE", #"["\uDBFF\uDFFE"]"#),
      ("string: U+1FFFE", #"["\uD83F\uDFFE"]"#), ("string: U+200B", #"["\u200B"]"#), ("string: U+2064", #"["\u2064"]"#),
      ("string: U+FDD0", #"["\uFDD0"]"#), ("string: U+FFFE", #"["\uFFFE"]"#),
      ("string: a backslash as \\u005C", #"["\u005C"]"#), ("string: three and four bytes", #"["€𝄞"]"#),
      ("string: DEL among letters", "[\"a\u{7F}a\"]"), ("alone: false", "false"), ("alone: an integer", "42"),
      ("alone: a fraction", "-0.1"), ("alone: null", "null"), ("alone: a string", #""asd""#), ("alone: true", "true"),
      ("alone: the empty string", #""""#), ("structure: newline after", "[\"a\"]\n"), ("structure: true", "[true]"),
      ("structure: spaces around", " [] "),
    ])

  static let rejected: [JSONGrammarCase] =
    table(
      .rejected,
      [
        ("array: no comma", "[1 true]"), ("array: a letter and half a character", "[a‹E5›]"),
        ("array: a colon", #"["": 1]"#), ("array: a comma after it", #"[""],"#), ("array: a comma first", "[,1]"),
        ("array: two commas", "[1,,2]"), ("array: two commas at the end", #"["x",,]"#),
        ("array: closed twice", #"["x"]]"#),
        ("array: a comma at the end", #"["",]"#), ("array: not closed", #"["x""#),
        ("array: a letter, not closed", "[x"),
        ("array: an array without a comma", "[3[4]]"), ("array: a byte FF", "[‹FF›]"),
        ("array: a colon between", "[1:2]"),
        ("array: a comma alone", "[,]"), ("array: a minus alone", "[-]"),
        ("array: no value before the comma", "[   , \"\"]"),
        ("array: newlines, not closed", "[\"a\",\n4\n,1,"), ("array: a number and a comma", "[1,]"),
        ("array: a number and commas", "[1,,]"), ("array: vertical tab and form feed", "[\"\u{B}a\"\u{C}]"),
        ("array: a star", "[*]"), ("array: an empty string, not closed", #"["""#), ("array: ends after a comma", "[1,"),
        ("array: newlines, ends after a number", "[1,\n1\n,1"), ("array: an object, not closed", "[{}"),
        ("word: fals", "[fals]"), ("word: nul", "[nul]"), ("word: tru", "[tru]"), ("number: NUL after it", "123‹00›"),
        ("number: ++", "[++1234]"), ("number: +1", "[+1]"), ("number: +Inf", "[+Inf]"), ("number: -01", "[-01]"),
        ("number: -1.0.", "[-1.0.]"), ("number: -2.", "[-2.]"), ("number: -NaN", "[-NaN]"), ("number: .-1", "[.-1]"),
        ("number: .2e-3", "[.2e-3]"), ("number: 0.1.2", "[0.1.2]"), ("number: 0.3e+", "[0.3e+]"),
        ("number: 0.3e", "[0.3e]"), ("number: 0.e1", "[0.e1]"), ("number: 0E+", "[0E+]"), ("number: 0E", "[0E]"),
        ("number: 0e+", "[0e+]"), ("number: 0e", "[0e]"), ("number: 1.0e+", "[1.0e+]"), ("number: 1.0e-", "[1.0e-]"),
        ("number: 1.0e", "[1.0e]"), ("number: a space in it", "[1 000.0]"), ("number: 1eE2", "[1eE2]"),
        ("number: 2.e+3", "[2.e+3]"), ("number: 2.e-3", "[2.e-3]"), ("number: 2.e3", "[2.e3]"),
        ("number: 9.e+", "[9.e+]"), ("number: Inf", "[Inf]"), ("number: NaN", "[NaN]"), ("number: a wide digit", "[１]"),
        ("number: a sum", "[1+2]"), ("number: 0x1", "[0x1]"), ("number: 0x42", "[0x42]"),
        ("number: Infinity", "[Infinity]"), ("number: 0e+-1", "[0e+-1]"), ("number: letters after", "[-123.123foo]"),
        ("number: half a character after", "[123‹E5›]"), ("number: half a character in the exponent", "[1e1‹E5›]"),
        ("number: half a character after zero", "[0‹E5›]"), ("number: -Infinity", "[-Infinity]"),
        ("number: -foo", "[-foo]"), ("number: - 1", "[- 1]"), ("number: -012", "[-012]"), ("number: -.123", "[-.123]"),
        ("number: -1x", "[-1x]"), ("number: 1ea", "[1ea]"), ("number: half a character after e", "[1e‹E5›]"),
        ("number: 1.", "[1.]"), ("number: .123", "[.123]"), ("number: 1.2a-3", "[1.2a-3]"),
        ("number: H for e", "[1.8011670033376514H-308]"), ("number: 012", "[012]"), ("object: truth", #"["x", truth]"#),
        ("object: a bracket for a key", #"{[: "x"}"#), ("object: a comma for a colon", #"{"x", null}"#),
        ("object: two colons", #"{"x"::"b"}"#), ("object: an emoji", "{🇨🇭}"),
        ("object: a number at the end", #"{"a":"a" 123}"#),
        ("object: single quotes", "{key: 'value'}"), ("object: half a character and a comma", "{\"‹B9›\":\"0\",}"),
        ("object: no colon", #"{"a" b}"#), ("object: no key", #"{:"b"}"#),
        ("object: no colon, a string", #"{"a" "b"}"#),
        ("object: ends after the colon", #"{"a":"#), ("object: ends after the key", #"{"a""#),
        ("object: a number for a key", "{1:1}"), ("object: a huge number for a key", "{9999E9999:1}"),
        ("object: null for keys", "{null:null,null:null}"), ("object: many commas", #"{"id":0,,,,,}"#),
        ("object: a key in single quotes", "{'a':0}"), ("object: a comma at the end", #"{"id":0,}"#),
        ("object: a comment after", #"{"a":"b"}/**/"#), ("object: a comment and a slash", #"{"a":"b"}/**//"#),
        ("object: a line comment after", #"{"a":"b"}//"#), ("object: a slash after", #"{"a":"b"}/"#),
        ("object: two commas", #"{"a":"b",,"c":"d"}"#), ("object: a bare key", #"{a: "b"}"#),
        ("object: ends in a string", #"{"a":"a"#), ("object: a key without a value", #"{ "foo" : "bar", "a" }"#),
        ("object: # after it", #"{"a":"b"}#"#), ("structure: a space", " "),
        ("string: half a pair, then an escape", #"["\uD800\"]"#), ("string: half a pair, then \\u", #"["\uD800\u"]"#),
        ("string: half a pair, then \\u1", #"["\uD800\u1"]"#), ("string: half a pair, then \\u1x", #"["\uD800\u1x"]"#),
        ("string: é without quotes", "[é]"), ("string: a backslash and NUL", "[\"\\‹00›\"]"),
        ("string: \\x00", #"["\x00"]"#), ("string: the quote escaped", #"["\\\"]"#),
        ("string: a backslash and a tab", "[\"\\\t\"]"),
        ("string: a backslash and an emoji", "[\"\\🌀\"]"), ("string: a backslash at the end", #"["\"]"#),
        ("string: three digits", #"["\u00A"]"#), ("string: half of the second half", #"["\uD834\uDd"]"#),
        ("string: two first halves and \\x", #"["\uD800\uD800\x"]"#),
        ("string: \\u and half a character", "[\"\\u‹E5›\"]"),
        ("string: \\a", #"["\a"]"#), ("string: \\uqqqq", #"["\uqqqq"]"#),
        ("string: a backslash and half a character", "[\"\\‹E5›\"]"),
        ("string: an escape before the quote", #"[\u0020"asd"]"#), ("string: \\n without quotes", #"[\n]"#),
        ("string: one quote", "\""), ("string: in single quotes", "['single quote']"), ("string: no quotes", "abc"),
        ("string: ends in an escape", #"["\"#), ("string: NUL as it is", "[\"a‹00›a\"]"),
        ("string: a newline as it is", "[\"new\nline\"]"), ("string: a tab as it is", "[\"\t\"]"),
        ("string: \\U", #""\UA66D""#), ("string: x after it", #"""x"#),
        ("structure: a word joiner escaped", "[\\u2060]"), ("structure: a mark alone", "‹EF BB BF›"),
        ("structure: <.>", "<.>"),
        ("structure: <null>", "[<null>]"), ("structure: x after it", "[1]x"), ("structure: ] after it", "[1]]"),
        ("structure: a string not closed", #"["asd]"#), ("structure: letters", "aå"), ("structure: True", "[True]"),
        ("structure: ] after a number", "1]"), ("structure: ends after a comma", #"{"x": true,"#),
        ("structure: two arrays", "[][]"), ("structure: ] alone", "]"), ("structure: half a mark", "‹EF BB›{}"),
        ("structure: half a character alone", "‹E5›"), ("structure: [ alone", "["), ("structure: nothing", ""),
        ("structure: NUL in an array", "[‹00›]"), ("structure: @ after a number", "2@"),
        ("structure: } after it", "{}}"),
        ("structure: an object ends after the colon", #"{"":"#),
        ("structure: a comment in it", #"{"a":/*comment*/"b"}"#),
        ("structure: a string after it", #"{"a": true} "x""#), ("structure: ['", "['"), ("structure: [,", "[,"),
        ("structure: [{", "[{"), ("structure: ends in a string", #"["a"#), ("structure: ends after a string", #"["a""#),
        ("structure: { alone", "{"), ("structure: {]", "{]"), ("structure: {,", "{,"), ("structure: {[", "{["),
        ("structure: ends in a key", #"{"a"#), ("structure: {'a'", "{'a'"),
        ("structure: escapes and brackets", #"["\{["\{["\{["\{"#), ("structure: é in Latin 1", "‹E9›"),
        ("structure: *", "*"),
        ("structure: #{} after it", #"{"a":"b"}#{}"#), ("structure: an escaped newline", #"[\u000A""]"#),
        ("structure: ends after a number", "[1"), ("structure: ends in null", "[ false, nul"),
        ("structure: ends in false", "[ true, fals"), ("structure: ends in true", "[ false, tru"),
        ("structure: an object not closed", #"{"asd":"asd""#), ("structure: å", "å"),
        ("structure: a word joiner", "‹E2 81 A0›"), ("structure: a form feed", "[\u{C}]"),
      ]) + [
      JSONGrammarCase("structure: 100,000 open arrays", String(repeating: "[", count: 100_000), .rejected),
      JSONGrammarCase("structure: 50,000 open objects", String(repeating: #"[{"":"#, count: 50_000), .rejected),
    ]

  /// What a parser may take or not. Numbers of any size are JSON, and it is the type that is asked for which they fit in
  /// or not; text must be Unicode, in whichever of its encodings, and half a surrogate pair is none.
  static let either: [JSONGrammarCase] =
    table(
      .accepted,
      [
        ("number: e-789", "[123.456e-789]"), ("number: -1e+9999", "[-1e+9999]"), ("number: 1.5e+9999", "[1.5e+9999]"),
        (
          "number: an exponent of 50 digits",
          "[0.4e\(String(repeating: "0", count: 20))6\(String(repeating: "9", count: 29))]"
        ),
        ("number: -123123e100000", "[-123123e100000]"), ("number: 123123e100000", "[123123e100000]"),
        ("number: 123e-10000000", "[123e-10000000]"), ("number: a small integer", "[-123123123123123123123123123123]"),
        ("number: a great integer", "[100000000000000000000]"),
        ("number: a very small integer", "[-237462374673276894279832749832423479823246327846]"),
        ("text: UTF-16, little end first, with a mark", "‹FF FE 5B 00 22 00 E9 00 22 00 5D 00›"),
        ("text: UTF-16, great end first", "‹00 5B 00 22 00 E9 00 22 00 5D›"),
        ("text: UTF-16, little end first", "‹5B 00 22 00 E9 00 22 00 5D 00›"),
        ("structure: 500 arrays", String(repeating: "[", count: 500) + String(repeating: "]", count: 500)),
        ("structure: a mark before it", "‹EF BB BF›{}"),
      ])
    + table(
      .rejected,
      [
        ("string: the second half in a key", #"{"\uDFAA":0}"#), ("string: a first half", #"["\uDADA"]"#),
        ("string: a first half and another character", #"["\uD888\u1234"]"#), ("string: a byte FA", "[\"日ш‹FA›\"]"),
        ("string: U+D800 in UTF-8", "[\"‹ED A0 80›\"]"), ("string: a first half and \\n", #"["\uD800\n"]"#),
        ("string: a second half and a letter", #"["\uDd1ea"]"#), ("string: two first halves", #"["\uD800\uD800\n"]"#),
        ("string: U+D800", #"["\ud800"]"#), ("string: a first half and letters", #"["\ud800abc"]"#),
        ("string: a byte FF", "[\"‹FF›\"]"), ("string: the halves in the wrong order", #"["\uDd1e\uD834"]"#),
        ("string: Latin 1", "[\"‹E9›\"]"), ("string: a second half", #"["\uDFAA"]"#),
        ("string: a byte 81", "[\"‹81›\"]"),
        ("string: beyond U+10FFFF", "[\"‹F4 BF BF BF›\"]"), ("string: two bytes for one", "[\"‹C0 AF›\"]"),
        ("string: six bytes", "[\"‹FC 83 BF BF BF BF›\"]"), ("string: six bytes for NUL", "[\"‹FC 80 80 80 80 80›\"]"),
        ("string: a character that is cut", "[\"‹E0 FF›\"]"),
      ])

  private static func table(_ verdict: Verdict, _ rows: [(String, String)]) -> [JSONGrammarCase] {
    rows.map { JSONGrammarCase($0, $1, verdict) }
  }
}
