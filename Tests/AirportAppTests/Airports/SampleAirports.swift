import AirportNet

/// Airports that a test lists by hand, so that it can say which of them are found.
func sampleAirport(
  _ code: String, _ name: String? = nil, city: String? = nil, country: String? = nil, icao: String? = nil,
  at place: (Double, Double) = (0, 0), runway: Int? = nil
) -> AirportModel {
  var airport = AirportModel(code: code, latitude: place.0, longitude: place.1)
  (airport.name, airport.city, airport.country, airport.icao) = (name, city, country, icao)
  airport.runwayLength = runway
  return airport
}

/// A small world: two countries with a London, marks, Hangul, an airport without a city.
let sampleAirports = [
  sampleAirport("GMP", "Gimpo Airport", city: "Seoul", country: "South Korea", icao: "RKSS", at: (37.5583, 126.791)),
  sampleAirport("ICN", "Incheon Airport", city: "Seoul", country: "South Korea", icao: "RKSI", at: (37.4691, 126.451)),
  sampleAirport("SSN", "Seoul Air Base", country: "South Korea", icao: "RKSM", at: (37.4458, 127.114)),
  sampleAirport("YXU", "London Airport", city: "London", country: "Canada", icao: "CYXU", at: (43.0356, -81.1539)),
  sampleAirport("LHR", "Heathrow", city: "London", country: "United Kingdom", icao: "EGLL", at: (51.4706, -0.4619)),
  sampleAirport("LCY", "City Airport", city: "London", country: "United Kingdom", icao: "EGLC", at: (51.5053, 0.0553)),
  sampleAirport("GRU", "Guarulhos", city: "São Paulo", country: "Brazil", icao: "SBGR", at: (-23.4356, -46.4731)),
  sampleAirport("JFK", "Kennedy Airport", city: "New York", country: "United States", at: (40.6398, -73.7789)),
  sampleAirport("SFO", "Bay Airport", city: "San Francisco", country: "United States", at: (37.6189, -122.375)),
  sampleAirport("SAF", "Santa Fe Airport", city: "Santa Fe", country: "United States", at: (35.6171, -106.089)),
  sampleAirport("YNY", "양양국제공항", city: "양양", country: "대한민국", icao: "RKNY", at: (38.0613, 128.669)),
  sampleAirport("CJU", "제주국제공항", city: "제주", country: "대한민국", icao: "RKPC", at: (33.5113, 126.493)),
]
