import HomeScreenSimulator
import TestSupport
import Testing

/// Facts and sources agree.
@Suite struct FactStatusTests {
  private static let head = """
    ## 1. Errors

    | ID | Behaviour | iOS versions | Holds | Confidence | Source | Status | Since |
    |---|---|---|---|---|---|---|---|

    """

  @Test func everyLedgerRowCanBeRead() {
    #expect(FactLedger.problems.isEmpty)
    #expect(FactLedger.fact("ICON-039")?.status == .simulator && FactLedger.fact("ICON-039")?.since == "0.1.0")
    #expect(FactLedger.fact("ICON-102")?.status == .package)
    #expect(FactLedger.fact("ICON-139")?.status == .lintToCome && FactLedger.fact("ICON-139")?.since == nil)
  }

  @Test(arguments: [
    ("simulator | 0.1.0", FactStatus.simulator), ("package | 0.12.3", .package), ("scenario | 1.0.0", .scenario),
    ("lint | 0.1.0", .lint), ("lint to come | —", .lintToCome),
    ("not modelled: no Mac here | —", .notModelled(reason: "no Mac here")),
  ])
  func rowHasTheStatusAndTheVersionOfAFact(cells: String, status: FactStatus) throws {
    let ledger = FactLedger.read(
      Self.head + "| ICON-001 | Does it. | 9+ | \(status.hasScenario ? "9.0+" : "—") | assumed | — | \(cells) |\n",
      name: "x")
    #expect(ledger.problems == [])
    let fact = try #require(ledger.facts.first)
    #expect(fact.status == status)
    #expect((fact.since != nil) == status.isModelled)
    #expect(fact.area == "Errors" && fact.ledger == "x")
  }

  @Test(arguments: [
    ("9+ | 9.0+ | assumed | —", "x.md: ICON-001 has 6 columns, not 8"),
    ("9+ | 9.0+ | assumed | — | simulator", "x.md: ICON-001 has 7 columns, not 8"),
    (
      "9+ | — | assumed | — | simulator | 0.1.0",
      "the column “Holds” must have bounds, such as “10.3+; else absent”, not “—”"
    ),
    ("9+ | 9.0+ | assumed | — | lint to come | —", "the column “Holds” must be “—”, not “9.0+”"),
    ("9+ | 9.0+ | sure | — | simulator | 0.1.0", "has an unknown confidence, “sure”; use one of documented, measured"),
    ("9+ | 9.0+ | assumed | — | simulater | 0.1.0", "has an unknown status, “simulater”; use one of simulator"),
    ("9+ | 9.0+ | assumed | — |  | 0.1.0", "has an unknown status, “”"),
    ("9+ | 9.0+ | assumed | — | not modelled | —", "not modelled: WHY"),
    ("9+ | 9.0+ | assumed | — | not modelled: | —", "not modelled: WHY"),
    (
      "9+ | 9.0+ | assumed | — | simulator | —",
      "is modelled, so its last column must be a release such as 0.1.0, not “—”"
    ),
    ("9+ | 9.0+ | assumed | — | scenario | soon", "is modelled, so its last column must be a release"),
    ("9+ | 9.0+ | assumed | — | lint to come | 0.1.0", "is not modelled, so its last column must be “—”, not “0.1.0”"),
    ("9+ | 9.0+ | assumed | — | not modelled: why | next", "is not modelled, so its last column must be “—”"),
  ])
  func rowWithoutAValidStatusIsNotAFact(cells: String, problem: String) {
    let ledger = FactLedger.read(Self.head + "| ICON-001 | Does it. | \(cells) |\n", name: "x")
    #expect(ledger.facts.isEmpty)
    #expect(ledger.problems.count == 1 && ledger.problems.first?.contains(problem) == true, "\(ledger.problems)")
  }

  @Test func otherTablesAreNotFacts() {
    let ledger = FactLedger.read(Self.head + "| Step | What |\n|---|---|\n| A1 | it launches |\n", name: "x")
    #expect(ledger.facts.isEmpty && ledger.problems.isEmpty)
  }

  @Test func everyModelledFactIsNamedInItsImplementation() throws {
    let simulator = try named(in: [
      "Sources/HomeScreenSimulator", "Sources/AppPackages", "Sources/Platform", "Sources/PropertyLists",
    ])
    let package = try named(in: ["Sources/AppPackages", "Sources/Platform", "Sources/PropertyLists"])
    let lint = try named(in: ["Sources/Lint"])
    for fact in FactLedger.all where fact.status.isModelled {
      let isNamed =
        switch fact.status {
        case .package: package.contains(fact.id.rawValue)
        case .scenario: true
        case .lint: lint.contains(fact.id.rawValue)
        case .simulator, .lintToCome, .notModelled: simulator.contains(fact.id.rawValue)
        }
      #expect(isNamed, "\(fact.id) is modelled, but no source names it")
    }
  }

  @Test func everyModelledFactIsNamedInATestOrAScenario() throws {
    let tests = try named(in: ["Tests"])
    let scenarios = Repository.factIDs(
      in: try Files.paths(below: Repository.root + "/lua/scenarios").filter { $0.hasSuffix(".lua") }
        .map { try Repository.text("lua/scenarios/\($0)") }.joined(separator: "\n"))
    // Tests of rules cover facts that rules report.
    for fact in FactLedger.all where fact.status.isModelled && fact.status != .lint {
      var isNamed = tests.contains(fact.id.rawValue)
      if fact.status == .scenario { isNamed = isNamed || scenarios.contains(fact.id.rawValue) }
      #expect(isNamed, "\(fact.id) is modelled, but no test names it")
    }
  }

  @Test func everyFactNamedInSourcesAndTestsExists() throws {
    for (path, text) in try Repository.swiftFiles(under: "Sources")
      + Repository.swiftFiles(under: "Tests/HomeScreenSimulatorTests")
    {
      for id in Repository.factIDs(in: text).sorted() where !id.hasSuffix("-999") {
        #expect(FactLedger.fact(FactID(id)) != nil, "\(path) names \(id), which is in no ledger")
      }
    }
  }

  /// The IDs in the Swift files of folders.
  private func named(in folders: [String]) throws -> Set<String> {
    let files = try folders.flatMap { try Repository.swiftFiles(under: $0) }
    return Repository.factIDs(in: files.map(\.text).joined(separator: "\n"))
  }
}
