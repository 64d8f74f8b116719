import AirportNet
import MiniRx

struct Post: Decodable, Sendable { let title: String }
enum PostsRouter: HttpRouter {
  case list, comments(of: Int)
  var baseUrlString: String { "https://api.example.com" }
  var method: HTTPMethod { .get }
  var path: String { if case .comments(let id) = self { "posts/\(id)/comments" } else { "posts" } }
}

struct PostsService {
  func fetchPosts() -> Single<[Post]> { PostsRouter.list.single(of: [Post].self) }
}

@MainActor final class PostsViewModel {
  private(set) var titles: [String] = [], message: String?
  private let bag = DisposeBag()
  func load() {
    PostsService().fetchPosts().retry(2).subscribe(
      onSuccess: { [weak self] posts in self?.titles = posts.map(\.title) },
      onFailure: { [weak self] error in self?.message = (error as? NetworkError)?.userMessage }
    ).disposed(by: bag)
  }
}

extension PostsService {
  func search(_ text: String) -> Single<[Post]> {
    fetchPosts().map { posts in posts.filter { $0.title.contains(text) } }
  }
}

func suggestions(for query: Observable<String>, scheduler: any SchedulerType) -> Driver<[Post]> {
  query
    .debounce(.milliseconds(300), scheduler: scheduler)
    .distinctUntilChanged()
    .flatMapLatest { text in PostsService().search(text).catchAndReturn([]) }
    .asDriver(onErrorJustReturn: [])
}

extension PostsViewModel {
  func reload() async {
    do {
      titles = try await PostsRouter.list.value(of: [Post].self).map(\.title)
    } catch {
      message = error.userMessage
    }
  }
}

extension PostsViewModel {
  func fill() async throws {
    for try await post in PostsRouter.list.elements(of: Post.self).values { titles.append(post.title) }
  }
}

struct LanguageInterceptor: Interceptor {
  let language: String
  func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    var request = request
    request.headers.update(.acceptLanguage(language))
    return next(request)
  }
}

let patient = Session(interceptors: [
  TimeoutInterceptor(total: .seconds(20)),
  LanguageInterceptor(language: "ko"),
  RetryInterceptor(),
  RedirectInterceptor(),
  LogInterceptor { print($0) },
])
