internal import Dispatch
internal import Foundation
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The file of one download: written beside its destination under another name, and moved there when it is whole.
///
/// Everything but `dispose` is called on its queue. What it has made and not moved is gone when it is disposed.
final class DownloadFile: Disposable, @unchecked Sendable {
  // Sendable by rule: all that changes is touched on the queue.
  let queue = DispatchQueue(label: "AirportNet.download")
  var plan: DownloadPlan
  /// The head of the answer that the file began with.
  private(set) var head: HTTPResponseHead?
  private let destination: DownloadRequest.Destination
  private var target: URL?
  private var options: DownloadRequest.Options = []
  private var part: URL?
  private var descriptor: Int32 = -1
  /// The folders that were made for it, outermost first.
  private var folders: [String] = []
  private var isOver = false

  init(_ destination: @escaping DownloadRequest.Destination, resumptions: Int) {
    self.destination = destination
    plan = DownloadPlan(resumptions: resumptions)
  }

  /// Throws away what came before, and makes an empty file.
  func begin(_ head: HTTPResponseHead) throws(NetworkError) {
    discard()
    guard !isOver else { throw .cancelled }
    let url = head.url ?? URL(fileURLWithPath: "/")
    guard let response = HTTPResponse(statusCode: head.statusCode, headers: head.headers, url: url).urlResponse else {
      throw .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true)
    }
    self.head = head
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("AirportNet-\(UUID().uuidString)")
    let (target, options) = destination(
      url.pathExtension.isEmpty ? place : place.appendingPathExtension(url.pathExtension), response)
    guard target.isFileURL, !target.lastPathComponent.isEmpty else {
      throw Self.fault("is no place for a file", target)
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) {
      if isFolder.boolValue { throw Self.fault("is a folder", target) }
      if !options.contains(.removePreviousFile) { throw Self.storage(EEXIST) }
    }
    let folder = target.deletingLastPathComponent()
    if options.contains(.createIntermediateDirectories) { try makeFolders(folder.path) }
    let part = folder.appendingPathComponent(".\(UUID().uuidString).part")
    (self.target, self.options, self.part) = (target, options, part)
    descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw giveUp() }
  }

  /// Adds bytes to its end.
  func append(_ data: Data) throws(NetworkError) {
    let isWritten = data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return false }
      }
      return true
    }
    if !isWritten { throw giveUp() }
    plan.add(data.count)
  }

  /// Moves the file to its destination. An answer that was made in memory, by an interceptor, is written first.
  /// - Returns: the answer, with the place of the file.
  func finish(_ response: HTTPResponse) throws(NetworkError) -> HTTPResponse {
    guard (200..<300).contains(response.statusCode) else { throw .status(.init(response)) }
    if response.file == nil {
      try begin(response.head)
      try append(response.body)
    }
    guard !isOver, let part, let target else { throw .cancelled }
    let isClosed = close(descriptor) == 0
    descriptor = -1
    guard isClosed, move(part.path, target.path) else { throw giveUp() }
    (self.part, folders) = (nil, [])
    var response = response
    (response.file, response.body) = (target, Data())
    return response
  }

  /// Where the bytes are.
  var place: URL? { part }

  /// Removes what was made and not moved.
  func dispose() {
    queue.async { [self] in
      discard()
      isOver = true
    }
  }

  private func discard() {
    if descriptor >= 0 { close(descriptor) }
    if let part { unlink(part.path) }
    for folder in folders.reversed() { rmdir(folder) }
    (descriptor, part, folders) = (-1, nil, [])
  }

  private func makeFolders(_ path: String) throws(NetworkError) {
    var missing: [String] = []
    var path = path
    while access(path, F_OK) != 0, path != "/", !path.isEmpty {
      missing.append(path)
      path = (path as NSString).deletingLastPathComponent
    }
    for folder in missing.reversed() {
      if mkdir(folder, 0o777) == 0 { folders.append(folder) } else if errno != EEXIST { throw giveUp() }
    }
  }

  private func move(_ part: String, _ target: String) -> Bool {
    if options.contains(.removePreviousFile) { return rename(part, target) == 0 }
    // Linking never replaces a file that another has put there meanwhile.
    if link(part, target) == 0 {
      unlink(part)
      return true
    }
    if errno == EEXIST || access(target, F_OK) == 0 {
      errno = EEXIST
      return false
    }
    return rename(part, target) == 0
  }

  /// The error of the last call, after what it has left is gone.
  private func giveUp() -> NetworkError {
    let error = Self.storage(errno)
    discard()
    return error
  }

  private static func storage(_ code: Int32) -> NetworkError {
    .transport(.storage(.init(errno: code)), phase: .receiving, mayHaveReachedServer: true)
  }

  private static func fault(_ reason: String, _ target: URL) -> NetworkError {
    .invalidRequest(.other("The destination \(target.path) \(reason)"))
  }
}

extension NetworkError.StorageFault {
  init(errno code: Int32) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EACCES, EPERM, EROFS: self = .denied
    case EEXIST: self = .occupied
    default: self = .other(code: Int(code))
    }
  }
}
