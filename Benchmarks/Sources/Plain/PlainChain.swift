/// What a chain of operators is by hand: closures that call the next one, or functions called in a loop.
enum PlainChain {
  @inline(never)
  static func incremented(_ number: Int) -> Int { number &+ 1 }

  @inline(never)
  static func isEven(_ number: Int) -> Bool { number & 1 == 0 }

  /// `count` maps before the consumer.
  static func maps(_ count: Int, _ next: @escaping (Int) -> Void = { consume($0) }) -> (Int) -> Void {
    var chain = next
    for number in 0..<count { chain = adding(number, chain) }
    return chain
  }

  @inline(never)
  private static func adding(_ number: Int, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { next($0 &+ number) }
  }

  @inline(never)
  static func mapping(_ transform: @escaping (Int) -> Int, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { next(transform($0)) }
  }

  @inline(never)
  static func filtering(_ predicate: @escaping (Int) -> Bool, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { if predicate($0) { next($0) } }
  }

  @inline(never)
  static func distinct(_ next: @escaping (Int) -> Void) -> (Int) -> Void {
    var last: Int?
    return { element in
      if element == last { return }
      last = element
      next(element)
    }
  }

  @inline(never)
  static func sum(_ next: @escaping (Int) -> Void) -> (Int) -> Void {
    var total = 0
    return { element in
      total &+= element
      next(total)
    }
  }
}
