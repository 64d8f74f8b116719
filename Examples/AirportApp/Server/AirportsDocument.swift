public import Foundation

/// The bundled airports document: a bare JSON array of 7,884 airports with 18 keys each, in UTF-8, 2.5 MB.
///
/// `Resources/README.md` says where it comes from. Reading it touches the disk; callers that need it often keep it.
public enum AirportsDocument {
  /// The document's bytes.
  ///
  /// - Throws: the file system's error if the bundled file cannot be read.
  public static func data() throws -> Data {
    try resource("airports.json")
  }

  /// The same bytes compressed with gzip.
  ///
  /// - Throws: the file system's error if the bundled file cannot be read.
  public static func gzip() throws -> Data {
    try resource("airports.json.gz")
  }

  /// The bytes of a file of the folder `Resources`, which some build systems put at the top of the bundle, others below.
  static func resource(_ name: String) throws -> Data {
    let bundle = Bundle.module
    let url =
      bundle.url(forResource: name, withExtension: nil)
      ?? bundle.url(forResource: name, withExtension: nil, subdirectory: "Resources")
    guard let url else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name]) }
    return try Data(contentsOf: url)
  }
}
