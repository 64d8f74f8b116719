/// One of the eight directions of a compass.
public enum CompassPoint: String, CaseIterable, Hashable, Sendable {
  case north = "N"
  case northEast = "NE"
  case east = "E"
  case southEast = "SE"
  case south = "S"
  case southWest = "SW"
  case west = "W"
  case northWest = "NW"

  /// The nearest direction to a bearing in degrees clockwise from north; of two equally near ones the one further
  /// clockwise.
  public init(bearing: Double) {
    let turn = bearing.truncatingRemainder(dividingBy: 360)
    let eighths = Int((((turn < 0 ? turn + 360 : turn) + 22.5) / 45).rounded(.down))
    self = Self.allCases[eighths % Self.allCases.count]
  }
}
