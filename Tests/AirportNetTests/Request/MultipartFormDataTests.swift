import Foundation
import Testing

@testable import AirportNet

@Suite("Multipart forms")
struct MultipartFormDataTests {
  private func text(_ fill: (MultipartFormData) -> Void) throws -> String {
    let form = MultipartFormData(boundary: "b")
    fill(form)
    return String(decoding: try form.encode(), as: UTF8.self)
  }

  private func fault(_ form: MultipartFormData) -> String? {
    do throws(NetworkError) {
      _ = try form.encode()
      return nil
    } catch {
      guard case .invalidRequest(.other(let text)) = error else { return "\(error)" }
      return text
    }
  }

  @Test("Parts stand between boundary lines, each with its headers, in their order")
  func parts() throws {
    let written = try text { form in
      form.append(Data("ICN".utf8), withName: "code")
      form.append(Data([0x7B, 0x7D]), withName: "facts", fileName: "facts.json", mimeType: "application/json")
      form.append(InputStream(data: Data("abc".utf8)), withLength: 3, name: "s", fileName: "s.bin", mimeType: "a/b")
      form.append(InputStream(data: Data("d".utf8)), withLength: 1, headers: ["X-Part": "1"])
    }
    #expect(
      written == """
        --b\r
        Content-Disposition: form-data; name="code"\r
        \r
        ICN\r
        --b\r
        Content-Disposition: form-data; name="facts"; filename="facts.json"\r
        Content-Type: application/json\r
        \r
        {}\r
        --b\r
        Content-Disposition: form-data; name="s"; filename="s.bin"\r
        Content-Type: a/b\r
        \r
        abc\r
        --b\r
        X-Part: 1\r
        \r
        d\r
        --b--\r\n
        """)
  }

  @Test("A form without parts is its last line alone")
  func empty() throws {
    #expect(try text { _ in } == "--b--\r\n")
  }

  @Test(
    "Names are quoted as browsers quote them",
    arguments: [
      ("plain", "plain"), ("say \"hi\"", "say %22hi%22"), ("a\r\nX-Evil: 1", "a%0D%0AX-Evil: 1"), ("\n", "%0A"),
      ("\r", "%0D"), ("인천 공항.png", "인천 공항.png"), ("✈️", "✈️"), ("100%.txt", "100%.txt"), ("a\\b;c=d", "a\\b;c=d"),
      ("", ""),
    ])
  func quoting(name: String, quoted: String) throws {
    let written = try text { $0.append(Data(), withName: name, fileName: name) }
    #expect(
      Data(written.utf8)
        == Data(
          "--b\r\nContent-Disposition: form-data; name=\"\(quoted)\"; filename=\"\(quoted)\"\r\n\r\n\r\n--b--\r\n".utf8)
    )
  }

  @Test("A header that would break its line is refused")
  func headers() {
    for mimeType in ["text/plain\r\nX-Evil: 1", "a\u{0}b"] {
      let form = MultipartFormData()
      form.append(Data(), withName: "x", mimeType: mimeType)
      #expect(throws: NetworkError.self) { try form.encode() }
    }
  }

  @Test("A boundary that is no token, or too long, is refused; one that is made is neither, and is unique")
  func boundaries() {
    for boundary in ["", "a b", "a\r\nb", "a\"b", String(repeating: "x", count: 71)] {
      #expect(fault(MultipartFormData(boundary: boundary))?.contains("boundary") == true)
    }
    #expect(fault(MultipartFormData()) == nil)
    #expect(MultipartFormData().boundary != MultipartFormData().boundary)
    #expect(MultipartFormData(boundary: "x-1").contentType == "multipart/form-data; boundary=x-1")
  }

  @Test(
    "A file goes under its own name and the type of its ending",
    arguments: [
      ("map.PNG", "image/png"), ("list.json", "application/json"), ("notes.txt", "text/plain"),
      ("data", "application/octet-stream"), ("a.tar.gz", "application/gzip"), ("x.unknown", "application/octet-stream"),
      ("공항.csv", "text/csv"),
    ])
  func files(name: String, type: String) throws {
    let folder = try Folder()
    let file = try folder.file(name, "content")
    #expect(
      try text { $0.append(file, withName: "f") } == "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\""
        + "\(name)\"\r\nContent-Type: \(type)\r\n\r\ncontent\r\n--b--\r\n")
    #expect(
      try text { $0.append(file, withName: "f", fileName: "g", mimeType: "h/i") }
        == "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"g\"\r\nContent-Type: h/i\r\n\r\ncontent\r\n--b--\r\n"
    )
  }

  @Test("What is no file is named before anything is sent")
  func missing() throws {
    let folder = try Folder()
    let form = MultipartFormData()
    form.append(folder.url("missing.txt"), withName: "f")
    #expect(fault(form)?.contains("missing.txt") == true)
    let other = MultipartFormData()
    other.append(folder.url(""), withName: "f")
    #expect(fault(other)?.contains("no file") == true)
    let remote = MultipartFormData()
    remote.append(URL(string: "http://host.test/x")!, withName: "f")
    #expect(fault(remote) != nil)
  }

  @Test("The length of the parts is known, and so is the length of the whole")
  func lengths() throws {
    let folder = try Folder()
    let form = MultipartFormData()
    form.append(Data("12345".utf8), withName: "a")
    form.append(try folder.file("b.txt", "678"), withName: "b")
    #expect(form.contentLength == 8)
    #expect(try form.body().length == Int64(try form.encode().count))
  }
}

