public import Foundation

/// An airport, as one row of the airports document describes it; equal to another by its code.
///
/// Decoding is tolerant: a value may be text or a number, and what is null, missing or blank is nil; texts lose the
/// white space around them. A row without a code or without a place on the globe is no airport: it throws a
/// `DecodingError` with the key path, as does a value that is an object, an array or a Bool.
public struct AirportModel: Codable, Sendable, Identifiable {
  /// The IATA code, such as `ICN`; unique in a document.
  public var code: String
  /// Degrees north of the equator, -90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public var longitude: Double
  /// The airport's name.
  public var name: String?
  /// The city it serves.
  public var city: String?
  /// The state or province.
  public var state: String?
  /// The country.
  public var country: String?
  /// The place's number in the Where On Earth register; several airports may share one.
  public var woeid: Int?
  /// The time zone's name, such as `Asia/Seoul`.
  public var timeZone: String?
  /// The telephone number.
  public var phone: String?
  /// The kind of the place, such as `Airports`.
  public var type: String?
  /// The mail address.
  public var email: String?
  /// The website.
  public var url: URL?
  /// The length of the longest runway in feet, as the document has it; it can be negative there.
  public var runwayLength: Int?
  /// The height above the sea in feet, rounded.
  public var elevation: Int?
  /// The ICAO code, such as `RKSI`; several airports may share one.
  public var icao: String?
  /// The number of places reached without a stop.
  public var directFlights: Int?
  /// The number of airlines.
  public var carriers: Int?

  /// The code.
  public var id: String { code }

  /// Takes what is always known; the rest is nil.
  public init(code: String, latitude: Double, longitude: Double) {
    self.code = code
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The names of the document.
  private enum CodingKeys: String, CodingKey {
    case code, name, city, state, country, woeid, phone, type, email, url, icao, carriers
    case latitude = "lat"
    case longitude = "lon"
    case timeZone = "tz"
    case runwayLength = "runway_length"
    case elevation = "elev"
    case directFlights = "direct_flights"
  }

  /// Reads a row.
  /// - Throws: `DecodingError` whose coding path ends in the key that is at fault.
  public init(from decoder: any Decoder) throws {
    let row = LooseRow(try decoder.container(keyedBy: CodingKeys.self))
    code = try row.required(.code, try row.text(.code))
    latitude = try row.degrees(.latitude, limit: 90)
    longitude = try row.degrees(.longitude, limit: 180)
    name = try row.text(.name)
    city = try row.text(.city)
    state = try row.text(.state)
    country = try row.text(.country)
    woeid = try row.wholeNumber(.woeid)
    timeZone = try row.text(.timeZone)
    phone = try row.text(.phone)
    type = try row.text(.type)
    email = try row.text(.email)
    url = try row.text(.url).flatMap { URL(string: $0) }
    runwayLength = try row.wholeNumber(.runwayLength)
    elevation = try row.wholeNumber(.elevation)
    icao = try row.text(.icao)
    directFlights = try row.wholeNumber(.directFlights)
    carriers = try row.wholeNumber(.carriers)
  }
}

extension AirportModel: Hashable {
  /// True when the codes are equal.
  public static func == (one: AirportModel, other: AirportModel) -> Bool { one.code == other.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
