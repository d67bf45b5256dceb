import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// `package:lint` and `package:files`.
@Suite struct PackageLintTests {
  private static let package = """
    local package = AppPackage {
      plist = {
        CFBundleIdentifier = "com.example.paint",
        CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night", "night" } } } },
      },
      files = { ["night@2x.png"] = { 120, 120 } },
    }

    """

  private func passes(_ script: String) throws {
    let test = try TestSession()
    #expect(test.error(Self.package + script) == nil)
  }

  @Test func findingDescribesTheProblem() throws {
    try passes(
      """
      local found = package:lint { select = "icon-file-listed-twice" }
      assert(#found == 1 and found[1].code == "icon-file-listed-twice" and found[1].severity == "note")
      assert(found[1].message:find("night", 1, true) and #found[1].facts > 0)
      assert(found[1].fix == "safe" and found[1].devices[1] == "iPhone")
      """)
  }

  @Test func findingsAreChosen() throws {
    try passes(
      """
      local function codes(options) options.codes = true return table.concat(package:lint(options), " ") end
      assert(codes { select = "icon-file-listed-twice" } == "icon-file-listed-twice")
      assert(codes { select = { "icon-file" } }:find "icon%-file%-listed%-twice")
      assert(codes { select = "icon-file-listed-twice", severity = "warning" } == "")
      assert(codes { select = "duplicate-key" } == "")
      assert(codes { select = "ICON-118" } == "icon-file-listed-twice")
      assert(codes { select = { "ITMS-90032" } }:find "primary%-icon" == nil)
      assert(#package:lint() == #package:lint {})
      """)
  }

  /// Rules about written values check the written Info.plist of a project, which includes the script's changes.
  @Test func changesOfTheScriptCountInAProject() throws {
    let test = try TestSession(at: .bundled("scenarios/museum/icons"))
    let script = """
      local package = AppPackage("fixtures/Flavours.xcodeproj", { target = "FromTheFile" })
      local function codes(rule) return package:lint { select = rule, codes = true } end
      assert(#codes "icon-keys-misplaced" == 0 and #codes "shortcut-items-misplaced" == 0)
      package.plist.CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } }
      package.plist.CFBundleIcons.UIApplicationShortcutItems = { { UIApplicationShortcutItemType = "a" } }
      assert(codes "icon-keys-misplaced"[1] == "icon-keys-misplaced")
      assert(codes "shortcut-items-misplaced"[1] == "shortcut-items-misplaced")
      package.plist.CFBundleAlternateIcons = nil
      assert(#codes "icon-keys-misplaced" == 0)
      """
    #expect(test.error(script) == nil)
  }

  @Test func changesOfTheScriptCount() throws {
    try passes(
      """
      package.plist.CFBundleIcons.CFBundleAlternateIcons.night.CFBundleIconFiles[2] = nil
      assert(#package:lint { select = "icon-file-listed-twice" } == 0)
      """)
  }

  @Test(arguments: [
    (
      "package:lint { select = 'icon-file-listed-twise' }",
      "unknown rule “icon-file-listed-twise”; did you mean “icon-file-listed-twice”?"
    ),
    ("package:lint { select = 1 }", "select: expected a list"),
    ("package:lint { select = { 1 } }", "select[1]: expected a string"),
    ("package:lint { severity = 'bad' }", "severity cannot be \"bad\""),
    ("package:lint { code = true }", "has no field 'code'"), ("package:lint 'all'", "takes a table"),
  ])
  func mistakesAreReported(_ call: String, _ message: String) throws {
    let error = try #require(try TestSession().error(Self.package + call))
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test func endlessLintingIsStopped() throws {
    let test = try TestSession(options: LuaOptions(budget: 2_000_000))
    let error = try #require(test.error(Self.package + "while true do package:lint() end"))
    #expect(error.code == "budget")
  }

  @Test func filesAreListed() throws {
    try passes(
      """
      local files = package:files()
      assert(#files == 1 and files[1].path == "night@2x.png" and files[1].width == 120 and files[1].height == 120)
      """)
  }
}
