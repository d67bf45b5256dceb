// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target is built in the Swift 6 language mode with warnings as errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The C targets: C23, because `CEmbedded` embeds files with `#embed`.
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "homescreen",
  // The first with Synchronization.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "homescreen", targets: ["homescreen"]),
    .library(name: "PropertyLists", targets: ["PropertyLists"]),
    .library(name: "AppPackages", targets: ["AppPackages"]),
    .library(name: "AppSources", targets: ["AppSources"]),
    .library(name: "HomeScreenSimulator", targets: ["HomeScreenSimulator"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    // From the lowest module up: a target depends only on targets above it in this list.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev", "pkg-config"]), .brew(["zlib"])]),
    .target(name: "CWork", cSettings: strictC),
    .target(name: "CProcess", cSettings: strictC),
    .target(
      name: "PropertyLists",
      dependencies: ["CWork", .product(name: "OrderedCollections", package: "swift-collections")],
      swiftSettings: strict),
    .target(
      name: "Platform", dependencies: ["PropertyLists", "CProcess", "CZlib"],
      swiftSettings: strict, linkerSettings: [.linkedLibrary("z")]),
    .target(
      name: "AppPackages",
      dependencies: [
        "Platform", "PropertyLists", "CEmbedded", .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(name: "AppSources", dependencies: ["PropertyLists"], swiftSettings: strict),
    .target(
      name: "SourceClient", dependencies: ["AppSources", "AppPackages", "Platform", "PropertyLists", "CProcess"],
      swiftSettings: strict),
    .target(name: "CFacts", exclude: ["ledgers"], cSettings: strictC),
    .target(
      name: "HomeScreenSimulator",
      dependencies: [
        "AppSources", "AppPackages", "Platform", "PropertyLists", "CFacts", "CEmbedded",
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(
      name: "Events", dependencies: ["HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists"],
      swiftSettings: strict),
    .target(
      name: "Lint",
      dependencies: [
        "Events", "HomeScreenSimulator", "AppSources", "AppPackages", "Platform", "PropertyLists", "CEmbedded",
      ],
      swiftSettings: strict),
    .target(
      name: "Rendering", dependencies: ["HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists"],
      swiftSettings: strict),
    .target(name: "CEmbedded", exclude: ["page", "tables"], cSettings: strictC),
    .target(
      name: "HomeScreenReports",
      dependencies: [
        "Events", "Lint", "Rendering", "HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists", "CEmbedded",
      ],
      swiftSettings: strict),

    .systemLibrary(
      name: "CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev", "pkg-config"]), .brew(["lua@5.4"])]),
    .target(
      name: "CLuaSupport", dependencies: ["CLua", "CProcess", "CWork"], exclude: ["lua-api-letters.tsv"],
      cSettings: strictC, linkerSettings: [.linkedLibrary("lua5.4"), .linkedLibrary("m")]),
    .target(name: "LuaEngine", dependencies: ["CLuaSupport", "CWork"], swiftSettings: strict),

    .target(
      name: "LuaAPI",
      dependencies: [
        "LuaEngine", "CEmbedded", "Events", "HomeScreenSimulator",
        "AppSources", "AppPackages", "Platform", "PropertyLists",
      ],
      swiftSettings: strict),

    .target(
      name: "Scenarios",
      dependencies: [
        "LuaAPI", "LuaEngine", "Events", "HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists",
      ],
      swiftSettings: strict),
    .target(
      name: "Exploration",
      dependencies: [
        "LuaAPI", "LuaEngine", "Events", "HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists",
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CEditLine", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev", "pkg-config"]), .brew(["libedit"])]),
    .target(
      name: "CEditLineSupport", dependencies: ["CEditLine", "CProcess"], cSettings: strictC,
      linkerSettings: [
        .linkedLibrary("edit"),
        // What libedit needs where it is linked statically; a Mac's has all in it.
        .linkedLibrary("tinfo", .when(platforms: [.linux])), .linkedLibrary("bsd", .when(platforms: [.linux])),
        .linkedLibrary("md", .when(platforms: [.linux])),
      ]),
    .target(
      name: "Console",
      dependencies: [
        "LuaAPI", "LuaEngine", "Rendering", "AppPackages", "Platform", "PropertyLists", "CEditLineSupport",
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "homescreen",
      dependencies: [
        "Exploration", "Scenarios", "Console", "LuaAPI", "LuaEngine", "Events", "HomeScreenReports", "Lint",
        "HomeScreenSimulator", "SourceClient", "AppSources", "AppPackages", "Platform", "PropertyLists", "CEmbedded",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["PropertyLists", "CZlib"], path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "LuaFuzz",
      dependencies: ["LuaAPI", "LuaEngine", "HomeScreenReports", "HomeScreenSimulator", "TestSupport"],
      path: "Tests/LuaFuzz",
      swiftSettings: strict),
    .executableTarget(
      name: "SitePages",
      dependencies: [
        "Scenarios", "LuaAPI", "Events", "HomeScreenReports", "Lint", "Rendering", "HomeScreenSimulator", "AppPackages",
        "Platform",
      ],
      path: "Tests/SitePages", swiftSettings: strict),
    .testTarget(name: "PropertyListsTests", dependencies: ["PropertyLists", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AppSourcesTests", dependencies: ["AppSources", "HomeScreenSimulator", "PropertyLists"],
      swiftSettings: strict),
    .testTarget(
      name: "SourceClientTests",
      dependencies: [
        "SourceClient", "Events", "HomeScreenReports", "Lint", "HomeScreenSimulator", "AppSources", "AppPackages",
        "Platform",
        "PropertyLists", "TestSupport",
      ],
      exclude: ["Tables"], swiftSettings: strict),
    .testTarget(
      name: "AppPackagesTests", dependencies: ["AppPackages", "Platform", "CProcess", "PropertyLists", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HomeScreenSimulatorTests",
      dependencies: ["HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LintTests",
      dependencies: [
        "Lint", "HomeScreenReports", "Events", "HomeScreenSimulator", "AppSources", "AppPackages", "Platform",
        "PropertyLists",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RenderingTests",
      dependencies: ["Rendering", "HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HomeScreenReportsTests",
      dependencies: [
        "Events", "HomeScreenReports", "Lint", "HomeScreenSimulator", "AppPackages", "Platform", "PropertyLists",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "Events", "HomeScreenReports", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LuaEngineTests", dependencies: ["LuaEngine", "CLuaSupport", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "LuaAPITests",
      dependencies: [
        "LuaAPI", "LuaEngine", "Events", "HomeScreenReports", "Lint", "HomeScreenSimulator", "AppPackages", "Platform",
        "PropertyLists",
        "LuaFuzz", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "Scenarios", "LuaAPI", "LuaEngine", "Events", "HomeScreenReports", "HomeScreenSimulator", "PropertyLists",
        "Platform", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "Exploration", "LuaAPI", "LuaEngine", "Events", "HomeScreenReports", "AppPackages", "Platform", "AppSources",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ConsoleTests",
      dependencies: ["Console", "LuaAPI", "Events", "HomeScreenReports", "Platform", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProductTests",
      dependencies: [
        "PropertyLists", "AppPackages", "Platform", "AppSources", "HomeScreenSimulator",
      ],
      swiftSettings: strict),
    .testTarget(name: "RepositoryTests", dependencies: ["TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "homescreen", "SitePages", "Scenarios", "LuaAPI", "Events", "HomeScreenReports", "Lint", "HomeScreenSimulator",
        "AppPackages", "Platform",
        "TestSupport",
      ],
      swiftSettings: strict),
  ],
  cLanguageStandard: .c2x
)

// `swift package homescreen lint` for packages that depend on this one. SwiftPM builds what a plugin runs apart from
// everything else, so here it would have every build compile all sources twice.
if Context.packageDirectory.contains("/checkouts/") || Context.environment["HOMESCREEN_PLUGIN"] != nil {
  package.products.append(.plugin(name: "HomescreenPlugin", targets: ["HomescreenPlugin"]))
  package.targets.append(
    .plugin(
      name: "HomescreenPlugin",
      capability: .command(
        intent: .custom(verb: "homescreen", description: "Runs homescreen in the folder of the package.")),
      dependencies: ["homescreen"], path: "scripts/plugin"))
}

// The build of `scripts/test --all` and `scripts/fuzz`: all tests with AddressSanitizer, and libFuzzer, whose library the
// variable names. C code traps where its behaviour is undefined. It is a release build, in which tests are not optimised
// and everything keeps its assertions: the tests need half the time, and whole modules are optimised faster than files.
// Only code that has pointers is instrumented: Swift without them cannot leave its memory (`PointerTests`).
if let fuzzer = Context.environment["HOMESCREEN_SANITIZER"] {
  let counters = "edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"
  let withPointers = [
    "PropertyLists", "Platform", "AppPackages", "SourceClient", "Rendering", "LuaEngine", "Scenarios", "Console",
  ]
  for target in package.targets {
    if target.cSettings != nil {
      target.cSettings =
        strictC + [
          .unsafeFlags([
            "-fsanitize=address,undefined,fuzzer-no-link", "-fsanitize-trap=undefined", "-O1", "-DDEBUG=1",
          ])
        ]
    } else if target.type == .test {
      target.swiftSettings = strict + [.unsafeFlags(["-Onone"])]
    } else if target.type != .system {
      let isReader = ["PropertyLists", "Platform", "AppPackages"].contains(target.name)
      target.swiftSettings =
        strict + [
          .unsafeFlags(
            ["-assert-config", "Debug", "-enable-testing"]
              + (withPointers.contains(target.name) ? ["-sanitize=address"] : [])
              + (isReader ? ["-sanitize-coverage=\(counters)"] : []))
        ]
    }
    // The library of AddressSanitizer, for every program and test: all of them need this target.
    if target.name == "PropertyLists" { target.linkerSettings = [.unsafeFlags(["-sanitize=address"])] }
  }
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer", cSettings: strictC),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer", "LuaFuzz", "TestSupport", "Events", "HomeScreenReports", "HomeScreenSimulator", "AppPackages",
        "Platform", "PropertyLists",
      ],
      path: "Tests/Fuzz/fuzz", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-Xlinker", fuzzer, "-Xlinker", "-lstdc++"])]),
  ]
}
