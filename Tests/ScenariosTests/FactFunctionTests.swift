import Events
import HomeScreenSimulator
import LuaAPI
import Scenarios
import Testing

/// `fact(id, options, body)`: scenarios in the cells around a fact's bounds.
@Suite struct FactFunctionTests {
  /// ICON-074 applies from 26.1 on; earlier versions behave differently.
  private static let cells = [
    "iPhone, iOS 26.0, outside", "iPad, iPadOS 26.0, outside", "iPhone, iOS 26.1", "iPad, iPadOS 26.1",
    "iPhone, iOS 27.0", "iPad, iPadOS 27.0",
  ]

  private func run(_ body: String, needs: String = "{ \"finger\" }", options: RunOptions = Run.options) throws -> Run {
    try Run("fact(\"ICON-074\", { needs = \(needs) }, function(cell) \(body) end)", options: options)
  }

  @Test func cellsAreScenarios() throws {
    let run = try run(
      """
      local device = Device(cell)
      assert.equal(cell.os, device.os)
      assert.equal(cell.model, device.model)
      assert.equal(cell.holds, cell.at_least "26.1")
      """)
    #expect(run.summary == Self.cells.map { "✓ ICON-074 › \($0)" })
    #expect(run.results.map(\.cell) == Self.cells)
    #expect(run.results.allSatisfy { $0.line == 1 })
  }

