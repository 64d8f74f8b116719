extension Single where Element: Sendable {
  /// A single whose work is an asynchronous closure: its value succeeds, its error fails.
  ///
  ///     work     runs--value     or     runs--throws
  ///     create   ------a|               ------#
  ///
  /// Each subscription runs the closure in a task of its own; disposing the subscription cancels the task.
  ///
  /// - Parameters:
  ///   - detached: whether the task takes nothing over from the subscriber's: priority, task-local values.
  ///   - priority: the task's priority; the subscriber's, if none.
  ///   - work: the closure.
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil, work: @escaping @Sendable () async throws -> Element
  ) -> Single<Element> {
    .create { answer in
      let run: @Sendable () async -> Void = {
        do { answer(.success(try await work())) } catch { answer(.failure(error)) }
      }
      let task = detached ? Task.detached(priority: priority, operation: run) : Task(priority: priority, operation: run)
      return Disposables.create { task.cancel() }
    }
  }
}
