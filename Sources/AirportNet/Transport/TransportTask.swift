public import MiniRx

/// A request on its way. Disposing it closes the connection.
public protocol TransportTask: Cancelable {
  /// Reports nothing until `resume`, for a reader that cannot take more at the moment.
  ///
  /// The transport stops reading from the connection where it can, so that the server waits; the idle deadline does not
  /// count meanwhile. Callable from any thread, also from inside the handler of an event; calls do not nest.
  func pause()

  /// Goes on after `pause`.
  func resume()
}
