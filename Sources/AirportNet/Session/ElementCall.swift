internal import Foundation
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One subscription to the elements of an answer, over all sendings of its request.
///
/// The first sending that has an element owns the stream: its failure is the stream's end, and nothing is sent any more.
final class ElementCall<Element: Decodable & Sendable>: @unchecked Sendable {
  // Sendable by rule: what changes is guarded by `lock`.
  let keys: [String]
  let scheduler: any ImmediateSchedulerType
  private let decoder: any DataDecoder
  private let check: @Sendable (HTTPResponse) throws -> Void
  private let observer: AnyObserver<Element>
  private let lock = Lock()
  private var owner: ObjectIdentifier?
  private var failure: NetworkError?
  private var isTold = false

  init(
    at keys: [String], _ decoder: any DataDecoder, _ scheduler: any ImmediateSchedulerType,
    _ observer: AnyObserver<Element>, check: @escaping @Sendable (HTTPResponse) throws -> Void
  ) {
    (self.keys, self.decoder, self.scheduler) = (keys, decoder, scheduler)
    (self.observer, self.check) = (observer, check)
  }

  /// The innermost step of the call.
  func send(
    _ request: URLRequest, over transport: any Transport, observing: @escaping @Sendable (TransportEvent) -> Void
  ) -> Single<HTTPResponse> {
    .create { single in
      if let refusal = self.begin() {
        single(.failure(refusal))
        return Disposables.create()
      }
      let receiver = ElementReceiver(self, request.method ?? .get, observing, single)
      receiver.send(request, over: transport)
      return receiver
    }
  }

  /// Why nothing is sent any more.
  private func begin() -> NetworkError? {
    lock.withLock {
      if owner != nil {
        return failure ?? .invalidRequest(.other("It was sent again after elements of its answer were delivered"))
      }
      isTold = false
      return nil
    }
  }

  /// Whether the body that begins so is that of a valid answer.
  func accepts(_ answer: HTTPResponse) -> Bool { (try? check(answer)) != nil }

  /// Whether the elements of this sending are the stream's.
  func isOwner(_ receiver: ElementReceiver<Element>) -> Bool {
    lock.withLock {
      if owner == nil { owner = ObjectIdentifier(receiver) }
      return owner == ObjectIdentifier(receiver)
    }
  }

  /// The document of this sending is whole.
  func hasTold() { lock.withLock { isTold = true } }

  /// Ends the sending; the stream too if the failure is that of its own. Those on the way are told first, but it does not
  /// wait for what they make of it, since nothing is sent again.
  func end(
    _ result: Result<HTTPResponse, any Error>, of receiver: ElementReceiver<Element>,
    _ single: Single<HTTPResponse>.SingleObserver
  ) {
    guard case .failure(let error) = result, lock.withLock({ owner == ObjectIdentifier(receiver) }) else {
      return single(result)
    }
    lock.withLock { failure = NetworkError(wrapping: error) }
    single(result)
    observer.onError(error)
  }

  /// Tells of the part, if it is an element; else checks that it can be read.
  func tell(_ part: JSONArraySplitter.Part, of answer: @autoclosure () -> HTTPResponse) throws(NetworkError) {
    do {
      guard part.index != nil else { return _ = try decode(AnyValue.self, part) }
      observer.onNext(try decode(Element.self, part))
    } catch {
      let place = part.index.map { JSONArraySplitter.codingPath($0, at: keys) } ?? ""
      guard case .undecodable(var failure) = answer().failure([Element].self, error, in: place) else {
        throw NetworkError(wrapping: error)
      }
      // Ours has said where in the document.
      if !(decoder is JSONValueDecoder) { failure.reason += " (in the value at \(part.position.text))" }
      throw .undecodable(failure)
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ part: JSONArraySplitter.Part) throws -> Value {
    guard let decoder = decoder as? JSONValueDecoder else { return try decoder.decode(type, from: part.text) }
    return try part.text.withUnsafeBytes { try decoder.decode(type, from: $0, at: part.position) }
  }

  func failure(_ fault: JSONArraySplitter.Fault, of answer: HTTPResponse) -> NetworkError {
    answer.undecodable([Element].self, at: fault.codingPath, fault.reason)
  }

  /// Reads the answer that the outermost interceptor gives: one that was told already, or one that was held in memory.
  func finish(_ answer: HTTPResponse) throws {
    if answer.body.isEmpty, lock.withLock({ isTold }) { return observer.onCompleted() }
    try check(answer)
    var splitter = JSONArraySplitter(at: keys)
    splitter.take(answer.content)
    do {
      while !observer.isDisposed, let part = try splitter.nextPart() { try tell(part, of: answer) }
      if !observer.isDisposed { try splitter.finish() }
    } catch let fault as JSONArraySplitter.Fault {
      throw failure(fault, of: answer)
    }
    observer.onCompleted()
  }
}

/// Any JSON value, of which nothing is kept.
private struct AnyValue: Decodable {
  init(from decoder: any Decoder) {}
}
