internal import AirportNet

extension NetworkError {
  /// What the server says to a person whom it refuses; nil where it says nothing, or where it is the server that fails.
  var refusal: String? {
    guard let document = decodeBody(as: ServerMessage.self), !document.message.isEmpty else { return nil }
    switch self {
    case .status(let failure): return (400..<500).contains(failure.code) ? document.message : nil
    // A refusal may come with a good status, too.
    case .undecodable: return document.success == false ? document.message : nil
    default: return nil
    }
  }
}

private struct ServerMessage: Decodable {
  var success: Bool?
  var message: String
}
