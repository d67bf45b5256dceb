import AppPackages
import HomeScreenSimulator
import Testing

/// The column “Holds”: its syntax, and the cells in which a fact is tried.
@Suite struct FactBoundsTests {
  private func read(_ cell: String) -> (facts: [Fact], problems: [String]) {
    FactLedger.read("| ICON-001 | Does it. | 9+ | \(cell) | assumed | — | simulator | 0.1.0 |\n", name: "x")
  }

  private func bounds(_ cell: String) throws -> FactBounds {
    let ledger = read(cell)
    #expect(ledger.problems == [])
    return try #require(ledger.facts.first?.bounds)
  }

  /// The cells in short: `26.0 iPad -` is outside the bounds.
  private func cells(_ cell: String, spreadsLifeCycles: Bool = false) throws -> [String] {
    FactCells(try bounds(cell), spreadsLifeCycles: spreadsLifeCycles).cells.map { cell in
      ([cell.os.description, cell.device.rawValue]
        + [cell.lifeCycle?.rawValue, cell.sdk?.description].compactMap(\.self)
        + [cell.xcode.map { "Xcode \($0)" }, cell.holds ? nil : "-"].compactMap(\.self)).joined(separator: " ")
    }
  }

  // MARK: Parsing

  @Test func allBoundsAreParsed() throws {
    let all = try bounds("10.3–26.0, iPad, UIKit scenes, SDK ≤26, Xcode 13+; else absent")
    #expect(all.text == "10.3–26.0, iPad, UIKit scenes, SDK ≤26, Xcode 13+; else absent")
    #expect(all.versions.from == VersionNumber(10, 3) && all.versions.end == VersionNumber(26, 1))
    #expect(all.device == .iPad && all.lifeCycles == [.scene] && all.outside == .absent)
    #expect(all.sdk?.from == nil && all.sdk?.end == VersionNumber(27))
    #expect(all.xcode?.from == VersionNumber(13) && all.xcode?.end == nil)
    let any = try bounds("any")
    #expect(any.versions.from == nil && any.versions.end == nil && any.device == nil && any.lifeCycles == nil)
    #expect(any.outside == .unknown)
    #expect(try bounds("9.0+, iPad 13.0+").versionsOfIPad?.from == VersionNumber(13))
    #expect(try bounds("13.0+, scenes; else unknown").lifeCycles == [.scene, .swiftUI])
  }

