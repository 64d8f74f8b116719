import AirportApp
import AirportNet
import Testing

@Suite("A document without airports says why")
struct DocumentFaultTests {
  private let row = AirportResponse.SkippedRow(index: 0, keyPath: "[0].code", reason: "missing")

  @Test("It is empty, or its first row tells; a document with an airport has no fault")
  func faults() {
    let airport = AirportModel(code: "QQ1", latitude: 1, longitude: 2)
    #expect(DocumentFault(AirportResponse()) == .empty)
    #expect(DocumentFault(AirportResponse(skipped: [row])) == .noUsableRow(first: row))
    #expect(DocumentFault(AirportResponse(airports: [airport], skipped: [row])) == nil)
  }
}
