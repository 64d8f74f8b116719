/// The airports document as one decodes it without care: every field as the document has it.
struct PlainAirport: Decodable, Sendable {
  let code: String
  let lat: String
  let lon: String
  let name: String?
  let city: String?
  let state: String?
  let country: String?
  let woeid: String?
  let tz: String?
  let phone: String?
  let type: String?
  let email: String?
  let url: String?
  let runwayLength: String?
  let elev: String?
  let icao: String?
  let directFlights: String?
  let carriers: String?

  private enum CodingKeys: String, CodingKey {
    case code, lat, lon, name, city, state, country, woeid, tz, phone, type, email, url, elev, icao, carriers
    case runwayLength = "runway_length"
    case directFlights = "direct_flights"
  }
}

/// A post of the loopback server: one small object.
struct Post: Decodable, Sendable {
  let id: Int
  let userId: Int
  let title: String
  let body: String
}
