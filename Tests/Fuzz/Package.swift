// swift-tools-version: 6.2

import PackageDescription

/// libFuzzer on the readers, and random Lua programs. A package of its own, so that no build of the repository ever touches it: `scripts/fuzz`.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "homescreen", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer",
        .product(name: "PropertyLists", package: "homescreen"), .product(name: "AppPackages", package: "homescreen"),
        .product(name: "HomeScreenSimulator", package: "homescreen"),
        .product(name: "HomeScreenReports", package: "homescreen"), .product(name: "LuaFuzz", package: "homescreen"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)],
      // gold, the usual linker on Linux, fails on a program with AddressSanitizer and debug information.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]),
    .target(name: "CFuzzer"),
  ]
)
