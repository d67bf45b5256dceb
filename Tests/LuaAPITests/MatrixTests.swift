import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Testing

/// `matrix`: all combinations, with impossible ones left out and counted.
@Suite struct MatrixTests {
  private func names(_ matrix: String) throws -> (names: [String], notes: [String]) {
    let test = try TestSession()
    let values = try test.run(
      "local names = {} for cell in matrix \(matrix) do names[#names + 1] = cell.name end return table.concat(names, '; ')"
    )
    let text = values.first?.string ?? ""
    return (text.isEmpty ? [] : text.split(separator: ";").map { String($0.drop { $0 == " " }) }, test.notes)
  }

  @Test func combinationsComeInOrder() throws {
    let (names, notes) = try names("{ model = { 'iPhone', 'iPad' }, os = { '17.5', '26.1' } }")
    #expect(names == ["iPhone, iOS 17.5", "iPad, iPadOS 17.5", "iPhone, iOS 26.1", "iPad, iPadOS 26.1"])
    #expect(notes.isEmpty)
  }

  /// LAUNCH-080.
  @Test func impossibleCellsAreCounted() throws {
    let (names, notes) = try names(
      "{ os = { '12.4', '13.0', '14.0' }, lifecycle = { 'appDelegate', 'scene', 'swiftUI' } }")
    #expect(names.count == 6)
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("matrix leaves out 3 of 9 cells, which cannot exist") == true)
  }

  /// LAUNCH-061.
  @Test func appDelegatesAloneEndWithTheSDK() throws {
    let (names, _) = try names("{ os = '27.0', sdk = { '26.0', '27.0' }, lifecycle = { 'appDelegate', 'scene' } }")
    #expect(names.count == 3)
    #expect(!names.contains { $0.contains("appDelegate") && $0.contains("sdk 27.0") })
  }

  @Test(arguments: [
    ("matrix {os = {'17.5'}, modle = {'iPhone'}}", "'model'"), ("matrix { os = { 'x' } }", "x"),
    ("matrix { lifecycle = { 'scenes' } }", "scenes"), ("matrix(5)", "a table of lists"),
    ("for c in matrix { os = '17.5' } do c.at_least('x') end", "x"),
  ])
  func mistakesAreReported(source: String, words: String) throws {
    let test = try TestSession()
    let error = try #require(test.error(source))
    let text = "\(error.message) \(error.failure?.hint ?? "")"
    #expect(text.contains(words), "\(text)")
  }

  /// A cell marks fields for other functions; a script's own fields are checked as usual.
  @Test func everyFunctionAcceptsCells() throws {
    let test = try TestSession()
    try test.run(
      """
      for cell in matrix { os = '17.5', lifecycle = 'scene', signedAs = 'a.b' } do
        cell.conditions = { activation = 1 }
        device = Device(cell)
        assert.equal(1, device.conditions.activation)
        cell.conditions = nil
        app = device:install("fixtures/ToolBox.app", cell)
        kept = cell
      end
      assert.equal("17.5", device.os)
      assert.equal("17.5", kept.os)
      """)
    #expect(test.error("kept.modle = 'iPhone' Device(kept)")?.message == "Device has no field 'modle'")
    // Other tables are checked strictly.
    #expect(test.error("Device { os = '17.5', lifecycle = 'scene' }")?.message == "Device has no field 'lifecycle'")
    #expect(test.error("Device { at_least = print, name = 'x' }")?.code == "unknown-field")
  }

  @Test func hugeMatricesAreRefused() throws {
    let list = "(function() local t = {} for i = 1, 1000 do t[i] = '17.5' end return t end)()"
    let test = try TestSession()
    let error = try #require(test.error("matrix { os = \(list), sdk = \(list), signedAs = \(list) }"))
    #expect(error.message.contains("cells"), "\(error.message)")
  }

  // MARK: Custom lists

  @Test func customListIsPassedUnchanged() throws {
    let test = try TestSession()
    try test.run(
      """
      local debug, run = { name = "debug", x = 1 }, function() return 7 end
      local seen = {}
      for cell in matrix { os = { "17.5" }, build = { debug, { x = 2 } }, flag = false, code = { run } } do
        seen[#seen + 1] = cell.name
        Device(cell)
        device = Device(cell)
        app = device:install("fixtures/ToolBox.app", cell)
        assert.is_true(cell.build == debug or cell.build.x == 2)
        assert.is_false(cell.flag)
        assert.equal(7, cell.code())
      end
      assert.same({ "iOS 17.5, build debug, code 1, flag false", "iOS 17.5, build 2, code 1, flag false" }, seen)
      """)
  }

  @Test func tablesWithTheSameNameAreSeparate() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local xs = {}
      for cell in matrix { build = { { name = "a", x = 1 }, { name = "a", x = 2 } }, variant = { 1, 2 } } do
        xs[#xs + 1] = cell.build.x .. cell.variant
      end
      return table.concat(xs, " ")
      """)
    #expect(values.first?.string == "11 12 21 22")
  }

  @Test(arguments: [
    ("{ Os = { '17.5' } }", "'os'"), ("{ models = { 'iPad' } }", "'model'"), ("{ life = {} }", "a list of values"),
    ("{ build = { name = 'debug' } }", "{ { … } }"), ("{ build = { 'a', nil, 'c' } }", "names or gaps"),
    ("{ name = { 'a' } }", "already has the field"), ("{ at_least = { 'a' } }", "already has the field"),
    ("{ { 'a' } }", "named fields"),
    ("{ variant = (function() local t = {} for i = 1, 10001 do t[i] = i end return t end)() }", "more than 10000"),
    ("(function() local t = {} for i = 1, 65 do t['list ' .. i] = i end return t end)()", "more than 64 lists"),
    ("{ build = setmetatable({}, { __index = error }) }", "a list of values"),
  ])
  func invalidListsAreReported(matrix: String, words: String) throws {
    let test = try TestSession()
    let error = try #require(test.error("matrix(\(matrix))"))
    let text = "\(error.message) \(error.failure?.hint ?? "")"
    #expect(text.contains(words), "\(text)")
  }

  // MARK: Filters of the run

  private func names(_ matrix: String, _ choice: MatrixChoice) throws -> (names: String, notes: [String]) {
    let test = try TestSession()
    test.session.matrixChoice = choice
    let values = try test.run(
      "local names = {} for cell in matrix \(matrix) do names[#names + 1] = cell.name end return table.concat(names, '; ')"
    )
    return (values.first?.string ?? "", test.notes)
  }

  @Test func versionAndModelOfTheRunFilterCells() throws {
    let matrix = "{ os = { '17.5', '26.1' }, model = { 'iPhone', 'iPad' }, variant = { 'a', 'b' } }"
    let one = try names(matrix, MatrixChoice(model: .iPhone, os: try OSVersion(parsing: "26.1")))
    #expect(one.names == "iPhone, iOS 26.1, variant a; iPhone, iOS 26.1, variant b")
    #expect(one.notes == ["matrix keeps only the cells for iPhone, iOS 26.1: 2 of 8"])
    // A cell without a version matches any.
    let other = try names("{ variant = { 'a', 'b' } }", MatrixChoice(os: try OSVersion(parsing: "26.1")))
    #expect(other.names == "variant a; variant b")
    #expect(other.notes.isEmpty)
  }

  @Test func missingCellForTheRunIsNotAnError() throws {
    let none = try names("{ os = { '17.5', '26.1' } }", MatrixChoice(os: try OSVersion(parsing: "18.0")))
    #expect(none.names == "")
    #expect(none.notes == ["matrix keeps only the cells for iOS 18.0: none of 2"])
  }

  /// LAUNCH-080. The device of a cell without a version has that of the run.
  @Test func cellsCanExistOnTheDeviceOfTheRun() throws {
    let test = try TestSession()
    test.session.devices.defaults.os = try OSVersion(parsing: "12.4")
    let values = try test.run(
      """
      local names = {}
      for cell in matrix { lifecycle = { "appDelegate", "scene" } } do
        names[#names + 1] = cell.name .. tostring(cell.at_least "13.0")
      end
      return table.concat(names, ";")
      """)
    #expect(values.first?.string == "appDelegatefalse")
  }
}
