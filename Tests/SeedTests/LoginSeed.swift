import AirportNet
import Foundation

// An app that calls directly, as it is written with other libraries; its result type is its own.

enum NetworkResult<T> {
  case success(T)
  case requestErr(T)
  case pathErr
  case serverErr
  case networkFail
}

struct LoginDataModel: Codable {
  let status: Int
  let success: Bool
  let message: String
  let data: UserData?

  enum CodingKeys: String, CodingKey {
    case status
    case success
    case message
    case data
  }

  init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    status = (try? values.decode(Int.self, forKey: .status)) ?? -1
    success = (try? values.decode(Bool.self, forKey: .success)) ?? false
    message = (try? values.decode(String.self, forKey: .message)) ?? ""
    data = (try? values.decode(UserData.self, forKey: .data)) ?? nil
  }
}

struct UserData: Codable {
  let token: String
  let refreshToken: String
}

struct LoginService {
  static let shared = LoginService()
  static var url = ""

  private func makeParameter(email: String, password: String) -> Parameters {
    return ["email": email, "password": password]
  }

  func login(email: String, password: String, completion: @escaping (NetworkResult<Any>) -> Void) {
    let header: HTTPHeaders = ["Content-Type": "application/json"]
    let dataRequest = AF.request(
      LoginService.url,
      method: .post,
      parameters: makeParameter(email: email, password: password),
      encoding: JSONEncoding.default,
      headers: header)

    dataRequest.responseData { dataResponse in
      switch dataResponse.result {
      case .success:
        guard let statusCode = dataResponse.response?.statusCode else { return }
        guard let value = dataResponse.value else { return }
        let networkResult = self.judgeStatus(by: statusCode, value)
        completion(networkResult)
      case .failure:
        completion(.pathErr)
      }
    }
  }

  private func judgeStatus(by statusCode: Int, _ data: Data) -> NetworkResult<Any> {
    let decoder = JSONDecoder()
    guard let decodedData = try? decoder.decode(LoginDataModel.self, from: data) else { return .pathErr }
    switch statusCode {
    case 200: return .success(decodedData.message)
    case 400: return .requestErr(decodedData.message)
    case 500: return .serverErr
    default: return .networkFail
    }
  }
}
