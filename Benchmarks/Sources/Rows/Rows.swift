import MiniRx

/// All rows, in the order of the table.
enum Rows {
  static var all: [Row] {
    SequenceRows.rows + SubjectRows.rows + InnerRows.rows + MeetingRows.rows + SubscribingRows.rows + SingleRows.rows
      + SharingRows.rows + ThreadRows.rows + ValuesRows.rows + DesignRows.rows + transportRows
      + NetworkRows.rows + JSONRows.rows
  }

  private static var transportRows: [Row] {
    #if os(Linux)
      TransportRows.rows
    #else
      []
    #endif
  }

  /// Ten maps, as a program writes them.
  @inline(never)
  static func tenMaps(_ source: Observable<Int>) -> Observable<Int> {
    source.map { $0 &+ 1 }.map { $0 &+ 2 }.map { $0 &+ 3 }.map { $0 &+ 4 }.map { $0 &+ 5 }
      .map { $0 &+ 6 }.map { $0 &+ 7 }.map { $0 &+ 8 }.map { $0 &+ 9 }.map { $0 &+ 10 }
  }
}