@Suite("Bodies that know where their bytes come from")
struct BodyStreamTests {
  private func read(_ stream: BodyStream, piece: Int = 7) -> Result<Data, NetworkError> {
    stream.open()
    defer { stream.close() }
    var data = Data()
    var place = [UInt8](repeating: 0, count: piece)
    while true {
      let count = stream.read(&place, maxLength: piece)
      if count < 0 { return .failure(NetworkError(wrapping: stream.streamError ?? NetworkError.cancelled)) }
      if count == 0 { return .success(data) }
      data += place[..<count]
    }
  }

  @Test("Memory and files can be read again and again, in pieces of any size", arguments: [1, 7, 4_096])
  func again(piece: Int) throws {
    let folder = try Folder()
    let stream = BodyStream([
      .data(Data("begin ".utf8)), .data(Data()), try .file(folder.file("a", "middle")),
      try .file(folder.file("empty", "")), .data(Data("... end".utf8).dropFirst(3)),
    ])
    #expect(stream.length == 16)
    #expect(stream.canBeReadAgain)
    for _ in 0..<3 { #expect(read(try stream.fresh(), piece: piece) == .success(Data("begin middle end".utf8))) }
  }

  @Test("A stream of the caller's is read once, and the second reading is refused")
  func once() throws {
    let stream = BodyStream([.once(OneShotStream(InputStream(data: Data("abc".utf8)), length: nil))])
    #expect(!stream.canBeReadAgain)
    #expect(stream.length == nil)
    #expect(read(try stream.fresh()) == .success(Data("abc".utf8)))
    #expect(throws: NetworkError.self) { try stream.fresh() }
  }

  @Test("A stream is cut at its length, and one that is shorter fails", arguments: [(2, "ab!"), (3, "abc!"), (4, nil)])
  func lengths(length: Int64, expected: String?) throws {
    let source = OneShotStream(InputStream(data: Data("abc".utf8)), length: length)
    let result = read(try BodyStream([.once(source), .data(Data("!".utf8))]).fresh())
    #expect(result.value.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test("A file that has changed its size is refused before it is read", arguments: ["", "more", "12345"])
  func changed(text: String) throws {
    let folder = try Folder()
    let file = try folder.file("f", "123")
    let stream = BodyStream([try .file(file)])
    try Data(text.utf8).write(to: file)
    #expect(throws: NetworkError.self) { try stream.fresh() }
    try FileManager.default.removeItem(at: file)
    #expect(throws: NetworkError.self) { try stream.fresh() }
  }

  @Test("A file that changes its size while it is read fails before its last byte", arguments: [2, 200])
  func changing(size: Int) throws {
    let folder = try Folder()
    let file = try folder.file("f", String(repeating: "x", count: 100))
    let stream = try BodyStream([try .file(file)]).fresh()
    stream.open()
    var place = [UInt8](repeating: 0, count: 64)
    #expect(stream.read(&place, maxLength: 64) == 64)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
    #expect(stream.read(&place, maxLength: 64) == -1)
    #expect("\(String(describing: stream.streamError))".contains("changed"))
    #expect(stream.read(&place, maxLength: 64) == -1)
    stream.close()
  }
}
