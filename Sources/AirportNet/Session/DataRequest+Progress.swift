internal import Foundation
public import MiniRx

/// What a request has to tell while it runs: how far it has come, and at last its value.
public enum TransferStep<Value> {
  /// So much of the request's body is sent.
  case uploading(TransferProgress)
  /// So much of a good answer's body has come.
  case downloading(TransferProgress)
  /// The answer is valid and read; nothing follows.
  case value(Value)
}

extension TransferStep: Sendable where Value: Sendable {}
extension TransferStep: Equatable where Value: Equatable {}

/// Progress as observables: each subscription sends the request, and disposing it closes the connection. They arrive on
/// a thread of the transport and end with the answer; failures are `NetworkError`. To await: `progress(of:).values`.
extension DataRequest {
  /// How far the request has come, and at last the value of its answer.
  ///
  ///     for try await step in request.progress(of: [Airport].self).values {
  ///       switch step {
  ///       case .uploading: break
  ///       case .downloading(let progress): bar.show(progress.fractionCompleted)
  ///       case .value(let airports): list.show(airports)
  ///       }
  ///     }
  public func progress<Value: Decodable & Sendable>(
    of type: Value.Type, decoder: any DataDecoder = JSONValueDecoder(), emptyResponseCodes: Set<Int> = [204, 205]
  ) -> Observable<TransferStep<Value>> {
    steps { try $0.decode(type, decoder: decoder, emptyResponseCodes: emptyResponseCodes) }
  }

  /// How much of the answer has come; the answer itself is checked and not kept.
  public func progress() -> Observable<TransferProgress> {
    steps { _ in }.compactMap { if case .downloading(let progress) = $0 { progress } else { nil } }
  }

  private func steps<Value: Sendable>(
    _ read: @escaping @Sendable (HTTPResponse) throws -> Value
  ) -> Observable<TransferStep<Value>> {
    Observable.create { observer in
      let told: ProgressObserver = { side, progress in
        observer.onNext(side == .upload ? .uploading(progress) : .downloading(progress))
      }
      return self.exchange(observing: told, read).subscribe(
        onSuccess: {
          observer.onNext(.value($0))
          observer.onCompleted()
        }, onFailure: { observer.onError($0) }, isolation: nil)
    }
  }
}