  @Test(arguments: [
    ("13", "13.0", "13.7.2", "12.5", "14.0"), ("26.0", "26.0", "26.0.3", "18.7", "26.1"),
    ("12.5.7", "12.5.7", "12.5.7", "12.5.6", "12.5.8"), ("9–12", "9.0", "12.5.8", "8.9", "13.0"),
  ])
  func versionIncludesItsMinorVersions(span: String, first: String, last: String, before: String, after: String) throws
  {
    let versions = try bounds(span).versions
    for inside in [first, last] { #expect(versions.contains(try #require(VersionNumber(inside))), "\(inside)") }
    for outside in [before, after] { #expect(!versions.contains(try #require(VersionNumber(outside))), "\(outside)") }
  }

  @Test(arguments: [
    ("", "has invalid versions, “”; use one of 10.3+, 10.3–26.0, ≤26.0, 13, any"),
    ("10.3 +", "has invalid versions, “10.3 +”"), ("13.x", "has invalid versions, “13.x”"),
    ("26.1-27.0", "has invalid versions, “26.1-27.0”"), ("26.1–10.3", "has invalid versions, “26.1–10.3”"),
    ("9–10–11", "has invalid versions, “9–10–11”"), ("–26.0", "has invalid versions, “–26.0”"),
    ("≤", "has invalid versions, “≤”"), ("+", "has invalid versions, “+”"), ("iPad", "has invalid versions, “iPad”"),
    ("9.0+,iPad", "has no space before “iPad” in “9.0+,iPad”"),
    ("9.0+, ipad", "has an unknown bound, “ipad”; use one of iPhone, iPad, scenes, app delegate"),
    ("9.0+, , iPad", "has an unknown bound, “”"),
    ("9.0+, iPad, iPhone", "names the device twice in the bounds “9.0+, iPad, iPhone”"),
    ("9.0+, iPad 13.0+, iPad", "names the device twice"), ("9.0+, scenes, SwiftUI", "names the life cycle twice"),
    ("9.0+, SDK 26+, SDK 27+", "names the SDK twice"), ("9.0+, Xcode 8, Xcode 9", "names Xcode twice"),
    ("9.0+, SDK any", "has invalid versions, “SDK any”; use one of SDK 10.3+"), ("9.0+, Xcode x", "“Xcode x”"),
    ("9.0+; absent", "has an unknown ending, “; absent”; use one of ; else absent, ; else other, ; else unknown"),
    ("9.0+; else nothing", "has an unknown ending, “; else nothing”"),
    ("9.0+; else absent; else other", "has two “;” in the bounds"),
    ("—", "is modelled, so the column “Holds” must have bounds"),
  ])
  func invalidBoundsAreReported(cell: String, problem: String) {
    let ledger = read(cell)
    #expect(ledger.facts.isEmpty)
    #expect(ledger.problems.count == 1 && ledger.problems[0].hasPrefix("x.md: ICON-001 "), "\(ledger.problems)")
    #expect(ledger.problems.first?.contains(problem) == true, "\(ledger.problems)")
  }

  // MARK: Cells

  @Test func everyBoundHasACellOnBothSides() throws {
    #expect(
      try cells("10.3–26.0; else other") == [
        "10.2 iPhone -", "10.2 iPad -", "10.3 iPhone", "10.3 iPad", "18.7 iPhone", "18.7 iPad", "26.0 iPhone",
        "26.0 iPad", "26.1 iPhone -", "26.1 iPad -", "27.0 iPhone -", "27.0 iPad -",
      ])
    #expect(try cells("13; else absent").filter { $0.hasSuffix("iPhone") } == ["13.0 iPhone", "13.7 iPhone"])
    #expect(try cells("12.5.7+; else other").filter { $0.hasSuffix("iPhone -") } == ["12.5 iPhone -"])
  }

  @Test func unknownCellsAreCountedAndNotTried() throws {
    let cells = FactCells(try bounds("26.1+"))
    #expect(cells.inside == 4 && cells.outside == 0 && cells.unknown == 2)
    let asserted = FactCells(try bounds("26.1+; else absent"))
    #expect(asserted.inside == 4 && asserted.outside == 2 && asserted.unknown == 0)
  }

  @Test func oldestVersionIsTriedWithoutALowerBound() throws {
    for cell in ["any", "5.0+", "9.0+"] {
      #expect(
        try cells(cell) == ["9.0 iPhone", "9.0 iPad", "18.7 iPhone", "18.7 iPad", "27.0 iPhone", "27.0 iPad"], "\(cell)"
      )
    }
    #expect(try cells("≤9.1") == ["9.0 iPhone", "9.0 iPad", "9.1 iPhone", "9.1 iPad"])
    #expect(try cells("28.0+; else other") == ["27.0 iPhone -", "27.0 iPad -"])
  }

