extension NetworkError {
  /// The body decoded as a type of the caller's, such as the error document of the API; nil when it is not one.
  public func decodeBody<Document: Decodable>(
    as type: Document.Type = Document.self, decoder: any DataDecoder = JSONValueDecoder()
  ) -> Document? {
    body.flatMap { try? decoder.decode(type, from: $0) }
  }
}
