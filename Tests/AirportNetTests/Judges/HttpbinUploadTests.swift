import AirportNet
import Foundation
import Testing

@Suite("Uploads, as httpbin parsed them", .judged(by: .httpbin), .serialized)
struct HttpbinUploadTests {
  private func session(_ carrier: Carrier) -> Session { Session(transport: carrier.make()) }

  @Test("fields and files of a form arrive under their names", arguments: Carrier.allCases)
  func form(_ carrier: Carrier) throws {
    let folder = try Folder()
    let file = try folder.file("공항 \"1\".txt", "인천")
    let answer = try session(carrier).upload(
      multipartFormData: { form in
        form.append(Data("ICN".utf8), withName: "code")
        form.append(Data("New York".utf8), withName: "도시")
        form.append(file, withName: "note")
        form.append(Data([0xFF, 0x00, 0x0D, 0x0A]), withName: "raw", fileName: "r.bin", mimeType: "application/x-raw")
        let twelve = InputStream(data: Data("Hello, world".utf8))
        form.append(twelve, withLength: 12, name: "stream", fileName: "s.txt", mimeType: "text/plain")
      }, to: try Judge.url("HTTPBIN", "/post")
    ).outcome().get()
    #expect(answer.statusCode == 200)
    #expect(answer.json("form") == #"{"code":"ICN","도시":"New York"}"#)
    #expect(
      answer.json("files")
        == #"{"note":"인천","raw":"data:application/x-raw;base64,/wANCg==","stream":"Hello, world"}"#)
  }

  @Test("bytes and files arrive as they are", arguments: Carrier.allCases)
  func plain(_ carrier: Carrier) throws {
    let folder = try Folder()
    let url = try Judge.url("HTTPBIN", "/put")
    let data = try session(carrier).upload(Data("한국".utf8), to: url, method: .put, headers: ["Content-Type": "a/b"])
      .outcome().get()
    #expect(data.json("data") == "\"한국\"")
    #expect(data.echoed(header: "Content-Type") == "a/b")
    let file = try session(carrier).upload(try folder.file("x.json", #"{"a":[1,2]}"#), to: url, method: .put)
      .outcome().get()
    #expect(file.json("json") == #"{"a":[1,2]}"#)
    #expect(file.echoed(header: "Content-Type") == "application/json")
  }

  @Test("a form follows a redirect that keeps the method", arguments: Carrier.allCases)
  func redirected(_ carrier: Carrier) throws {
    let folder = try Folder()
    let file = try folder.file("f.txt", "content")
    let url = try Judge.url("HTTPBIN", "/redirect-to?url=/post&status_code=307")
    let answer = try session(carrier).upload(multipartFormData: { $0.append(file, withName: "f") }, to: url)
      .outcome().get()
    #expect(answer.json("files") == #"{"f":"content"}"#)
  }
}
