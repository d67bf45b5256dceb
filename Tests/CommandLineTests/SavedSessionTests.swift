import TestSupport
import Testing

/// The behaviour of a saved session as a scenario.
@Suite struct SavedSessionTests {
  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/saved.lua" }
  private static let fixtures = Repository.root + "/lua/scenarios/seeds/fixtures"

  private func shell(_ command: String, _ arguments: [String], _ lines: [String]) throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh", ["-c", command, BuiltExecutable.path()] + arguments, stdin: lines.joined(separator: "\n") + "\n",
      environment: ["PATH": "/usr/bin:/bin"])
  }

  /// Saves the lines and runs the result.
  private func save(
    _ lines: [String], asTest: Bool = true, _ arguments: [String] = []
  ) throws -> (repl: ProcessResult, text: String, run: ProcessResult) {
    let word = asTest ? ":save --as-test" : ":save"
    let repl = try homescreen(
      ["repl", "--keep-going"] + arguments, stdin: (lines + ["\(word) '\(path)'"]).joined(separator: "\n") + "\n")
    let text = try #require(folder.read("saved.lua"), "\(repl)")
    return (repl, text, try homescreen(["run", "--read", "/", path]))
  }

  // MARK: Lines

  @Test(arguments: ["if x then return 5 end", "do return 5 end", "for i = 5, 9 do return i end"])
  func returnInABlockEndsOnlyItsLine(line: String) throws {
    let saved = try save(["x = true", line, "y = 3", "y"])
    #expect(saved.run.exitCode == 0, "\(saved)")
    #expect(saved.text.contains("assert.equal(5, (function()\n"), "\(saved.text)")
    folder.write("changed.lua", saved.text.replacing("y = 3", with: "y = 4"))
    #expect(try homescreen(["run", "--read", "/", "\(folder.path)/changed.lua"]).exitCode == 1)
  }

  @Test func returnInAFunctionEndsOnlyTheFunction() throws {
    let lines = ["function f(x) if x then return 1 end end", "local g = function() repeat return 2 until true end"]
    let saved = try save(lines + ["f(true) + g()"])
    #expect(saved.run.exitCode == 0, "\(saved)")
    for line in lines { #expect(saved.text.contains("\n  \(line)\n"), "\(saved.text)") }
  }

  @Test func multilineStringsAreUnchanged() throws {
    let saved = try save([
      "text = [[one\n two\n\nthree]]", "text", "quoted = 'a\\\nb'", "#quoted",
      "local made = [==[x\ny]==] return made", "function long()\n  return [[1\n2]]\nend", "long()",
    ])
    #expect(saved.run.exitCode == 0, "\(saved)")
    #expect(saved.text.contains("  text = [[one\n two\n\nthree]]\n"), "\(saved.text)")
    #expect(saved.text.contains("  function long()\n    return [[1\n2]]\n  end\n"), "\(saved.text)")
  }

  /// Lua leaves out the first line of a file if it begins with #.
  @Test(arguments: [true, false]) func lengthsAreSaved(asTest: Bool) throws {
    let saved = try save(["#'abc'", "#UIApplication.shared.connectedScenes"], asTest: asTest)
    #expect(
      saved.run.exitCode == 0 && saved.text.contains(asTest ? "assert.equal(3, #'abc')" : "print(#'abc')"), "\(saved)")
  }

  @Test func fileWithWindowsLineEndingsIsSaved() throws {
    folder.write("broken.lua", "x = 1\r\nerror 'inside'\r\n")
    folder.write("whole.lua", "y = 2\r\nif y then\r\n  y = 3\r\nend\r\n")
    let saved = try save([":load '\(folder.path)/broken.lua'", ":load '\(folder.path)/whole.lua'", "y"], asTest: false)
    #expect(saved.run.exitCode == 0 && saved.run.stdout.contains("3\n"), "\(saved)")
    #expect(saved.text.contains("  -- this line failed:\n  --   x = 1\n  --   error 'inside'\n"), "\(saved.text)")
  }

  /// An iPad has no menus on iOS 12, so the line that uses one is a comment there.
  @Test(arguments: [true, false]) func linesThatFailOnAnotherDeviceAreComments(asTest: Bool) throws {
    let lines = [
      "device:pressHome()", "menu = device.springboard:icon(app):press()", "local rows = menu.rows;", "x = 5",
    ]
    let saved = try save(lines + [":device iPad", ":os 12.4"], asTest: asTest)
    #expect(saved.run.exitCode == 0, "\(saved)")
    #expect(saved.text.contains("  -- this line failed:\n  --   local rows = menu.rows;\n"), "\(saved.text)")
    let back = try homescreen(
      ["repl", "--keep-going"],
      stdin: (lines + [":device iPad", ":os 12.4", ":os 17.5", ":save '\(folder.path)/back.lua'"])
        .joined(separator: "\n"))
    #expect(folder.read("back.lua")?.contains("  local rows = menu.rows;\n") == true, "\(back)")
  }

  @Test func olderVersionThanTheAppNeedsIsReported() throws {
    folder.write(
      "New.app/Info.plist",
      xml(
        "<dict><key>CFBundleIdentifier</key><string>a.b</string>"
          + "<key>MinimumOSVersion</key><string>15.0</string></dict>"))
    let result = try homescreen(
      ["repl", "New.app", "--os", "17.5", "-e", "x = 1", "-e", ":os 15.0", "-e", ":os 14.5"], in: folder)
    let note = "note: New needs iOS 15.0 (MinimumOSVersion): no user can install it on 14.5\n"
    #expect(result.stderr == note, "\(result)")
  }

  // MARK: Results

  private static let keeping = [
    "1, 2, nil", "_2 + 1", "_, _2", "string.byte('abcdefghijk', 1, 11)", "_9", "'kept';", "_, __, ___", "nil", "_",
    "local n = 6 return n, n + 1", "_1 + _2", "Out[2]",
  ]

  @Test func allResultsAreAsserted() throws {
    let saved = try save(Self.keeping)
    #expect(saved.run.exitCode == 0, "\(saved)")
    for line in [
      "assert.equal(3, keep(2, _2 + 1))", "assert.equal(107, results[11])", "assert.equal(13, keep(11, _1 + _2))",
      "assert.equal(3, keep(12, Out[2]))",
    ] {
      #expect(saved.text.contains(line), "\(saved.text)")
    }
    folder.write("changed.lua", saved.text.replacing("keep(1, 1, 2, nil)", with: "keep(1, 1, 3, nil)"))
    #expect(try homescreen(["run", "--read", "/", "\(folder.path)/changed.lua"]).exitCode == 1)
  }

  @Test func allResultsArePrinted() throws {
    let saved = try save(["function keep() return 0 end", "keep()"] + Self.keeping, asTest: false)
    #expect(saved.run.exitCode == 0, "\(saved)")
    #expect(saved.run.stdout.contains("0\n1\t2\tnil\n3\n3\tnil\n97\t98"), "\(saved)")
    #expect(saved.text.contains("print(keep2(2, keep()))"), "\(saved.text)")
  }

  // MARK: Apps

  /// The app runs before the first line, and methods written later apply to the next tap, here and in the scenario.
  @Test func methodsOfTheRunningAppAreSaved() throws {
    let method = "windowScene_performActionForShortcutItem_completionHandler"
    let saved = try save(
      [
        "function app.sceneDelegate:\(method)(scene, item, done) got = item.type done(true) end",
        "device.springboard:icon(app):press():item('工具箱'):tap()", "got",
      ], ["\(Self.fixtures)/ToolBox.app"])
    #expect(saved.repl.stdout.contains("ToolBox"), "\(saved.repl)")
    #expect(saved.text.contains(#"assert.equal("ToolBox", got)"#), "\(saved.text)")
    #expect(saved.run.exitCode == 0, "\(saved)")
  }

  @Test func openedAppIsFoundFromAnyFolder() throws {
    let repl = try shell(
      "cd \"$1\" && exec \"$0\" repl", [Self.fixtures],
      [":open ChangeIcon.app", "app.bundleIdentifier", ":save '\(path)'"]
    )
    #expect(repl.exitCode == 0, "\(repl)")
    let run = try homescreen(["run", "--read", "/", path])
    let identifier = try #require(repl.stdout.split(separator: "\n").last).filter { $0 != "\"" }
    #expect(run.exitCode == 0 && run.stdout.contains("\(identifier)\n"), "\(run)")
  }

  @Test func typedPathsStartInTheFolderOfTheScript() throws {
    let bundle = "\(folder.path)/apps/My.app"
    folder.write("apps/My.app/Info.plist", try #require(Files.text("\(Self.fixtures)/ChangeIcon.app/Info.plist")))
    folder.write("specs/b_spec.lua", "")
    let repl = try shell(
      "cd \"$1\" && exec \"$0\" repl --keep-going", [folder.path],
      ["app = device:install('apps/My.app')", "other = device:install 'apps/Gone.app'", ":save specs/a_spec.lua"])
    let text = try #require(folder.read("specs/a_spec.lua"), "\(repl) \(bundle)")
    #expect(text.contains("device:install('../apps/My.app')"), "\(text)")
  }

  @Test func savedScenarioRunsInTheWorkingFolder() throws {
    folder.write("My.app/Info.plist", try #require(Files.text("\(Self.fixtures)/ChangeIcon.app/Info.plist")))
    folder.write("specs/b_spec.lua", "")
    let repl = try shell(
      "cd \"$1\" && \"$0\" repl My.app && \"$0\" run specs/a_spec.lua", [folder.path], [":save specs/a_spec.lua"])
    #expect(repl.exitCode == 0 && repl.stdout.contains("1 passed"), "\(repl)")
  }

  @Test func failedLineThatCallsTheAppIsKeptInTests() throws {
    let saved = try save([
      "function app.sceneDelegate:scene_willConnectToSession_options(s, se, o) print(o.shortcutItem.type) end",
      "app:terminate()", "device:launch(app)",
    ])
    #expect(saved.run.exitCode == 0, "\(saved)")
    #expect(saved.text.contains("pcall(function()\n"), "\(saved.text)")
  }

  @Test func homeFolderIsNotGuessed() throws {
    let repl = try homescreen(["repl"], stdin: ":open ~/Mine.app\n")
    #expect(
      repl.stderr.contains("file “~/Mine.app”; ~ is not expanded here: write the whole path"), "\(repl)")
  }

  // MARK: Limits

  @Test func sessionsBeyondTheLocalVariableLimitAreSaved() throws {
    let locals = (1...420).map { "local v\($0) = \($0)" }
    let saved = try save(
      ["local first = 1", "function old() return first end"] + locals
        + ["local first = first + v420", "old(), first", "v1 + v200 + v420"])
    #expect(saved.run.exitCode == 0, "\(saved.run)")
    #expect(saved.text.contains("assert.equal(621, v1 + v200 + v420)"))
    #expect(saved.text.contains("assert.equal(1, results[1])") && saved.text.contains("assert.equal(421, results[2])"))
  }

  @Test func silentLinesNeedNoLocals() throws {
    let saved = try save(["n = 0", "function add() n = n + 1 return n end"] + (1...250).map { _ in "add();" } + ["n"])
    #expect(saved.run.exitCode == 0, "\(saved.run)")
    let plain = try homescreen(
      ["repl"], stdin: (1...250).map { "\($0) + 1;\n" }.joined() + ":save '\(folder.path)/plain.lua'\n")
    #expect(plain.exitCode == 0)
    #expect(try homescreen(["run", "--read", "/", "\(folder.path)/plain.lua"]).exitCode == 0)
  }

  @Test func invalidScenarioIsNotWritten() throws {
    let repl = try homescreen(["repl"], stdin: "select('#', ...)\n:save '\(path)'\n")
    #expect(repl.exitCode == 1 && repl.stdout == "0\n", "\(repl)")
    #expect(repl.stderr.hasPrefix("the lines are not a valid scenario, so nothing was written: "), "\(repl)")
    #expect(repl.stderr.contains("cannot use '...'"), "\(repl)")
    #expect(folder.read("saved.lua") == nil)
  }

  @Test func tooManyCallbacksAreReported() throws {
    let saved = try save(
      ["for i = 1, 80 do app:activate() device:pressHome() device:advance(1) end"],
      ["--os", "17.5", Self.fixtures + "/ChangeIcon.app"])
    #expect(saved.run.exitCode == 0, "\(saved.run)")
    #expect(saved.text.contains(" callbacks ran, too many to compare.\n"), "\(saved.text)")
    #expect(saved.repl.stderr.hasPrefix("note: the scenario does not compare the "), "\(saved.repl)")
  }
}
