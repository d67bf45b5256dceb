import TestSupport
import Testing

/// Completion and help in the real program on a terminal, with typed keys and the visible screen.
@Suite struct CompletionOnTerminalTests {
  @Test func membersFieldsAndNamesAreCompleted() throws {
    let session = try PlayedSession()
    session.completes("device.springboard:icon(app):pr", to: "device.springboard:icon(app):press")
    session.completes("Devi", to: "Device")
    session.completes("devic", to: "device")
    session.completes("device.lau", to: "device:launch")
    session.completes("Device { mod", to: "Device { model = ")
    session.completes("device:launch(app, { backg", to: "device:launch(app, { backgroundFetch = ")
    session.completes("AppPackage { plist = { CFBundleAlt", to: "AppPackage { plist = { CFBundleAlternateIcons = ")
    session.lists(
      "device.springboard:icon(app):p", "picture  The picture that the system draws", "press    Presses the icon")
  }

  @Test func stringsAreCompleted() throws {
    let session = try PlayedSession(PlayedSession.icons)
    session.completes(
      "UIApplication.shared:setAlternateIconName(\"ne", to: "UIApplication.shared:setAlternateIconName(\"newicon\"")
    session.completes("Device { os = \"10.3", to: "Device { os = \"10.3\"")
    session.completes("Device { model = \"iPhone 13 mi", to: "Device { model = \"iPhone 13 mini\"")
    session.completes("device.locale = \"zh-Hant", to: "device.locale = \"zh-Hant\"")
    session.completes("help \"ICON-11", to: "help \"ICON-11")
    session.completes(
      "Device { conditions = { iconFault = \"after", to: "Device { conditions = { iconFault = \"afterModal\"")
    session.folder.write("App.plist", "x")
    session.completes("plist.load \"Ap", to: "plist.load \"App.plist\"")
    session.run("package = AppPackage \"\(PlayedSession.icons)\"", shows: "package")
    session.completes("package.plist[\"CFBundleIc", to: "package.plist[\"CFBundleIcons\"")
  }

  @Test func tabsInsideAStringComplete() throws {
    let session = try PlayedSession(PlayedSession.icons)
    session.completes(
      "UIApplication.shared:setAlternateIconName(\"ne\t", to: "UIApplication.shared:setAlternateIconName(\"newicon\"")
    session.program.type("\u{15}print('one' .. \u{1B}[2~'two')\r")
    #expect(session.program.shows("onetwo"), "\(session.program.screen.text)")
  }

  @Test func menuRowsAreInTheLanguageOfTheDevice() throws {
    let session = try PlayedSession()
    session.run("device.locale = \"zh-Hans\"", shows: "zh-Hans")
    session.completes(
      "device.springboard:icon(app):press():item \"工", to: "device.springboard:icon(app):press():item \"工具箱\"")
  }

  @Test func delegateMethodsAreCompleted() throws {
    let session = try PlayedSession(columns: 160)
    session.completes(
      "function app.sceneDelegate:windowScene_p",
      to: "function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler("
        + "windowScene, shortcutItem, completionHandler)")
  }

  @Test func signaturesAndArgumentsAreShown() throws {
    let session = try PlayedSession()
    session.lists("device:launch(", "device:launch(app[, situation])  app: the app")
    session.lists("device:launch", "device:launch(app[, situation])  Launches an app")
    session.lists("device:advance(", "seconds: the number of seconds, with millisecond precision")
  }

  @Test func commandsAndTheirArgumentsAreCompleted() throws {
    let session = try PlayedSession()
    session.completes(":hist", to: ":history")
    session.lists(":", ":help", "shows what you can do", ":save")
    session.completes(":help ICON-1", to: ":help ICON-1")
    session.completes(":help device:laun", to: ":help device:launch")
    session.folder.write("night.lua", "x")
    session.completes(":save nig", to: ":save night.lua")
  }

  @Test func multilineStatementsAreCompleted() throws {
    let session = try PlayedSession()
    session.program.type("for _, icon in ipairs(device.springboard.icons) do\r")
    #expect(session.program.waits { $0.cursorRow == "for:1>>" })
    session.program.type("icon:pre\t")
    #expect(session.program.waits { $0.cursorRow == "for:1>>   icon:press" }, "\(session.program.screen.text)")
  }

  @Test func helpShowsItsExample() throws {
    let session = try PlayedSession()
    session.run(":help save", shows: "it saves the lines as a scenario")
    session.run("?device.springboard:icon(app):press", shows: "Presses the icon until its menu opens.")
    session.run(":run", shows: "the example of icon:press ran, and its assertions hold")
    session.run("help(app)", shows: "An app that is installed on a device.")
    session.run("?staleIconCache", shows: "conditions.staleIconCache")
    session.run("?alert-covers", shows: "alert-covers")
    session.run("own = app", shows: "> own = app")
    session.run("?own", shows: "An app that is installed on a device.")
  }

  @Test func helpBreaksItsLinesBetweenWords() throws {
    let session = try PlayedSession(columns: 80)
    session.run("?picture", shows: "The reasons, one line each")
    let rows = session.program.screen.rows.drop { $0 != "> ?picture" }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.count < 80 }, "\(rows)")
    let continuation = "\n" + String(repeating: " ", count: 43)
    #expect(session.program.screen.text.contains(continuation + "files, the `catalog`"), "\(rows)")
  }

  @Test(arguments: [["facts", "--area", "LAUNCH-00"], ["explain", "device:launch"]])
  func listsBreakTheirLinesBetweenWords(arguments: [String]) throws {
    let folder = TemporaryFolder()
    let program = try #require(
      TerminalProgram(
        try BuiltExecutable.path(), arguments, in: folder.path, environment: ["HOME": folder.path], columns: 90,
        rows: 60))
    #expect(program.exitCode() == 0)
    let rows = program.screen.rows
    #expect(rows.allSatisfy { $0.count <= 90 } && rows.contains { $0.hasPrefix("    ") }, "\(rows)")
  }

  /// A narrow screen shows what fits.
  @Test func completionWorksInOneColumn() throws {
    let session = try PlayedSession(columns: 12)
    session.program.type("dev\t")
    #expect(session.program.waits { $0.lineBeforeCursor == "> device" }, "\(session.program.screen.rows)")
  }
}
