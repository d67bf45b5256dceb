// swift-tools-version: 6.2

import PackageDescription

/// The same settings as in the enclosing package.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Reads the sources of an app. It is a separate package, so that only those who use it fetch and build Swift's parser:
/// `scripts/sources --release`.
let package = Package(
  name: "homescreen-sources",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "homescreen-sources", targets: ["homescreen-sources"]),
    .library(name: "SourceReading", targets: ["SourceReading"]),
  ],
  dependencies: [
    .package(name: "homescreen", path: "../.."),
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
  ],
  targets: [
    .target(
      name: "SourceReading",
      dependencies: [
        .product(name: "AppSources", package: "homescreen"), .product(name: "PropertyLists", package: "homescreen"),
        .product(name: "SwiftParser", package: "swift-syntax"), .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "homescreen-sources",
      dependencies: [
        "SourceReading", .product(name: "AppSources", package: "homescreen"),
        .product(name: "PropertyLists", package: "homescreen"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SourceReadingTests",
      dependencies: ["SourceReading", .product(name: "AppSources", package: "homescreen")],
      swiftSettings: strict),
  ]
)

// The quick build of `scripts/sources` uses the toolchain's own parser; the script passes its location.
if Context.environment["HOMESCREEN_PARSER"] == "toolchain" {
  package.dependencies.removeLast()
  for target in package.targets {
    target.dependencies.removeAll { dependency in
      if case .productItem(_, "swift-syntax", _, _) = dependency { true } else { false }
    }
    target.swiftSettings? += [.define("TOOLCHAIN_PARSER")]
  }
}
