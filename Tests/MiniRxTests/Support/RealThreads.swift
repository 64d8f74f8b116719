import Testing

/// The suites that keep a thread busy or waiting, one after the other: they must not take all threads of the pool from
/// the tests that await.
@Suite(.serialized, .leavesNoScope)
enum RealThreads {}
