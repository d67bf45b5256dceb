import LuaEngine
import Testing

/// `matrix`: all combinations, impossible ones left out and counted.
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
    #expect(notes.first?.hasPrefix("matrix: 3 of 9 cells cannot exist and are left out") == true)
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
  func mistakesAreNamed(source: String, words: String) throws {
    let test = try TestSession()
    let error = try #require(test.error(source))
    let text = "\(error.message) \(error.failure?.hint ?? "")"
    #expect(text.contains(words), "\(text)")
  }

  /// A cell says which of its fields are for other functions; a script's own fields are looked at as ever.
  @Test func cellsAreTakenByEveryFunction() throws {
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
    // What is no cell has no such excuse.
    #expect(test.error("Device { os = '17.5', lifecycle = 'scene' }")?.message == "Device has no field 'lifecycle'")
    #expect(test.error("Device { at_least = print, name = 'x' }")?.code == "unknown-field")
  }

  @Test func hugeMatricesAreRefused() throws {
    let list = "(function() local t = {} for i = 1, 1000 do t[i] = '17.5' end return t end)()"
    let test = try TestSession()
    let error = try #require(test.error("matrix { os = \(list), sdk = \(list), signedAs = \(list) }"))
    #expect(error.message.contains("cells"), "\(error.message)")
  }
}
