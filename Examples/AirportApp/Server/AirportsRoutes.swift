/// `GET /airports.json`: the airports document, with gzip, entity tags and ranges.
enum AirportsRoutes {
  static let routes = [
    ServerRouter.Route("GET", "/airports.json") { request, state in state.document.answer(request) }
  ]
}
