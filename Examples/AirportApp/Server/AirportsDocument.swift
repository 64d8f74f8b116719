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

  /// The bytes of a file of the folder `Resources`.
  static func resource(_ name: String) throws -> Data {
    guard let folder = Bundle.module.resourceURL else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: folder.appendingPathComponent("Resources").appendingPathComponent(name))
  }
}
