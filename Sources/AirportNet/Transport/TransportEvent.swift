public import Foundation

/// One thing that happened to a request on its way, as a `Transport` reports it.
///
/// Grammar: `(sent | head | body)* trailers? metrics? end`. The head comes once, before the first piece of the body; it is
/// missing only when `end` carries an error.
public enum TransportEvent: Sendable {
  /// Status and header fields have come. Interim answers (1xx) are not reported.
  case head(HTTPResponseHead)
  /// A piece of the body, decoded from its Content-Encoding where the transport does that.
  case body(Data)
  /// So many bytes of the request's body are sent, of so many in all; nil when the length is not known.
  case sent(Int64, of: Int64?)
  /// The fields that follow the body (RFC 9110 section 6.5), where there are any.
  case trailers(HTTPHeaders)
  /// Where the time went, where the transport measures it.
  case metrics(TransferMetrics)
  /// The one end: nil after a whole answer of whatever status, else why there is none.
  case end(NetworkError?)
}
