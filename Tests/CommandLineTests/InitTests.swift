import TestSupport
import Testing

/// `homescreen init`: its scenario works immediately, and existing files are kept.
@Suite struct InitTests {
  private let folder = TemporaryFolder()

  private func initialise(_ arguments: [String]) throws -> ProcessResult {
    try homescreen(["init"] + arguments, in: folder)
  }

  /// Copies a fixture of the seeds and tutorials.
  private func copy(_ fixture: String) {
    let root = "\(Repository.root)/lua/scenarios/seeds/fixtures"
    let inner = Files.paths(below: "\(root)/\(fixture)")
    for path in inner { folder.write("\(fixture)/\(path)", Files.bytes("\(root)/\(fixture)/\(path)") ?? []) }
  }

  /// Writes an app that has only an Info.plist.
  private func write(_ keys: String) {
    folder.write(
      "A.app/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>com.example.a</string>\(keys)</dict>"))
  }

  private static func action(_ type: String) -> String {
    "<dict><key>UIApplicationShortcutItemType</key><string>\(type)</string>"
      + "<key>UIApplicationShortcutItemTitle</key><string>x</string></dict>"
  }

  private func runsWell() throws -> ProcessResult {
    let result = try homescreen(["run", "specs", "--format", "list"], in: folder)
    #expect(result.exitCode == 0, "\(result)")
    return result
  }

  @Test(arguments: [
    (["ChangeIcon.app"], "ChangeIcon.app", "changes its icon to leaf"),
    (["ToolBox.app"], "ToolBox.app", "opens from its quick action ToolBox"),
    (["ChangeIcon.xcodeproj", "ChangeIcon"], ".", "on iPad › starts"),
    (["Colourful.xcodeproj", "Colourful"], "Colourful.xcodeproj", "on iPhone › starts"),
  ])
  func newScenarioPasses(fixtures: [String], path: String, text: String) throws {
    for fixture in fixtures { copy(fixture) }
    let written = try initialise([path, "--write"])
    #expect(written.exitCode == 0, "\(written)")
    #expect(try runsWell().stdout.contains(text))
    #expect(folder.read("homescreen.lua")?.contains("app = \"\(fixtures[0])\"") == true)
    let types = try homescreen(["api", "--format", "luacats"]).stdout
    #expect(folder.read(".homescreen/types/homescreen.lua") == types)
    #expect(JSONChecker.isObject(folder.read(".luarc.json")?.split(separator: "\n").joined()[...] ?? ""))
  }

  @Test func newScenarioFailsWhenTheAppChanges() throws {
    write("<key>UIApplicationShortcutItems</key><array>\(Self.action("new"))</array>")
    #expect(try initialise(["A.app", "--write"]).exitCode == 0)
    #expect(try runsWell().stdout.contains("quick action new"))
    write("<key>UIApplicationShortcutItems</key><array>\(Self.action("other"))</array>")
    #expect(try homescreen(["run", "specs"], in: folder).exitCode == 1)
  }

  @Test(arguments: [
    "", "<key>UIApplicationShortcutItems</key><string>x</string>",
    "<key>UIApplicationShortcutItems</key><array>\(action("a&quot; .. error() .. [[&#10;]] \\z"))\(action("\u{202E}"))</array>",
    "<key>CFBundleName</key><string>]] \\ &quot; %d&#10;end</string>",
    "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>&quot;&#10;x</key><dict/></dict></dict>",
    "<key>UIApplicationShortcutItems</key><array>\((1...9).map { action("\($0)") }.joined())</array>",
    "<key>UIDeviceFamily</key><array/>",
  ])
  func minimalAndHostileAppsGetAScenarioThatRuns(keys: String) throws {
    write(keys)
    #expect(try initialise(["A.app", "--write"]).exitCode == 0)
    #expect(try runsWell().stdout.contains("starts"))
  }

  @Test func acceptedIconWithoutPictureIsAnAlternate() throws {
    let night =
      "<key>CFBundleAlternateIcons</key><dict><key>night</key><dict><key>CFBundleIconFiles</key>"
      + "<array><string>night</string></array></dict></dict>"
    write(
      "<key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>"
        + "<key>CFBundleIcons</key><dict>\(night)</dict><key>CFBundleIcons~ipad</key><dict/>")
    let shown = try initialise(["A.app"])
    #expect(
      shown.stdout.contains(
        "can be chosen, but their pictures are not shown here; “homescreen why” explains the reason.\n  --   iPhone: \"night\"\n"
      ),
      "\(shown)")
    #expect(!shown.stdout.contains("iPhone = {},\n    iPad = {},\n  }\n  -- These"), "\(shown)")
    #expect(try initialise(["A.app", "--write"]).exitCode == 0)
    #expect(try runsWell().stdout.contains("on iPhone › changes its icon to night"))
  }

  @Test func unknownDeclarationsAreNamed() throws {
    copy("ChangeIcon.xcodeproj")
    copy("ChangeIcon")
    let project = "ChangeIcon.xcodeproj/project.pbxproj"
    let settings = "INFOPLIST_PREPROCESS = YES; INFOPLIST_PREFIX_HEADER = \"$(BUILT_PRODUCTS_DIR)/icons.h\"; "
    let text = try #require(folder.read(project))
    folder.write(project, text.replacing("INFOPLIST_FILE = ", with: settings + "INFOPLIST_FILE = "))
    let sentence = "The built app may declare more icons and quick actions: the prefix file"
    let shown = try initialise([])
    #expect(shown.stdout.contains("  -- \(sentence)") && shown.stderr.contains("note: \(sentence)"), "\(shown)")
    let written = try initialise(["--write"])
    #expect(written.exitCode == 0 && written.stderr.contains("note: \(sentence)"), "\(written)")
  }

  @Test func nothingIsWrittenWithoutTheFlag() throws {
    copy("ToolBox.app")
    let shown = try initialise(["ToolBox.app"])
    #expect(shown.exitCode == 0, "\(shown)")
    for text in ["\nhomescreen.lua\n", "app = \"ToolBox.app\"", "writes these 4 files"] {
      #expect(shown.stdout.contains(text), "\(shown)")
    }
    #expect(folder.names == ["ToolBox.app"])
    _ = try initialise(["ToolBox.app", "--write"])
    #expect(folder.names == [".homescreen", ".luarc.json", "ToolBox.app", "homescreen.lua", "specs"])
  }

  @Test func nothingIsOverwritten() throws {
    copy("ToolBox.app")
    folder.write("homescreen.lua", "return { lint = { fail_on = 'note' } }")
    folder.link(".luarc.json", to: "nowhere")
    let result = try initialise(["ToolBox.app", "--write"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("kept homescreen.lua\nwrote specs/home_screen_spec.lua"), "\(result)")
    #expect(result.stdout.contains("kept .luarc.json"), "\(result)")
    #expect(folder.read("homescreen.lua") == "return { lint = { fail_on = 'note' } }")
    #expect(!folder.names.contains("nowhere"))
    // The settings do not name an app, so the scenario does.
    #expect(folder.read("specs/home_screen_spec.lua")?.contains(#"device:install("../ToolBox.app")"#) == true)
    _ = try runsWell()
    folder.write("specs/home_screen_spec.lua", "mine")
    #expect(
      try initialise(["ToolBox.app", "--write"]).stdout.split(separator: "\n").allSatisfy { $0.hasPrefix("kept") })
    #expect(folder.read("specs/home_screen_spec.lua") == "mine")
    #expect(try initialise(["ToolBox.app"]).stdout.hasSuffix("\nAll of these files exist.\n"))
  }

  @Test func appOfTheSettingsIsUsed() throws {
    copy("ToolBox.app")
    copy("ChangeIcon.app")
    folder.write("homescreen.lua", "return { app = 'ToolBox.app' }")
    #expect(try initialise(["--write"]).exitCode == 0)
    #expect(try runsWell().stdout.contains("quick action ToolBox"))
  }

  @Test(arguments: [
    "ToolBox.app/", "./ToolBox.app/.", "ToolBox.app//./", "ToolBox.app/Info.plist", "link", "x/../ToolBox.app",
  ])
  func nothingIsWrittenIntoAnApp(path: String) throws {
    copy("ToolBox.app")
    folder.makeFolder("x")
    folder.link("link", to: "ToolBox.app")
    let before = Files.paths(below: "\(folder.path)/ToolBox.app")
    let result = try initialise([path, "--write"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(Files.paths(below: "\(folder.path)/ToolBox.app") == before)
    let place = path == "x/../ToolBox.app" ? "x/../" : ""
    #expect(folder.read("\(place)homescreen.lua")?.contains("app = \"ToolBox.app\"") == true)
    _ = try runsWell()
  }

  @Test(arguments: [("ToolBox.app", "."), ("ToolBox.app", "Info.plist"), ("ChangeIcon.xcodeproj", ".")])
  func nothingIsWrittenIntoTheCurrentBundle(bundle: String, path: String) throws {
    copy(bundle)
    if bundle == "ChangeIcon.xcodeproj" { copy("ChangeIcon") }
    let before = Files.names(in: "\(folder.path)/\(bundle)")
    let result = try ChildProcess.run(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec \"$@\"", "\(folder.path)/\(bundle)", BuiltExecutable.path(), "init", path, "--write"],
      timeLimit: 60)
    #expect(result.exitCode == 0, "\(result)")
    #expect(Files.names(in: "\(folder.path)/\(bundle)") == before)
    #expect(folder.read("homescreen.lua")?.contains("app = \"\(bundle)\"") == true)
  }

  @Test func nothingIsWrittenIntoAProject() throws {
    copy("ChangeIcon.xcodeproj")
    copy("ChangeIcon")
    let before = Files.names(in: "\(folder.path)/ChangeIcon.xcodeproj")
    #expect(try initialise(["ChangeIcon.xcodeproj/", "--write"]).exitCode == 0)
    #expect(Files.names(in: "\(folder.path)/ChangeIcon.xcodeproj") == before)
    _ = try runsWell()
  }

  @Test func folderNamedLikeAnAppIsNotAnApp() throws {
    for fixture in ["ChangeIcon.xcodeproj", "ChangeIcon"] {
      let root = "\(Repository.root)/lua/scenarios/seeds/fixtures/\(fixture)"
      for path in Files.paths(below: root) {
        folder.write("My.app/\(fixture)/\(path)", Files.bytes("\(root)/\(path)") ?? [])
      }
    }
    #expect(try initialise(["My.app", "--write"]).exitCode == 0)
    #expect(folder.names == ["My.app"])
    #expect(folder.read("My.app/homescreen.lua")?.contains("app = \"ChangeIcon.xcodeproj\"") == true)
  }

  @Test func onlyAppOfAFolderIsUsed() throws {
    copy("ToolBox.app")
    folder.write("Not.app", "a file")
    let result = try initialise(["--write"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(try runsWell().stdout.contains("quick action ToolBox"))
    #expect(try homescreen(["inspect", "."], in: folder).exitCode == 66)
  }

  @Test func otherProjectsAreNamed() throws {
    for name in ["ChangeIcon", "Colourful"] {
      copy(name)
      copy("\(name).xcodeproj")
    }
    let result = try initialise([])
    #expect(result.exitCode == 0 && result.stderr.contains("[several-apps]; open another by its path: "), "\(result)")
  }

  @Test func severalAppsNeedAChoice() throws {
    copy("ToolBox.app")
    copy("ChangeIcon.app")
    let result = try initialise([])
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("2 apps, such as ChangeIcon.app"), "\(result)")
  }

  @Test(arguments: ["link", "folder", "types", "broken"])
  func unusableSettingsMakeTheScenarioNameTheApp(kind: String) throws {
    copy("ToolBox.app")
    switch kind {
    case "link": folder.link("homescreen.lua", to: "nowhere")
    case "folder": folder.makeFolder("homescreen.lua")
    case "types": folder.write("homescreen.lua", "---@meta\n")
    default: folder.write("homescreen.lua", "return {\n  app = oh no\n}")
    }
    let result = try initialise(["ToolBox.app", "--write"])
    #expect(result.stdout.contains("wrote specs/home_screen_spec.lua"), "\(result)")
    #expect(folder.read("specs/home_screen_spec.lua")?.contains(#"device:install("../ToolBox.app")"#) == true)
    #expect(result.stderr.contains("homescreen.lua:2") == (kind == "broken"), "\(result)")
    #expect(try homescreen(["run", "specs", "--format", "list"], in: folder).stdout.contains("quick action ToolBox"))
  }

  @Test func namedAppIsUsed() throws {
    copy("ToolBox.app")
    copy("ChangeIcon.app")
    folder.write("homescreen.lua", "return { app = 'ChangeIcon.app' }")
    let result = try initialise(["ToolBox.app", "--write"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stderr.contains("ChangeIcon.app; the scenario installs ToolBox.app by its path"), "\(result)")
    #expect(try runsWell().stdout.contains("quick action ToolBox"))
    #expect(try initialise(["ChangeIcon.app/"]).stderr.isEmpty)
  }

  @Test func existingEditorSettingsGetAHint() throws {
    copy("ToolBox.app")
    folder.write(".luarc.json", "{}")
    #expect(try initialise(["--write"]).stderr.contains("add “.homescreen/types” to its workspace.library"))
    folder.write(".luarc.json", #"{"workspace.library": [".homescreen/types"]}"#)
    #expect(try initialise(["--write"]).stderr.isEmpty)
  }

  @Test func appForNoDeviceIsRefused() throws {
    write("<key>UIDeviceFamily</key><array><integer>3</integer></array>")
    let result = try initialise(["A.app", "--write"])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stderr.contains("is built for neither iPhone nor iPad"), "\(result)")
    #expect(folder.names == ["A.app"])
  }

  @Test func impossibleRequestsAreReported() throws {
    #expect(try initialise([]).exitCode == 66)
    #expect(try initialise(["nowhere"]).exitCode == 66)
    copy("ToolBox.app")
    folder.write("specs", "a file where a folder is needed")
    let lost = try initialise(["ToolBox.app", "--write"])
    #expect(lost.exitCode == 74, "\(lost)")
    #expect(lost.stderr.hasPrefix("homescreen: specs/home_screen_spec.lua could not be written: "), "\(lost)")
    #expect(lost.stdout.contains("wrote .luarc.json"), "\(lost)")
  }

  @Test(
    .enabled(if: Corpus.path != nil, "There is no folder of real apps; HOMESCREEN_CORPUS names one."),
    arguments: [
      "CoderTitan+ChangeIcon", "Dimillian+IceCubesApp", "ish-app+ish",
    ])
  func realAppsGetAScenarioForTheirProject(app: String) throws {
    let shown = try homescreen(["init", "\(Corpus.path ?? "")/\(app)"], timeLimit: 60)
    #expect(shown.exitCode == 0, "\(shown)")
    #expect(shown.stdout.contains(".xcodeproj\","), "\(shown)")
  }
}
