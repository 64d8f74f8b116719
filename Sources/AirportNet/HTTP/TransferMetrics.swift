/// Where the time of one transfer went, each figure counted from the moment the transfer began.
///
/// A figure is nil when the transport did not measure it or the step did not happen, as with a connection used again.
public struct TransferMetrics: Sendable, Hashable {
  /// Until the host's address was known.
  public var nameLookup: Duration?
  /// Until the connection stood.
  public var connect: Duration?
  /// Until the connection was secure.
  public var secureConnect: Duration?
  /// Until the first byte of the answer.
  public var firstByte: Duration?
  /// Until the last byte of the answer.
  public var total: Duration?

  /// Takes its figures as they are.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, secureConnect: Duration? = nil,
    firstByte: Duration? = nil, total: Duration? = nil
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.secureConnect = secureConnect
    self.firstByte = firstByte
    self.total = total
  }
}