  @Test func comparisonWithAVersionHasCellsOnBothSidesOfIt() throws {
    let body = "function(cell) assert.equal(cell.os == '26.4' or cell.os == '27.0', cell.at_least '26.4') end"
    let unnamed = try Run("fact('ICON-074', { needs = {} }, \(body))")
    #expect(unnamed.counts?.errors == 6)
    for problem in unnamed.results.map(\.problem) {
      #expect(
        problem?.message.contains("ICON-074 is not tested on both sides of 26.4") == true, "\(unnamed.terminalText)")
      #expect(problem?.hint?.contains("versions = { \"26.4\" }") == true)
    }
    let named = try Run("fact('ICON-074', { needs = {}, versions = { '26.4' } }, \(body))")
    #expect(named.counts?.passed == 10, "\(named.terminalText)")
    #expect(Set(named.results.map(\.cell)).isSuperset(of: ["iPad, iPadOS 26.3", "iPhone, iOS 26.4"]))
    for wrong in ["'x'", "26", "{}"] {
      let run = try Run("fact('ICON-074', { needs = {}, versions = { \(wrong) } }, function(cell) end)")
      #expect(run.counts?.passed ?? 0 == 0 && run.terminalText.contains("version"), "\(run.terminalText)")
    }
  }

  @Test func deviceWithoutOptionsIsTheCellDevice() throws {
    let run = try run("assert.equal(cell.os, Device {}.os) assert.equal(cell.model, Device {}.model)")
    #expect(run.counts?.passed == 6)
    // And only there.
    let after = try Run(
      """
      fact("ICON-074", { needs = {} }, function() assert.is_true(true) end)
      it("is over", function() assert.equal("27.0", Device {}.os) Device { os = "9.0" } end)
      """)
    #expect(after.counts?.passed == 7)
  }

  @Test(arguments: [
    ("Device { os = '17.5' }", "this cell of ICON-074 is for 26.0, not for 17.5"),
    ("Device { model = cell.model, os = '9.0' }", "is for 27.0, not for 9.0"),
  ])
  func otherVersionsAreRefused(body: String, message: String) throws {
    let run = try run("\(body) assert.is_true(true)")
    #expect(run.counts?.errors == 6)
    #expect(run.results.contains { $0.problem?.message.contains(message) == true }, "\(run.terminalText)")
    #expect(run.results.allSatisfy { $0.problem?.hint?.contains("Device(cell)") == true })
  }

  /// LAUNCH-072 expands life cycles here; LAUNCH-061 gives an SDK.
  @Test(arguments: [
    ("LAUNCH-072", "{}", "is for appDelegate, not for an app without a stated life cycle"),
    ("LAUNCH-072", "{ lifecycle = 'swiftUI' }", "is for appDelegate, not for swiftUI"),
    ("LAUNCH-061", "{ lifecycle = cell.lifecycle }", "is for SDK 27.0, not for an app without a stated SDK"),
    ("LAUNCH-061", "{ lifecycle = cell.lifecycle, sdk = '9.0' }", "is for SDK 27.0, not for SDK 9.0"),
  ])
  func otherBuildsAreRefused(fact: String, build: String, message: String) throws {
    let run = try Run(
      """
      fact("\(fact)", { needs = {}, lifecycles = true }, function(cell)
        Device(cell):install(AppPackage { plist = { CFBundleIdentifier = "a.b" } }, \(build))
        assert.truthy(cell)
      end)
      """)
    let problems = run.results.compactMap(\.problem)
    #expect(problems.contains { $0.message.contains(message) }, "\(run.terminalText)")
    #expect(problems.allSatisfy { $0.hint?.contains("device:install(app, cell)") == true })
  }

  @Test(arguments: [
    ("local device = Device { os = '17.5' }", "device:advance(1)"), ("before_each(function() Device {} end)", ""),
    ("local device before_each(function() device = Device {} end)", "device:advance(1)"),
  ])
  func deviceFromOutsideTheCellIsRefused(before: String, use: String) throws {
    let run = try Run(
      """
      \(before)
      fact("ICON-074", { needs = {} }, function(cell)
        \(use)
        assert.truthy(cell)
      end)
      """)
    #expect(run.counts?.passed == 0, "\(run.terminalText)")
    for result in run.results {
      #expect(result.problem?.message == "this device was created before the cell of ICON-074 began")
      #expect(result.problem?.hint?.contains("Device(cell)") == true)
    }
  }

  @Test func unusedDeviceOfTheFileIsAllowed() throws {
    let run = try Run(
      """
      local device
      it("makes one", function() device = Device {} end)
      fact("ICON-074", { needs = {} }, function(cell) assert.truthy(Device(cell)) end)
      it("uses it", function() device:advance(1) end)
      """)
    #expect(run.counts?.passed == 8, "\(run.terminalText)")
  }

  @Test func otherModelsAreAllowedUnlessTheFactNamesOne() throws {
    #expect(try run("assert.truthy(Device { model = 'iPad Pro' })").counts?.passed == 6)
    let named = try Run(
      """
      fact("ICON-179", { needs = {} }, function(cell)
        assert.truthy(Device { model = "iPad Pro" })
      end)
      """)
    #expect(named.results.contains { $0.problem?.message.contains("is for iPhone, not for iPad Pro") == true })
    #expect(named.counts.map { [$0.passed, $0.errors] } == [3, 2])
  }

  @Test(arguments: [
    ("", 6), ("local x = cell.holds", 6), ("if cell.holds then assert.is_true(true) end", 2),
    ("assert(true)", 6), ("pcall(assert.equal, 1, 2)", 6), ("pcall(assert.has_error, function() end)", 6),
    ("assert.has_error(function() assert.equal(1, 2) end)", 0), ("assert.has_no.error(function() end)", 0),
    ("assert.is.Not.equal(1, 2)", 0),
    ("assert.is_string('')", 0), ("assert.are.same({}, {})", 0),
  ])
  func cellWithoutAssertionsFails(body: String, failures: Int) throws {
    let run = try run(body)
    #expect(run.counts?.failed == failures, "\(run.terminalText)")
    for result in run.results where result.status == .failed {
      #expect(result.problem?.message == "ICON-074 asserts nothing in this cell")
      let isOutside = result.cell?.contains("outside") == true
      #expect(result.problem?.hint?.contains("cell.holds is false") == isOutside)
    }
  }

  @Test func failuresAreReportedAtTheirLine() throws {
    let run = try Run("fact('ICON-074', { needs = {} }, function(cell)\n  assert.equal(true, cell.holds)\nend)")
    #expect(run.counts.map { [$0.passed, $0.failed] } == [4, 2])
    #expect(run.results.first?.problem?.message.contains("expected") == true, "\(run.terminalText)")
    #expect(run.terminalText.contains("test.lua:2"), "\(run.terminalText)")
  }

  @Test(arguments: [
    ("fact('ICON-999', { needs = {} }, print)", "fact: unknown fact “ICON-999”"),
    ("fact('ICON-139', { needs = {} }, print)", "fact: ICON-139 has no bounds, because its status is “lint to come”"),
    ("fact('ICON-074', {}, print)", "fact: needs is required"),
    ("fact('ICON-074', print)", "fact takes a table with named fields, got a function"),
    ("fact('ICON-074', { needs = { 'thumb' } }, print)", "thumb"),
    ("fact('ICON-074', { needs = 'finger' }, print)", "needs: expected a list"),
    ("fact('ICON-074', { needs = {}, version = '9' }, print)", "fact has no field 'version'"),
    ("fact('ICON-074', { needs = {} })", "body: expected a function, got nothing"),
    ("fact(74, { needs = {} }, print)", "id: expected a string, got 74"),
  ])
  func mistakesAreReported(script: String, message: String) throws {
    let problem = try #require(try Run(script).fileProblems.first)
    #expect("\(problem.message) \(problem.hint ?? "")".contains(message), "\(problem)")
  }

  /// The words are in one table.
  @Test func needsUseTheWordsOfOneTable() throws {
    let problem = try #require(try Run("fact('ICON-074', { needs = { 'thumb' } }, print)").fileProblems.first)
    for word in ["finger", "app's code", "clock", "condition of ours"] {
      #expect("\(problem.message) \(problem.hint ?? "")".contains(word), "\(problem)")
    }
  }

  @Test func factsMayBeInTheFileOrInABlock() throws {
    let inBlock = try Run(
      "describe('icons', function() fact('ICON-074', { needs = {} }, function() assert(true) end) end)")
    #expect(inBlock.results.first?.name == ["icons", "ICON-074", Self.cells[0]])
    let inScenario = try Run("it('x', function() fact('ICON-074', { needs = {} }, function() end) end)")
    #expect(inScenario.results.first?.problem?.message == "'fact' not supported inside current context block")
  }

  @Test func runSelectsCells() throws {
    var options = Run.options
    options.matrix.os = OSVersion(26, 1)
    options.matrix.model = .iPad
    #expect(try run("assert.truthy(cell)", options: options).summary == ["✓ ICON-074 › iPad, iPadOS 26.1"])
    #expect(try run("assert.truthy(cell)", options: Run.options(filter: "iOS 27.0")).results.count == 1)
  }

  @Test func deviceWithoutFactsIsReported() throws {
    var options = Run.options
    options.matrix.model = try DeviceModel(named: "iPhone 15")
    let run = try run("assert.truthy(cell)", options: options)
    #expect(run.results.isEmpty)
    #expect(
      run.notes == [
        "fact: not every fact has a cell for iPhone 15; facts are tested on iPhone and iPad, in the versions around their "
          + "bounds"
      ])
  }

  @Test func onlyScenariosOfSelectedFactsRun() throws {
    var options = Run.options
    options.facts = ["ICON-074"]
    let run = try Run(
      """
      it("ICON-074", function() end)
      describe("ICON-074", function() it("x", function() end) end)
      describe("icons", function()
        fact("ICON-074", { needs = {} }, function(cell) assert.truthy(cell) end)
        fact("ICON-041", { needs = {} }, function(cell) assert.truthy(cell) end)
      end)
      """, options: options)
    #expect(run.summary == Self.cells.map { "✓ icons › ICON-074 › \($0)" })
  }

  /// Regardless of the language of other devices.
  @Test func factDevicesUseEnglishByDefault() throws {
    var options = Run.options
    options.device.locale = "zh-Hans"
    let run = try Run(
      """
      fact("ICON-074", { needs = {} }, function(cell)
        assert.equal("en", Device(cell).locale)
        assert.equal("de", Device { locale = "de" }.locale)
      end)
      it("is over", function() assert.equal("zh-Hans", Device {}.locale) end)
      """, options: options)
    #expect(run.counts?.passed == 7, "\(run.terminalText)")
  }

  /// LAUNCH-072.
  @Test func lifeCyclesAreExpandedOnRequest() throws {
    let run = try Run(
      """
      fact("LAUNCH-072", { needs = {}, lifecycles = true }, function(cell)
        local device = Device(cell)
        local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b" } }, cell)
        assert.truthy(cell.lifecycle)
      end)
      """)
    let cells = run.results.compactMap(\.cell)
    #expect(cells.contains("iPhone, iOS 9.0, appDelegate") && !cells.contains("iPhone, iOS 9.0, scene"))
    #expect(cells.contains("iPad, iPadOS 27.0, swiftUI"))
    #expect(run.counts?.passed == cells.count)
  }
}
