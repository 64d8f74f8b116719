public import AirportNet

/// Why a document that was read has no airport to find.
public enum DocumentFault: Hashable, Sendable {
  /// It has no rows.
  case empty
  /// Each row was left out; this is the first.
  case noUsableRow(first: AirportResponse.SkippedRow)

  /// The fault of a document; nil where it has airports.
  public init?(_ document: AirportResponse) {
    guard document.airports.isEmpty else { return nil }
    self = document.skipped.first.map { .noUsableRow(first: $0) } ?? .empty
  }
}
