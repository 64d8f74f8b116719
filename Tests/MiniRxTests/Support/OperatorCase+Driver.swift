import MiniRx

extension OperatorCase {
  /// The operators of a driver, whose closures run on the main actor.
  static let drivers: [OperatorCase] = [
    OperatorCase(driver: "asDriver(onErrorJustReturn:)", operators: 4) { driver, token, _ in
      driver.asObservable().asDriver(onErrorJustReturn: Item(copying: token))
    },
    OperatorCase(driver: "asDriver(onErrorDriveWith:)", operators: 4) { driver, token, _ in
      driver.asObservable().asDriver(onErrorDriveWith: .just(Item(copying: token)))
    },
    OperatorCase(driver: "asDriver(onErrorRecover:)", operators: 4) { driver, token, _ in
      driver.asObservable().asDriver(onErrorRecover: { _ in .just(Item(copying: token)) })
    },
    OperatorCase(driver: "map") { driver, token, _ in
      driver.map {
        token.touch()
        return $0
      }
    },
    OperatorCase(driver: "compactMap") { driver, token, _ in
      driver.compactMap {
        token.touch()
        return $0
      }
    },
    OperatorCase(driver: "filter") { driver, token, _ in
      driver.filter { _ in
        token.touch()
        return true
      }
    },
    OperatorCase(driver: "do") { driver, token, _ in driver.do(onNext: { _ in token.touch() }) },
    OperatorCase(driver: "flatMap") { driver, token, _ in
      driver.flatMap {
        token.touch()
        return .just($0)
      }
    },
    OperatorCase(driver: "flatMapLatest") { driver, token, _ in
      driver.flatMapLatest {
        token.touch()
        return .just($0)
      }
    },
    OperatorCase(driver: "distinctUntilChanged") { driver, _, _ in driver.distinctUntilChanged() },
    OperatorCase(driver: "debounce", operators: 3) { driver, _, scheduler in
      driver.debounce(.milliseconds(1), scheduler: scheduler)
    },
    // Made of three, but each level of a chain has an element more: the chain is kept shorter.
    OperatorCase(driver: "startWith", operators: 10) { driver, token, _ in driver.startWith(Item(copying: token)) },
    OperatorCase(driver: "merge") { driver, token, _ in
      .merge(driver, silent(token).asDriver(onErrorDriveWith: .empty()))
    },
    OperatorCase(driver: "combineLatest") { driver, token, _ in
      .combineLatest(driver, general(Item(copying: token)).asDriver(onErrorDriveWith: .empty())) {
        token.touch()
        return $1 == $0 ? $0 : $0
      }
    },
  ]
}
