import Testing

@Suite("Conformance", .serialized)
struct ConformanceTests {
  @Test("an answer is an answer, whatever its status and its body", arguments: Trial.all(Situation.statuses))
  func status(_ trial: Trial) throws { try trial.run() }

  @Test("answers without a body, and interim ones", arguments: Trial.all(Situation.bodiless))
  func bodiless(_ trial: Trial) throws { try trial.run() }

  @Test("a challenge that nobody answers is an answer", arguments: Trial.all(Situation.challenges))
  func challenge(_ trial: Trial) throws { try trial.run() }

  @Test("chunks are put together, and missed where they are cut", arguments: Trial.all(Situation.chunks))
  func chunks(_ trial: Trial) throws { try trial.run() }

  @Test("a length is kept to", arguments: Trial.all(Situation.lengths))
  func lengths(_ trial: Trial) throws { try trial.run() }

  @Test("a connection that ends is lost, in every phase", arguments: Trial.all(Situation.losses))
  func losses(_ trial: Trial) throws { try trial.run() }

  @Test("a status line is read, or refused", arguments: Trial.all(Situation.statusLines))
  func statusLines(_ trial: Trial) throws { try trial.run() }

  @Test("header lines are kept apart and in order", arguments: Trial.all(Situation.headerLines))
  func headerLines(_ trial: Trial) throws { try trial.run() }

  @Test("encodings are taken off, and missed where they are cut", arguments: Trial.all(Situation.encodings))
  func encodings(_ trial: Trial) throws { try trial.run() }

  @Test("a body is not larger than it may be", arguments: Trial.all(Situation.bombs))
  func bombs(_ trial: Trial) throws { try trial.run() }

  @Test("the server sees the request that was made", arguments: Trial.all(Situation.requests))
  func requests(_ trial: Trial) throws { try trial.run() }
}
