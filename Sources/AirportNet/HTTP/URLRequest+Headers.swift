#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension URLRequest {
  /// The header fields of the request, sorted by name when read.
  ///
  /// Setting replaces them all, in the spelling given; lines of one name are joined, since a URLRequest holds one
  /// value a name.
  public var headers: HTTPHeaders {
    get { HTTPHeaders(allHTTPHeaderFields ?? [:]) }
    set {
      // Some platforms merge into the fields that are there, so those which go are taken out one by one.
      if let present = allHTTPHeaderFields {
        for name in present.keys where newValue.value(for: name) == nil { setValue(nil, forHTTPHeaderField: name) }
      }
      // The whole dictionary, not field by field: on Linux setValue drops a bad field without a word, and the check
      // before sending could not name it.
      allHTTPHeaderFields = newValue.dictionary
    }
  }

  /// The method of the request; GET when it names none.
  public var method: HTTPMethod? {
    get { httpMethod.map(HTTPMethod.init(rawValue:)) }
    set { httpMethod = newValue?.rawValue }
  }
}

extension HTTPURLResponse {
  /// The header fields of the answer, sorted by name.
  public var headers: HTTPHeaders {
    var dictionary: [String: String] = [:]
    for (name, value) in allHeaderFields {
      if let name = name as? String { dictionary[name] = value as? String ?? "\(value)" }
    }
    return HTTPHeaders(dictionary)
  }
}
