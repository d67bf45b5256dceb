import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// `assert.matches_snapshot`: the saved text, its file, and later runs.
@Suite struct SnapshotTests {
  let folder = TemporaryFolder()
  static let path = "__snapshots__/menu_spec.lua.snap"
  static let beginning = "-- homescreen snapshots, format 1\n"

  /// Starts a run of the script, with a current scenario.
  func begin(
    _ mode: SnapshotStore.Mode = .write, scenario: String? = "the menu opens", at location: ScriptLocation? = nil,
    budget: Int64 = 50_000_000
  ) throws -> TestSession {
    let test = try TestSession(at: location ?? .folder(folder.path), options: LuaOptions(budget: budget))
    test.session.snapshots.script = "menu_spec.lua"
    test.session.snapshots.mode = mode
    test.session.scenarioName = scenario
    return test
  }

  /// Runs a script to its end.
  @discardableResult
  func run(
    _ source: String, _ mode: SnapshotStore.Mode = .write, isComplete: Bool = true, unfinished: Set<String> = []
  ) throws -> SnapshotReport {
    let test = try begin(mode)
    try test.run(source)
    return test.session.snapshots.finish(isComplete: isComplete, unfinished: Array(unfinished))
  }

  func failure(_ source: String, _ mode: SnapshotStore.Mode = .write) throws -> (LuaError, SnapshotReport) {
    let test = try begin(mode)
    let error = try #require(test.error(source), "\(source) holds")
    #expect(error.place?.file == "test.lua")
    return (error, test.session.snapshots.finish(isComplete: true))
  }

  var text: String? { folder.read(Self.path) }

