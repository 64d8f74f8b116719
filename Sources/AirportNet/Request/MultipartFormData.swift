public import Foundation

/// A form of named parts, texts and files, as browsers send it (`multipart/form-data`, RFC 7578).
///
///     AF.upload(
///       multipartFormData: { form in
///         form.append(Data("ICN".utf8), withName: "code")
///         form.append(photo, withName: "photo")
///       }, to: "https://api.example.com/airports"
///     ).validate().responseData { response in ... }
///
/// Parts are sent one after the other, straight from memory, files and streams; no file is read before. Names and file
/// names are UTF-8; `"`, CR and LF in them are written `%22`, `%0D` and `%0A`, as the WHATWG's HTML says. What is wrong
/// with a part is the failure of the request, before anything is sent.
///
/// Not thread-safe: it is filled where the request is described.
public final class MultipartFormData {
  /// The line that parts are separated by: 1 to 70 characters that may stand in a token (RFC 9110 section 5.6.2).
  public let boundary: String
  private var content: [BodyStream.Part] = []
  private var head = ""
  private var fault: NetworkError?
  private var lengths: UInt64 = 0

  /// An empty form.
  /// - Parameter boundary: nil for one that occurs in no other text.
  public init(boundary: String? = nil) { self.boundary = boundary ?? "boundary-\(UUID().uuidString)" }

  /// The media type of the whole, with the boundary.
  public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// The bytes of all parts together, without boundaries and headers.
  public var contentLength: UInt64 { lengths }

  /// Adds a part from memory.
  ///
  /// - Parameters:
  ///   - data: its bytes.
  ///   - name: the name of the field.
  ///   - fileName: what the server shall take it for; nil for a value that is no file.
  ///   - mimeType: its media type; nil for none, which servers read as text.
  public func append(_ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
    add(.data(data), Self.headers(name, fileName, mimeType))
  }

  /// Adds a file under its own name, of the media type that the end of its name stands for.
  public func append(_ fileURL: URL, withName name: String) {
    append(fileURL, withName: name, fileName: fileURL.lastPathComponent, mimeType: MediaType.type(of: fileURL))
  }

  /// Adds a file.
  ///
  /// It is read as it is sent. One that is not there, is a folder or cannot be read is an `invalidRequest` that names it,
  /// and so is one whose size changes between now and then.
  public func append(_ fileURL: URL, withName name: String, fileName: String, mimeType: String) {
    do throws(NetworkError) {
      add(try .file(fileURL), Self.headers(name, fileName, mimeType))
    } catch {
      fault = fault ?? error
    }
  }

  /// Adds a part from a stream, which is read once: the form cannot be sent again after a redirect or a failure.
  ///
  /// - Parameters:
  ///   - stream: where the bytes come from; a shorter one fails the request, a longer one is cut.
  ///   - length: how many bytes it has.
  ///   - name: the name of the field.
  ///   - fileName: what the server shall take it for.
  ///   - mimeType: its media type.
  public func append(
    _ stream: InputStream, withLength length: UInt64, name: String, fileName: String, mimeType: String
  ) {
    append(stream, withLength: length, headers: Self.headers(name, fileName, mimeType))
  }

  /// Adds a part from a stream, with headers of the caller's.
  public func append(_ stream: InputStream, withLength length: UInt64, headers: HTTPHeaders) {
    add(.once(OneShotStream(stream, length: Int64(clamping: length))), headers)
  }

  /// The whole form in memory, for small ones. A stream among its parts is read by that.
  /// - Throws: `NetworkError.invalidRequest`.
  public func encode() throws(NetworkError) -> Data {
    let stream = try body().fresh()
    var data = Data()
    var place = [UInt8](repeating: 0, count: 65_536)
    stream.open()
    defer { stream.close() }
    while true {
      let count = stream.read(&place, maxLength: place.count)
      if count < 0 { throw NetworkError(wrapping: stream.streamError ?? NetworkError.cancelled) }
      if count == 0 { return data }
      data += place[..<count]
    }
  }

  /// The whole form, not read yet.
  /// - Throws: `NetworkError.invalidRequest` for what was wrong with a part, and for a boundary that is none.
  func body() throws(NetworkError) -> BodyStream {
    if let fault { throw fault }
    guard HTTPToken.isToken(boundary), boundary.utf8.count <= 70 else {
      throw .invalidRequest(.other("The boundary \(boundary.debugDescription) is no token of 1 to 70 characters"))
    }
    return BodyStream(content + [.data(Data("\(head)--\(boundary)--\r\n".utf8))])
  }

  private func add(_ part: BodyStream.Part, _ headers: HTTPHeaders) {
    head += "--\(boundary)\r\n"
    for field in headers {
      do throws(NetworkError) {
        try RequestValidation.check(headerName: field.name, value: field.value)
      } catch {
        fault = fault ?? error
      }
      head += "\(field.name): \(field.value)\r\n"
    }
    content += [.data(Data("\(head)\r\n".utf8)), part]
    head = "\r\n"
    lengths += UInt64(clamping: part.length ?? 0)
  }

  private static func headers(_ name: String, _ fileName: String?, _ mimeType: String?) -> HTTPHeaders {
    var disposition = "form-data; name=\"\(quoted(name))\""
    if let fileName { disposition += "; filename=\"\(quoted(fileName))\"" }
    var headers: HTTPHeaders = ["Content-Disposition": disposition]
    if let mimeType { headers.add(name: "Content-Type", value: mimeType) }
    return headers
  }

  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22".unicodeScalars
      case "\r": quoted += "%0D".unicodeScalars
      case "\n": quoted += "%0A".unicodeScalars
      default: quoted.append(scalar)
      }
    }
    return String(quoted)
  }
}
