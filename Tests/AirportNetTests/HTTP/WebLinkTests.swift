import Foundation
import Testing

@testable import AirportNet

@Suite("WebLink")
struct WebLinkTests {
  private func links(_ lines: String...) -> [WebLink] {
    var headers = HTTPHeaders()
    for line in lines { headers.append(name: "Link", value: line) }
    return headers.links
  }

  static let lines: [(String, [WebLink])] = [
    ("", []), ("<>", [WebLink(target: "", relations: [])]), ("no brackets; rel=next", []), ("<unclosed; rel=next", []),
    ("</b>; rel=\"next\"", [WebLink(target: "/b", relations: ["next"])]),
    ("</b>;rel=next", [WebLink(target: "/b", relations: ["next"])]),
    ("</b> ; REL = \"Next Last\"", [WebLink(target: "/b", relations: ["next", "last"])]),
    (
      "</a,b;c>; rel=prev, </d>; rel=next",
      [WebLink(target: "/a,b;c", relations: ["prev"]), WebLink(target: "/d", relations: ["next"])]
    ),
    (
      "</b>; title=\"a, b; <c> \\\"d\\\"\"; rel=next",
      [WebLink(target: "/b", relations: ["next"], parameters: ["title": "a, b; <c> \"d\""])]
    ),
    ("</b>; rel=next; rel=prev", [WebLink(target: "/b", relations: ["next"])]),
    ("</b>; crossorigin; rel=next", [WebLink(target: "/b", relations: ["next"], parameters: ["crossorigin": ""])]),
    (
      "</b>; title=\"never closed, </c>; rel=next",
      [
        WebLink(target: "/b", relations: [], parameters: ["title": "\"never closed"]),
        WebLink(target: "/c", relations: ["next"]),
      ]
    ),
    (", ,</b>; ; rel=next,", [WebLink(target: "/b", relations: ["next"])]),
  ]

  @Test("a line is read as RFC 8288 says", arguments: lines)
  func reads(_ line: String, _ expected: [WebLink]) {
    #expect(links(line) == expected)
  }

  @Test("several lines are one list")
  func severalLines() {
    #expect(links("</a>; rel=prev", "</b>; rel=next").map(\.target) == ["/a", "/b"])
    #expect(links("</a>; title=\"open", "</b>; rel=next").map(\.target) == ["/a", "/b"])
  }

  @Test("a link about another resource is none of the answer's")
  func anchored() {
    let headers: HTTPHeaders = ["Link": "</x>; rel=next; anchor=\"#part\", </b>; rel=next"]
    #expect(headers.linkTarget("NEXT") == "/b")
    #expect(headers.linkTarget("last") == nil)
  }
}