  @Test func deviceIsIPhoneOrIPad() throws {
    #expect(
      try cells("17.0+, iPad; else other") == [
        // A cell outside differs in a single respect.
        "16.7 iPad -", "17.0 iPhone -", "17.0 iPad", "27.0 iPhone -", "27.0 iPad",
      ])
  }

  /// QUICK-112.
  @Test func iPadCanHaveItsOwnVersions() throws {
    #expect(
      try cells("9.0+, iPad 13.0+; else absent") == [
        "9.0 iPhone", "9.0 iPad -", "12.5 iPad -", "13.0 iPad", "18.7 iPhone", "18.7 iPad", "27.0 iPhone", "27.0 iPad",
      ])
  }

  @Test func scenarioIsTriedOnBothSidesOfTheVersionsThatItComparesWith() throws {
    func versions(_ cell: String, _ compared: [String]) throws -> [String] {
      let compared = try compared.map { try OSVersion(parsing: $0) }
      return FactCells(try bounds(cell), comparedWith: compared).cells.filter { $0.device == .iPad }.map {
        $0.os.description + ($0.holds ? "" : " -")
      }
    }
    #expect(try versions("26.0+", ["26.1"]) == ["26.0", "26.1", "27.0"])
    #expect(try versions("14.0+; else absent", ["13.2"]) == ["13.1 -", "13.2 -", "13.7 -", "14.0", "27.0"])
    #expect(try versions("14.0+", ["13.2", "16.0"]) == ["14.0", "15.8", "16.0", "27.0"])
    #expect(try versions("26.0+", ["9.0"]) == ["26.0", "27.0"])
  }

  @Test(arguments: [("10.3+", 2), ("14.0+", 0), ("10.3–17", 0), ("13.0+, iPad 15.0+", 2), ("26.1+", 0), ("≤26", 2)])
  func versionBetweenTheBoundsIsTriedIfNoneIsNear(cell: String, count: Int) throws {
    #expect(try cells(cell).count { $0.hasPrefix("18.7") && !$0.hasSuffix("-") } == count)
  }

  /// LAUNCH-080, LAUNCH-061.
  @Test func lifeCyclesExist() throws {
    let phones = try cells("13.0+, scenes; else other").filter { $0.contains("iPhone") }
    #expect(
      phones == [
        "13.0 iPhone appDelegate -", "13.0 iPhone scene", "18.7 iPhone appDelegate -", "18.7 iPhone scene",
        "18.7 iPhone swiftUI", "27.0 iPhone appDelegate -", "27.0 iPhone scene", "27.0 iPhone swiftUI",
      ])
    #expect(try cells("9.0, iPhone", spreadsLifeCycles: true) == ["9.0 iPhone appDelegate"])
    #expect(try cells("27.0+, app delegate, SDK 27+").isEmpty)
  }

  @Test func buildsHaveBounds() throws {
    #expect(
      try cells("27.0+, iPhone, SDK 27+; else other") == [
        "26.4 iPhone 27.0 -", "27.0 iPhone 26.4 -", "27.0 iPhone 27.0", "27.0 iPad 27.0 -",
      ])
    #expect(
      try cells("9.0, iPhone, Xcode 26.0–26.3; else other").filter { $0.hasPrefix("9.0 iPhone") } == [
        "9.0 iPhone Xcode 16.4 -", "9.0 iPhone Xcode 26.0", "9.0 iPhone Xcode 26.3", "9.0 iPhone Xcode 26.4 -",
      ])
  }

  @Test func factsAreTriedOnEveryYear() throws {
    for version in OSVersion.milestones(from: .oldest) {
      #expect(FactCells(try bounds("\(version.major)")).cells.contains { $0.os.major == version.major }, "\(version)")
    }
  }

  /// A bound is tried on both sides: a row says what is outside, or `else unknown`. These three need new evidence.
  @Test func everyBoundOfTheLedgersIsTried() {
    let silent = FactLedger.all.filter { fact in fact.bounds.map { FactCells($0).unknown > 0 } ?? false }
    #expect(silent.map(\.id.rawValue) == ["LAUNCH-104", "LAUNCH-105", "LAUNCH-128"])
    #expect(silent.allSatisfy { $0.bounds?.text.hasSuffix("; else unknown") ?? false })
  }

  /// Every modelled fact has a cell, even without a scenario.
  @Test func everyModelledFactHasACell() {
    for fact in FactLedger.all {
      #expect((fact.bounds != nil) == fact.status.hasScenario, "\(fact.id)")
      if let bounds = fact.bounds { #expect(FactCells(bounds).inside > 0, "\(fact.id): \(bounds.text)") }
    }
  }
}
