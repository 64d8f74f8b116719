extension ObservableType {
  /// Writes down what passes: subscription, events, dispose.
  ///
  ///     source   -a--|
  ///     debug    -a--|      search -> subscribed, search -> Event next(a), … completed, search -> isDisposed
  ///
  /// Elements are written as they describe themselves: keep it away from secrets.
  ///
  /// - Parameters:
  ///   - identifier: what each line starts with; the place of the call, if none.
  ///   - trimOutput: whether the middle of long events is left out.
  ///   - file: where the call is made; leave the default.
  ///   - line: where the call is made; leave the default.
  ///   - function: where the call is made; leave the default.
  ///   - output: receives each line, on the thread of the event; prints, unless told otherwise.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Observable<Element> {
    let name = identifier ?? "\(file):\(line) (\(function))"
    let tell = { @Sendable (event: Event<Element>) in
      var text = event.debugDescription
      if trimOutput && text.count > 40 { text = "\(text.prefix(20))...\(text.suffix(20))" }
      output("\(name) -> Event \(text)")
    }
    return `do`(
      onNext: { tell(.next($0)) }, onError: { tell(.error($0)) }, onCompleted: { tell(.completed) },
      onSubscribe: { output("\(name) -> subscribed") }, onDispose: { output("\(name) -> isDisposed") })
  }
}
