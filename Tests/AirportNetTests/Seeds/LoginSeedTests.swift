import AirportApp
import AirportNet
import Foundation
import Testing

// The direct call in Swift 6 mode. What Swift 6 demands: the completion is @Sendable, and the result is not `Any`.

private enum NetworkResult<T> {
  case success(T)
  case requestErr(T)
  case pathErr
  case serverErr
  case networkFail
}

extension NetworkResult: Sendable where T: Sendable {}

private struct LoginAnswer: Codable {
  let status: Int
  let success: Bool
  let message: String
}

private struct LoginService {
  let url: String

  func login(
    email: String, password: String, completion: @escaping @Sendable (NetworkResult<String>) -> Void
  ) {
    let header: HTTPHeaders = ["Content-Type": "application/json"]
    AF.request(
      url, method: .post, parameters: ["email": email, "password": password], encoding: JSONEncoding.default,
      headers: header
    ).responseData { dataResponse in
      switch dataResponse.result {
      case .success:
        guard let statusCode = dataResponse.response?.statusCode else { return }
        guard let value = dataResponse.value else { return }
        completion(self.judgeStatus(by: statusCode, value))
      case .failure:
        completion(.networkFail)
      }
    }
  }

  private func judgeStatus(by statusCode: Int, _ data: Data) -> NetworkResult<String> {
    guard let decodedData = try? JSONDecoder().decode(LoginAnswer.self, from: data) else { return .pathErr }
    switch statusCode {
    case 200: return .success(decodedData.message)
    case 400: return .requestErr(decodedData.message)
    case 500: return .serverErr
    default: return .networkFail
    }
  }
}

@Suite("Seeds in Swift 6: direct call")
struct LoginSeedTests {
  @Test(
    "a direct call is answered with the server's message",
    arguments: [
      (LoopbackServer.Configuration.examplePassword, "success: Welcome aboard."),
      ("wrong", "requestErr: The email or the password is wrong."),
    ])
  func login(_ password: String, _ expected: String) async throws {
    let server = LoopbackServer()
    try server.start()
    let service = LoginService(url: "\(server.baseURL)/login")
    let outcome = await withCheckedContinuation { continuation in
      service.login(email: LoopbackServer.Configuration.exampleEmail, password: password) { result in
        switch result {
        case .success(let message): continuation.resume(returning: "success: \(message)")
        case .requestErr(let message): continuation.resume(returning: "requestErr: \(message)")
        case .pathErr, .serverErr, .networkFail: continuation.resume(returning: "\(result)")
        }
      }
    }
    #expect(outcome == expected)
    server.stop()
  }
}
