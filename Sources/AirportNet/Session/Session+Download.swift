internal import Foundation
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Downloads: requests whose answers go to files. See `DownloadRequest`.
///
///     AF.download(url, to: DownloadRequest.destination(file)).response { response in ... }
extension Session {
  /// A download described by its parts.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - method: what the server shall do.
  ///   - parameters: what to send, written at once, on the caller's thread.
  ///   - encoding: how parameters are written.
  ///   - headers: the header fields.
  ///   - interceptor: one for this request alone, outside of the session's.
  ///   - resumptions: how many times the rest is asked for after a cut.
  ///   - destination: where the file belongs; nil for a new one in the temporary folder, which is then the caller's.
  public func download(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
    interceptor: (any Interceptor)? = nil, resumptions: Int = 3, to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    download(interceptor, resumptions, destination) {
      try encoding.encode(URLRequest(url: url, method: method, headers: headers), with: parameters)
    }
  }

  /// A download that a value describes.
  ///
  /// - Parameters:
  ///   - convertible: a URLRequest, a router.
  ///   - interceptor: one for this request alone, outside of the session's.
  ///   - resumptions: how many times the rest is asked for after a cut.
  ///   - destination: where the file belongs; nil for a new one in the temporary folder, which is then the caller's.
  public func download(
    _ convertible: any URLRequestConvertible, interceptor: (any Interceptor)? = nil, resumptions: Int = 3,
    to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    download(interceptor, resumptions, destination) { try convertible.asURLRequest() }
  }

  private func download(
    _ interceptor: (any Interceptor)?, _ resumptions: Int, _ destination: DownloadRequest.Destination?,
    _ build: () throws -> URLRequest
  ) -> DownloadRequest {
    let place = destination ?? { temporary, _ in (temporary, []) }
    let call = make(interceptor, file: { DownloadFile(place, resumptions: resumptions) }) {
      var request = try build()
      // A file is kept as it is, and a part of it can be asked for only so.
      if request.value(forHTTPHeaderField: "Accept-Encoding") == nil {
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      }
      return request
    }
    return DownloadRequest(call)
  }
}

extension Pipeline {
  /// What is read of the answer, its body in the file, which is in its place if the answer passes the check. Cold.
  func download<Value>(
    _ request: URLRequest, to file: DownloadFile, check: @escaping @Sendable (HTTPResponse) throws -> Void,
    progress: ProgressListeners, read: @escaping @Sendable (HTTPResponse) throws -> Value
  ) -> Single<Value> {
    wrapped(in: PlacingInterceptor(file: file, check: check))
      .answer(
        to: request, through: { $0.download($1, into: file, observing: $2) }, progress: progress, read: read
      ).do(onDispose: { file.dispose() })
  }
}

/// Outermost in a download: puts the file of a valid answer in its place.
private struct PlacingInterceptor: Interceptor {
  let file: DownloadFile
  let check: @Sendable (HTTPResponse) throws -> Void

  func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    next(request).flatMap { response in
      .create { single in
        file.queue.async {
          single(
            Result {
              try check(response)
              return try file.finish(response)
            })
        }
        return Disposables.create()
      }
    }
  }
}
