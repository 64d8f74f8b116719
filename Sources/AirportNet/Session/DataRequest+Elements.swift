public import MiniRx

/// The elements of an array, each as soon as its bytes are there: the first may be shown before the last is sent.
extension DataRequest {
  /// The elements of the answer, a JSON array, one by one as they come in.
  ///
  ///     request   --head--[{..},--{..},{..},--{..}]|
  ///     elements  ----------a-----b----c------d----|
  ///
  /// Cold: each subscription sends the request, and disposing it closes the connection. To await:
  /// `elements(of: Post.self).values`. Elements arrive on the session's scheduler, never two at once.
  ///
  /// - Ends when the answer is whole. Failures are `NetworkError`; `undecodable` names the place in the document, as
  ///   `[17].name`, and where that element begins, and keeps its bytes. What lies before a fault has been delivered.
  /// - Validation comes before the first element, and knows of the body what has come by then. An answer that is refused
  ///   is read whole, and its body is in the error.
  /// - Interceptors are on the way as always, but see no body of a valid answer; caches and coalescing are passed by. A
  ///   request is sent again only as long as it has brought no element: after that a failure ends the stream.
  /// - Memory: the longest element and a few pieces. The server waits while the subscriber is slow, for as much as it is
  ///   slow on the thread that delivers; what is handed to an actor, a queue or `values` is kept until it is read there.
  /// - Only UTF-8 is read so, which is what RFC 8259 section 8.1 has JSON be.
  /// - Parameters:
  ///   - type: the type of an element.
  ///   - keys: the keys that lead to the array where it is not the document: `["data", "items"]`. What lies beside it is
  ///     read and forgotten.
  ///   - decoder: what reads an element.
  public func elements<Element: Decodable & Sendable>(
    of type: Element.Type = Element.self, at keys: [String] = [], decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<Element> {
    Observable.create { observer in
      let call = ElementCall(at: keys, decoder, self.pipeline.scheduler, observer) { try self.check($0) }
      let door: Pipeline.BodyDoor = { call.send($1, over: $0, observing: $2) }
      return self.answer(self.source, nil, through: door) { try call.finish($0) }.subscribe(
        onSuccess: {}, onFailure: { observer.onError($0) }, isolation: nil)
    }
  }
}
