#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

extension URLRequest {
  /// Whether the body, if there is one, can be sent a second time: a stream is read once, unless it knows its sources.
  var canSendBodyAgain: Bool { httpBodyStream.map { ($0 as? BodyStream)?.canBeReadAgain == true } ?? true }
}
