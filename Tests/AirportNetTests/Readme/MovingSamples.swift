import AirportNet
import Foundation
import MiniRx

@MainActor func loadNames(into show: @escaping @MainActor ([String]) -> Void) {
  AF.request("https://airports.example/v1/airports", parameters: ["q": "seoul"])
    .validate()
    .responseDecodable(of: [Airport].self) { response in
      let names = (response.value ?? []).map(\.name)
      MainActor.assumeIsolated { show(names) }
    }
}

struct TokenInterceptor: Interceptor {
  let token: @Sendable () -> String

  func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    var request = request
    request.headers.update(.authorization(bearerToken: token()))
    return next(request)
  }
}

func suggestions(
  to texts: Observable<String>, find: @escaping @Sendable (String) -> Single<[String]>
) -> Observable<[String]> {
  texts
    .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
    .distinctUntilChanged()
    .flatMapLatest { find($0).catchAndReturn([]) }
    .share(replay: 1)
}
