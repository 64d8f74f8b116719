internal import Foundation
public import MiniRx

/// Loads the airports document from a server.
public final class AirportService: AirportAPI {
  /// The one for the usual server.
  public static let shared = AirportService()

  private let service: any HttpService
  private let baseUrlString: String
  private let decoder: JSONValueDecoder

  /// A service.
  ///
  /// - Parameters:
  ///   - service: what sends the calls.
  ///   - baseUrlString: where the server is.
  ///   - isStrict: whether one bad row fails the whole document.
  public init(
    service: any HttpService = AirportHttpService(), baseUrlString: String = AirportHttpRouter.usualBaseUrlString,
    isStrict: Bool = false
  ) {
    self.service = service
    self.baseUrlString = baseUrlString
    decoder = AirportResponse.decoder(isStrict: isStrict)
  }

  /// The airports document. Cold; failures are `NetworkError`.
  public func fetchAirports() -> Single<AirportResponse> {
    AirportHttpRouter.getAirports(from: baseUrlString)
      .single(of: AirportResponse.self, usingHttpService: service, decoder: decoder)
  }
}
