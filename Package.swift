// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "MiniRx",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "MiniRx", targets: ["MiniRx"]),
    .library(name: "MiniRxTesting", targets: ["MiniRxTesting"]),
    .library(name: "AirportNet", targets: ["AirportNet"]),
    .executable(name: "airports", targets: ["airports"]),
    .executable(name: "Benchmarks", targets: ["Benchmarks"]),
  ],
  targets: [
    .target(name: "MiniRx", swiftSettings: settings),
    .target(name: "MiniRxTesting", dependencies: ["MiniRx"], swiftSettings: settings),
    .target(
      name: "AirportNet", dependencies: ["MiniRx", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
      swiftSettings: settings),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux]))]),

    .target(
      name: "AirportApp", dependencies: ["MiniRx", "AirportNet"], path: "Examples/AirportApp",
      resources: [.copy("Resources")], swiftSettings: settings),
    .executableTarget(
      name: "airports", dependencies: ["MiniRx", "AirportNet", "AirportApp"], path: "Examples/airports",
      swiftSettings: settings),

    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
    .target(
      name: "BareCurl", path: "Benchmarks/BareCurl",
      linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "Benchmarks", dependencies: ["MiniRx", "AirportNet", "AirportApp", "AllocationCounter", "BareCurl"],
      path: "Benchmarks/Sources", swiftSettings: settings),

    .target(name: "TestSupport", dependencies: ["MiniRx"], path: "Tests/Support", swiftSettings: settings),
    .testTarget(
      name: "MiniRxTests", dependencies: ["MiniRx", "MiniRxTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "AirportNetTests",
      dependencies: [
        "MiniRx", "AirportNet", "AirportApp", "TestSupport",
        .target(name: "CCurl", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AirportAppTests", dependencies: ["MiniRx", "MiniRxTesting", "AirportNet", "AirportApp", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SeedTests", dependencies: ["MiniRx", "AirportNet", "AirportApp", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
