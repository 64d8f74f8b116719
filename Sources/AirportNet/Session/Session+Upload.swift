public import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A request that carries much, under the name that Alamofire's users know; `uploadProgress` tells how far it is.
public typealias UploadRequest = DataRequest

/// Uploads: requests whose bodies are sent in pieces, never held in memory as a whole.
///
/// Bodies from memory, files and forms of those can be sent again, as redirects (307, 308) and retries ask for; one from a
/// stream is sent once. A file that is not there, or whose size changes meanwhile, is an `invalidRequest` that names it.
/// The length of a body is told the server where it is known, else the body goes out in chunks. As elsewhere, a request is
/// started by its first handler or subscription.
extension Session {
  /// Uploads bytes to an address.
  public func upload(
    _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
    interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(data, with: Target(url: url, method: method, headers: headers), interceptor: interceptor)
  }

  /// Uploads bytes as the body of a request.
  public func upload(
    _ data: Data, with urlRequest: any URLRequestConvertible, interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    make(interceptor) {
      var request = try urlRequest.asURLRequest()
      request.httpBody = data
      return request
    }
  }

  /// Uploads a file to an address; its Content-Type is the one that the end of its name stands for, unless one is given.
  public func upload(
    _ fileURL: URL, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
    interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(fileURL, with: Target(url: url, method: method, headers: headers), interceptor: interceptor)
  }

  /// Uploads a file as the body of a request.
  public func upload(
    _ fileURL: URL, with urlRequest: any URLRequestConvertible, interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(urlRequest, interceptor) { request in
      request.setContentTypeIfAbsent(MediaType.type(of: fileURL))
      return BodyStream([try .file(fileURL)])
    }
  }

  /// Uploads a stream to an address. It is read once, so a second subscription fails.
  public func upload(
    _ stream: InputStream, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
    interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(stream, with: Target(url: url, method: method, headers: headers), interceptor: interceptor)
  }

  /// Uploads a stream as the body of a request; in chunks, unless the request has a Content-Length.
  public func upload(
    _ stream: InputStream, with urlRequest: any URLRequestConvertible, interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(urlRequest, interceptor) { request in
      let length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
      return BodyStream([.once(OneShotStream(stream, length: length))])
    }
  }

  /// Uploads a form to an address; the closure, which is called at once, fills it.
  public func upload(
    multipartFormData: (MultipartFormData) -> Void, to url: any URLConvertible, method: HTTPMethod = .post,
    headers: HTTPHeaders? = nil, interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(
      multipartFormData: multipartFormData, with: Target(url: url, method: method, headers: headers),
      interceptor: interceptor)
  }

  /// Uploads a form as the body of a request; the closure, which is called at once, fills it.
  public func upload(
    multipartFormData: (MultipartFormData) -> Void, with urlRequest: any URLRequestConvertible,
    interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    let form = MultipartFormData()
    multipartFormData(form)
    return upload(multipartFormData: form, with: urlRequest, interceptor: interceptor)
  }

  /// Uploads a form to an address, as it is now.
  public func upload(
    multipartFormData: MultipartFormData, to url: any URLConvertible, method: HTTPMethod = .post,
    headers: HTTPHeaders? = nil, interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(
      multipartFormData: multipartFormData, with: Target(url: url, method: method, headers: headers),
      interceptor: interceptor)
  }

  /// Uploads a form as the body of a request, as it is now.
  public func upload(
    multipartFormData: MultipartFormData, with urlRequest: any URLRequestConvertible,
    interceptor: (any Interceptor)? = nil
  ) -> UploadRequest {
    upload(urlRequest, interceptor) { request in
      request.setValue(multipartFormData.contentType, forHTTPHeaderField: "Content-Type")
      return try multipartFormData.body()
    }
  }

  private func upload(
    _ urlRequest: any URLRequestConvertible, _ interceptor: (any Interceptor)?,
    _ body: (inout URLRequest) throws -> BodyStream
  ) -> UploadRequest {
    make(interceptor) {
      var request = try urlRequest.asURLRequest()
      request.httpBodyStream = try body(&request)
      return request
    }
  }
}

/// The request of an upload but for its body.
private struct Target: URLRequestConvertible {
  let url: any URLConvertible
  let method: HTTPMethod
  let headers: HTTPHeaders?

  func asURLRequest() throws -> URLRequest { try URLRequest(url: url, method: method, headers: headers) }
}
