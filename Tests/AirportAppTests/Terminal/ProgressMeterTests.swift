import AirportNet
import Testing

@testable import AirportApp

@Suite("A load shows a bar when its length is known, else a spinner")
struct ProgressMeterTests {
  @Test(
    "The line says how far it is",
    arguments: [
      (nil, 0, 80, "| Loading the airports…"), (nil, 1, 80, "/ Loading the airports…"),
      (TransferProgress(completedUnitCount: 0), 2, 80, "- Loading the airports… 0 B"),
      (TransferProgress(completedUnitCount: 12_345), 7, 80, "\\ Loading the airports… 12 kB"),
      (TransferProgress(completedUnitCount: 1_990_000), 4, 20, "| Loading the airpo…"),
      (TransferProgress(completedUnitCount: 0, totalUnitCount: 2_400_000), 0, 30, "[--------------]   0% / 2.4 MB"),
      (
        TransferProgress(completedUnitCount: 1_200_000, totalUnitCount: 2_400_000), 0, 30,
        "[#######-------]  50% / 2.4 MB"
      ),
      (
        TransferProgress(completedUnitCount: 2_400_000, totalUnitCount: 2_400_000), 0, 30,
        "[##############] 100% / 2.4 MB"
      ),
      (
        TransferProgress(completedUnitCount: 999, totalUnitCount: 1000), 0, 200,
        "[" + String(repeating: "#", count: 39) + "-]  99% / 1 kB"
      ),
      (TransferProgress(completedUnitCount: 1, totalUnitCount: 2), 0, 12, " 50% / 2 B"),
      (TransferProgress(completedUnitCount: 1, totalUnitCount: 2), 0, 5, " 50%…"),
    ] as [(TransferProgress?, Int, Int, String)])
  func line(progress: TransferProgress?, turn: Int, columns: Int, line: String) {
    let meter = ProgressMeter(progress: progress, turn: turn)
    #expect(meter.text(Phrases(language: .english), columns: columns) == line)
    #expect(DisplayWidth.of(line) <= columns)
  }
}