  /// Two values cannot be one snapshot, and the message names both lines.
  @Test func oneNameForTwoSnapshotsIsAnError() throws {
    let (error, _) = try failure(
      "assert.matches_snapshot(1, 'menu')\nassert.matches_snapshot(1, 'menu')\nassert.matches_snapshot(2, 'menu')")
    #expect(
      error.message.contains("two snapshots have the name “the menu opens › menu”, and their values differ: "),
      "\(error)")
    #expect(error.message.contains("test.lua:1 and test.lua:3"), "\(error)")
    // A loop has one line, so its second value is compared with the first one.
    let (other, _) = try failure("for i = 1, 2 do assert.matches_snapshot(i, 'loop') end")
    #expect(other.message.contains("differs from the snapshot"), "\(other)")
  }

  // MARK: Modes

  @Test func newSnapshotIsWrittenAndAnEqualOnePasses() throws {
    let first = try run(#"assert.matches_snapshot({ b = 1, a = { "x" } }) assert.matches_snapshot("text", "mine")"#)
    #expect(first.written == ["the menu opens › #1", "the menu opens › mine"])
    #expect(first.isUpToDate)
    #expect(
      text == """
        -- homescreen snapshots, format 1

        === the menu opens › #1
          {
            a = { "x" },
            b = 1,
          }

        === the menu opens › mine
          "text"

        """)
    let before = text
    for mode in [SnapshotStore.Mode.write, .update, .check] {
      let again = try run(
        #"assert.matches_snapshot({ a = { "x" }, b = 1 }) assert.matches_snapshot("text", "mine")"#, mode)
      #expect(again.used.count == 2 && again.written.isEmpty && again.updated.isEmpty && again.isUpToDate)
      #expect(text == before)
    }
  }

  @Test func differentSnapshotFailsWithALineDiff() throws {
    try run("local list = {} for i = 1, 30 do list[i] = { i } end assert.matches_snapshot(list, 'list')")
    let before = text
    let (error, report) = try failure(
      "local list = {} for i = 1, 30 do list[i] = { i == 20 and 'new' or i } end assert.matches_snapshot(list, 'list')")
    #expect(error.code == "assertion")
    #expect(
      error.message == """
        the value differs from the snapshot “the menu opens › list” (- snapshot, + now):
          …
              { 17 },
              { 18 },
              { 19 },
          -   { 20 },
          +   { "new" },
              { 21 },
              { 22 },
              { 23 },
          …
        hint: if the new one is right: homescreen run --update-snapshots \(folder.path)/menu_spec.lua
        """, "\(error.message)")
    #expect(report.different == ["the menu opens › list"])
    #expect(text == before)
  }

  @Test func updateRewritesSnapshotsAndRemovesUnusedOnes() throws {
    try run("assert.matches_snapshot(1, 'one') assert.matches_snapshot(2, 'two')")
    let report = try run("assert.matches_snapshot('new', 'two') assert.matches_snapshot(3, 'three')", .update)
    #expect(report.updated == ["the menu opens › two"])
    #expect(report.written == ["the menu opens › three"])
    #expect(report.removed == ["the menu opens › one"])
    #expect(text == Self.beginning + "\n=== the menu opens › three\n  3\n\n=== the menu opens › two\n  \"new\"\n")
    #expect(try run("", .update).removed.count == 2)
    #expect(text == nil)
    #expect(try run("", .update).isEmpty)
  }

  @Test func unreachedSnapshotsAreNotUnused() throws {
    try run("assert.matches_snapshot(1, 'one') assert.matches_snapshot(2, 'two')")
    #expect(try run("assert.matches_snapshot(1, 'one')").unused == ["the menu opens › two"])
    #expect(try run("assert.matches_snapshot(1, 'one')", isComplete: false).unused.isEmpty)
    #expect(try run("assert.matches_snapshot(1, 'one')", .update, isComplete: false).removed.isEmpty)
    #expect(try run("", unfinished: ["the menu opens"]).unused.isEmpty)
    #expect(try run("", unfinished: ["the menu"]).unused.count == 2)
  }

  /// They have no difference number.
  @Test(arguments: ["math.mininteger", "math.maxinteger", "1", "'x'"])
  func registeredAssertionsAttachNoPicture(number: String) throws {
    let (error, _) = try failure(
      "assert:add('boom', function() return false, { difference = \(number) } end) assert.boom(1)")
    #expect(error.failure?.attachment == nil)
  }

  @Test func checkWritesNothing() throws {
    let (error, report) = try failure("assert.matches_snapshot(1, 'one')", .check)
    #expect(error.code == "snapshot")
    #expect(error.message.contains("no snapshot “the menu opens › one” in"))
    #expect(report.missing == ["the menu opens › one"] && !report.isUpToDate)
    #expect(text == nil)
    try run("assert.matches_snapshot(1, 'one')")
    let rest = try run("", .check)
    #expect(rest.unused == ["the menu opens › one"] && !rest.isUpToDate)
    #expect(text != nil)
  }

  @Test(arguments: [SnapshotStore.Mode.write, .update])
  func firstOfTwoSnapshotsWithOneNameCounts(mode: SnapshotStore.Mode) throws {
    try run("assert.matches_snapshot(0, 'a')")
    let name = mode == .write ? "new" : "a"
    let (error, report) = try failure(
      "assert.matches_snapshot(1, '\(name)') assert.matches_snapshot(1, '\(name)') assert.matches_snapshot(2, '\(name)')",
      mode)
    #expect(error.message.contains("  - 1\n  + 2"))
    #expect(report.different == ["the menu opens › \(name)"])
    #expect(try run("assert.matches_snapshot(1, '\(name)')").different.isEmpty)
  }

  /// The first wins over a second one even if it is from the file.
  @Test func updateIgnoresTheSecondSnapshotOfAName() throws {
    try run("assert.matches_snapshot(1, 'a')")
    let (error, report) = try failure("assert.matches_snapshot(1, 'a') assert.matches_snapshot(2, 'a')", .update)
    #expect(error.message.contains("  - 1\n  + 2"))
    #expect(report.different == ["the menu opens › a"] && report.updated.isEmpty)
  }

  @Test func snapshotsOfAConcurrentRunAreKept() throws {
    let test = try begin()
    try test.run("assert.matches_snapshot(1, 'mine')")
    try run("assert.matches_snapshot(2, 'theirs')")
    _ = test.session.snapshots.finish(isComplete: false)
    #expect(try run("assert.matches_snapshot(1, 'mine') assert.matches_snapshot(2, 'theirs')", .check).isUpToDate)
  }

  // MARK: Values

  @Test func textsKeepTheirLines() throws {
    try run(#"assert.matches_snapshot("<a>\n\n  \"b\" \\ \27[0m \n=== c\n", "page")"#)
    #expect(
      text == Self.beginning + """

        === the menu opens › page
          | <a>
          |
          |   "b" \\\\ \\x1B[0m\\x20
          | === c
          |

        """)
    #expect(try run(#"assert.matches_snapshot("<a>\n\n  \"b\" \\ \27[0m \n=== c\n", "page")"#, .check).isUpToDate)
    #expect(
      try failure(#"assert.matches_snapshot("<a>\n\n  \"b\" \\ \27[0m\n=== c\n", "page")"#).1.different.count == 1)
  }

  @Test func everyValueHasOneTextForm() throws {
    try run(
      """
      local ring = { 1 }
      ring[2] = ring
      assert.matches_snapshot({
        nothing = nil, yes = true, int = 5, float = 5.0, nan = 0 / 0, text = "a\\nb", [true] = 1, [2.5] = 2,
        ["a b"] = 3, f = print, ring = ring, empty = {}, thread = coroutine.create(print),
        named = setmetatable({}, { __tostring = function() return "me" end }),
        locked = setmetatable({}, { __metatable = false }), spy = spy.new(),
        list = { 1, nil, 3 },
      }, "all")
      """)
    #expect(
      text == Self.beginning + """

        === the menu opens › all
          {
            [2.5] = 2,
            ["a b"] = 3,
            empty = {},
            f = <function>,
            float = 5.0,
            int = 5,
            list = { 1, [3] = 3 },
            locked = {},
            named = <me>,
            nan = nan,
            ring = {
              1,
              <cycle>,
            },
            spy = <spy (0 calls)>,
            text = "a\\nb",
            thread = <thread>,
            yes = true,
            [true] = 1,
          }

        """, "\(text ?? "")")
  }

  @Test func hostDataIsWrittenByContent() throws {
    let source = """
      local device = Device { os = "17.5" }
      local app = device:install(AppPackage { plist = {
        CFBundleIdentifier = "com.example.tools", CFBundleName = "Tools",
        UIApplicationShortcutItems = { {
          UIApplicationShortcutItemType = "search", UIApplicationShortcutItemTitle = "Search",
        } },
      } })
      local menu = device.springboard:icon(app):press()
      assert.matches_snapshot(menu.rows[1], "row")
      assert.matches_snapshot(menu, "menu")
      assert.matches_snapshot(plist.parse "{ b = (1, 2); a = x; }", "list")
      assert.matches_snapshot({ device, app }, "objects")
      assert.matches_snapshot(device:record(function() device:launch(app) end), "trace")
      """
    try run(source)
    let text = try #require(text)
    #expect(
      text.contains("=== the menu opens › list\n  {\n    a = \"x\",\n    b = { \"1\", \"2\" },\n  }\n"), "\(text)")
    #expect(text.contains("title = \"Search\""))
    #expect(text.contains("{ <iPhone, iOS 17.5>, <app com.example.tools> }"), "\(text)")
    #expect(text.contains("  | "))
    #expect(text.contains("applicationDidBecomeActive") || text.contains("sceneDidBecomeActive"), "\(text)")
    #expect(try run(source, .check).isUpToDate)
  }

  @Test func endlessValuesAreRefused() throws {
    for source in [
      "local t = {} for _ = 1, 200 do t = { t } end assert.matches_snapshot(t)",
      "assert.matches_snapshot(('x'):rep(2000000) .. '\\n')",
      "local t = {} for i = 1, 400000 do t[i] = { i } end assert.matches_snapshot(t)",
      "assert.matches_snapshot()", "assert.matches_snapshot(1, 2)", "assert.matches_snapshot(1, '')",
      "assert.Not.matches_snapshot(1)",
    ] {
      #expect(try failure(source).1.written.isEmpty, "\(source)")
    }
    #expect(text == nil)
  }

  // MARK: Names

  @Test(arguments: [
    "a\nb", "\u{301}x", "\u{600} ", "=== x", "  x", "x ", "\u{1B}[31m", "a\\nb", "🙂 工具", "../../x", "<&\"'>",
    "\u{202E}x",
  ])
  func anyNameIsOneEntry(name: String) throws {
    let quoted = name.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
    try run(#"assert.matches_snapshot(1, "\#(quoted)") assert.matches_snapshot(2, "other")"#)
    #expect(text?.split(separator: "\n").filter { $0.hasPrefix("=== ") }.count == 2)
    #expect(text?.unicodeScalars.contains("\u{1B}") == false)
    let report = try run(#"assert.matches_snapshot(1, "\#(quoted)") assert.matches_snapshot(2, "other")"#, .check)
    #expect(report.isUpToDate && report.used.count == 2)
  }

  /// Swift considers both names, and both texts, equal.
  @Test func namesAndTextsAreComparedByTheirBytes() throws {
    let source = #"assert.matches_snapshot("\u{e9}", "\u{e9}") assert.matches_snapshot("e\u{301}", "e\u{301}")"#
    let report = try run(source)
    #expect(report.written.count == 2 && report.different.isEmpty)
    #expect(text?.unicodeScalars.filter { $0 == "\u{e9}" }.count == 2)
    #expect(text?.unicodeScalars.filter { $0 == "\u{301}" }.count == 2)
    #expect(try run(source, .check).isUpToDate)
    #expect(try failure(#"assert.matches_snapshot("e\u{301}", "\u{e9}")"#).1.different == ["the menu opens › \u{e9}"])
    #expect(
      try run(#"assert.matches_snapshot("\u{e9}", "\u{e9}")"#).unused.map { Array($0.utf8) }
        == [Array("the menu opens › e\u{301}".utf8)])
    #expect(try run("", unfinished: ["the menu op\u{65}ns"]).unused.isEmpty)
  }

  /// Each unused snapshot is looked up among the failed scenarios and not compared with each of them.
  @Test func manyUnusedSnapshotsAreLookedUpQuickly() throws {
    var content = Self.beginning
    for number in 10_000..<30_000 { content += "\n=== scenario \(number) › #1\n  1\n" }
    folder.write(Self.path, content)
    let unfinished = Set((0..<20_000).map { "scenario \(20_000 + $0)" })
    #expect(try run("", unfinished: unfinished.union(["scenario 1", "scenario 20001 › x"])).unused.count == 10_000)
  }

  @Test func nameIsRequiredOutsideAScenario() throws {
    let test = try begin(scenario: nil)
    #expect(test.error("assert.matches_snapshot(1)")?.message.contains("needs a name outside of a scenario") == true)
    try test.run("assert.matches_snapshot(1, 'top')")
    #expect(test.session.snapshots.finish(isComplete: true).written == ["top"])
    let repl = try TestSession(at: .folder(folder.path))
    #expect(repl.error("assert.matches_snapshot(1, 'x')")?.code == "snapshot")
    #expect(repl.session.snapshots.finish(isComplete: true).isEmpty)
  }
}
