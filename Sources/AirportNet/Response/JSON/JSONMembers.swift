/// How the members of an object are found: by looking at its keys, or in an index of them. One reference, so that a
/// container of it is cheap to copy.
enum JSONMembers {
  case plain(JSONDocument)
  case indexed(JSONIndex)

  @inline(__always)
  var document: JSONDocument {
    switch self {
    case .plain(let document): document
    case .indexed(let index): index.document
    }
  }

  /// The value of a key, or `JSONTape.none`.
  @inline(__always)
  func find(_ key: consuming String, in object: Int) -> Int {
    switch self {
    case .plain(let document): return key.withUTF8 { document.find($0, in: object) }
    case .indexed(let index): return index.find(key)
    }
  }

  /// The keys of the object, each once, in the order of the document.
  func names(_ object: Int) -> [String] {
    switch self {
    case .plain(let document):
      var names: [String] = []
      names.reserveCapacity(document.count(object))
      document.forEachKey(object) { names.append(document.string($0)) }
      return names
    case .indexed(let index): return index.names
    }
  }
}

/// The members of an object by key, as the strategy wants the keys; of a key that is there twice, the first.
final class JSONIndex {
  let document: JSONDocument
  /// The keys, each once, in the order of the document.
  private(set) var names: [String] = []
  private var values: [String: Int]

  init(_ document: JSONDocument, _ object: Int) {
    self.document = document
    let count = document.count(object)
    values = Dictionary(minimumCapacity: count)
    names.reserveCapacity(count)
    lazy var path = document.path(of: object)
    document.forEachKey(object) { key in
      let text = document.string(key)
      let name = document.decoder.convertsKeys ? document.converted(text, path) : text
      let isNew = { (value: inout Int?) in
        if value != nil { return false }
        value = key + 1
        return true
      }
      if isNew(&values[name]) { names.append(name) }
    }
  }

  @inline(never)
  func find(_ key: String) -> Int { values[key] ?? JSONTape.none }
}
