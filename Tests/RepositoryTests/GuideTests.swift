import TestSupport
import Testing

/// Files, types and tests that the guides name exist.
@Suite struct GuideTests {
  private static let guides =
    ["CONTRIBUTING.md"] + recipes
    + ["Architecture", "Choosing", "CommandLine", "Installing", "Lint", "Publishing", "Running", "Speed"].map {
      "Sources/homescreen/homescreen.docc/\($0).md"
    }

  private static let folder = "Sources/homescreen/homescreen.docc/Recipes"
  private static let recipes = Files.names(in: "\(Repository.root)/\(folder)").map { "\(folder)/\($0)" }.sorted()

  /// The list of recipes includes each page and is short.
  @Test func everyRecipeIsListed() throws {
    let guide = try Repository.text("CONTRIBUTING.md")
    #expect(Self.recipes.count > 15)
    #expect(Self.recipes.filter { !guide.contains("](\($0))") } == [])
    #expect(guide.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
  }

  /// Text between backquotes on one line.
  private static func code(in guide: String) throws -> [String] {
    try Repository.text(guide).split(separator: "\n").flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }

  /// Whether a file or folder exists; for a path with a placeholder (`…`, `NAME`), the folder before it.
  private static func isThere(_ path: String) -> Bool {
    var known = path[...]
    if let gap = path.firstMatch(of: /…|\b[A-Z]{4,}\b/.wordBoundaryKind(.simple))?.range.lowerBound {
      known = path[..<(path[..<gap].lastIndex(of: "/") ?? path.startIndex)]
    }
    let full = "\(Repository.root)/\(known)"
    return !known.isEmpty && (Files.bytes(full)?.isEmpty == false || !Files.names(in: full).isEmpty)
  }

  @Test(arguments: guides) func pathsExist(guide: String) throws {
    let paths = try Self.code(in: guide).filter { text in
      ["Sources/", "Tests/", "lua/", "scripts/"].contains { text.hasPrefix($0) }
    }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(paths.filter { !Self.isThere($0) } == [])
  }

  @Test(arguments: [
    ("Tests", true), ("Sources/HomeScreenReports", true), ("Package.swift", true),
    ("Sources/CFacts/ledgers/AREA.md", true),
    ("lua/specs/…_spec.lua", true), ("Sources/Nowhere", false), ("Sources/Nowhere/NAME.swift", false),
    ("NAME", false),
  ])
  func missingPathsAreFound(path: String, isThere: Bool) {
    #expect(Self.isThere(path) == isThere)
  }

  /// Modules of the toolchain, which no manifest names.
  private static let modules = ["FoundationEssentials"]

  @Test func namesExist() throws {
    let types = Set(
      try Repository.swiftFiles(under: "Sources").flatMap { SwiftSource($0.text).declaredTypes })
    let manifest = try Repository.text("Package.swift")
    let suites = Self.suites
    for guide in Self.guides {
      let names = Set(try Self.code(in: guide).filter { $0.wholeMatch(of: /[A-Z][a-z]+[A-Z]\w*/) != nil })
      let unknown = names.subtracting(Self.modules).filter { name in
        !types.contains(name) && !suites.contains(name) && !manifest.contains("\"\(name)\"")
      }
      #expect(unknown.sorted() == [], "\(guide)")
    }
  }

  /// `swift test --filter A|B`: each part matches a suite or a target.
  @Test func filtersFindTests() throws {
    let filters = try (["CONTRIBUTING.md"] + Self.recipes).flatMap { guide in
      try Repository.text(guide).matches(of: /--filter '?([\w|]+)/).map { $0.1 }
    }
    #expect(filters.count > 10)
    for part in filters.flatMap({ $0.split(separator: "|") }) where part != "NAME" {
      #expect(Self.suites.contains { $0.contains(part) }, "\(part)")
    }
  }

  /// Suites are named after their files; test targets count too.
  private static let suites = Set(
    Files.paths(below: Repository.root + "/Tests").flatMap { $0.split(separator: "/") }
      .map { String($0.hasSuffix(".swift") ? $0.dropLast(6) : $0) }.filter { $0.hasSuffix("Tests") })
}
