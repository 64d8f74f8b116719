// On Linux URLRequest and its kin live in a module of their own; a file that imports AirportNet sees them at once.
#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
