import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// The API data matches the table in `Vocabulary.md`.
@Suite struct VocabularyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let number: Int
    let name: String
    let receivers: [String]
    var testDescription: String { "\(number) \(name)" }
  }

  /// The receivers in the table, and their names in the data.
  private static let typeNames = [
    "dictionary": "plist", "view controller": "controller", "alert controller": "alertController",
  ]

  static let rows: [Row] = {
    guard let text = try? Repository.text("Sources/LuaAPI/LuaAPI.docc/Vocabulary.md") else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      guard cells.count >= 6, let number = Int(cells[1]) else { return nil }
      let receivers = cells[3].split(separator: ",").map { String($0).trimmed }
        .map { $0.hasSuffix(" (REPL)") ? String($0.dropLast(7)) : $0 }
        .filter { !["r", "rw", "w", "–"].contains($0) }
      return Row(number: number, name: cells[2].filter { $0 != "`" }, receivers: receivers)
    }
  }()

  @Test func tableIsRead() {
    #expect(Self.rows.map(\.number) == Array(1...90))
  }

  @Test(arguments: rows)
  func everyNameExists(row: Row) {
    if let dot = row.name.firstIndex(of: ".") {
      let receiver = String(row.name[..<dot])
      let member = String(row.name[row.name.index(after: dot)...])
      let entry =
        APICatalog.homescreen.entries.first {
          $0.qualifiedName == row.name || ($0.name == member && $0.receiver?.name == receiver)
        }
        ?? APICatalog.homescreen.entries.first {
          $0.name == member && $0.receiver?.className.hasSuffix("Module") == true
        }
      #expect(entry != nil, "\(row.name) is not in the API data")
      return
    }
    if row.receivers.isEmpty {
      #expect(APICatalog.homescreen.global(row.name) != nil, "the global \(row.name) is not in the API data")
    }
    for receiver in row.receivers {
      let name = Self.typeNames[receiver] ?? receiver
      let entry = APICatalog.homescreen.entries.first { $0.name == row.name && $0.receiver?.name == name }
      #expect(entry != nil, "\(receiver) has no \(row.name) in the API data")
    }
  }

  /// Words of XCUITest, Appium and everyday language: the hint shows the right code.
  @Test(arguments: [
    ("device:shortcutItem()", "press():item(\"TITLE\"):tap()"),
    ("device:launch(app, { quickAction = 'a' })", "press():item("),
    ("device:push(app)", "{ notification = \"TITLE\" }"),
    ("device:silent_push(app)", "{ notification = { silent = true } }"),
    ("device:launch(app, { silentPush = true })", "{ notification = { silent = true } }"),
    ("device:kill(app)", "app:terminate()"), ("device:swipeAway(app)", "app:terminate()"),
    ("app:swipeUp()", "app:terminate()"),
    ("device:home()", "device:pressHome()"), ("app:runAppInBackground()", "app:suspend()"),
    ("device:launchApp(app)", "device:launch(app)"), ("device:activateApp(app)", "app:activate()"),
    ("device.springboard:icon(app):longPress()", "device.springboard:icon(app):press()"),
    ("device.springboard:icon(app):touchAndHold(2)", "device.springboard:icon(app):press()"),
    ("device:openURL('a:')", "device:launch(app, { url = "), ("device:accept()", "device.alert:tap \"OK\""),
    ("device.springboard:icon(app):press():has 'a'", "pcall(menu.item, menu, \"TITLE\")"),
    ("device:wait(1)", "device:advance(seconds)"),
    ("sleep(1)", "device:advance(seconds)"), ("local app = XCUIApplication()", "device:install(PATH)"),
    ("device:unlock()", "device.locked = true"), ("device:deleteApp(app)", "device:uninstall(app)"),
  ])
  func wordsOfOtherToolsAreTranslated(script: String, expected: String) throws {
    let test = try TestSession()
    let error = test.error(
      "device = Device { os = '17.5' } app = device:install 'fixtures/ToolBox.app' \(script)")
    let hint = try #require(error.flatMap { ErrorAdvice.explain($0).hint }, "\(script)")
    #expect(hint.contains(expected), "\(script): \(hint)")
    #expect(!hint.contains("It has: "), "\(hint)")
  }

  @Test func codeInHintsRuns() throws {
    try TestSession().run(
      """
      local device = Device { os = "17.5" }
      local app = device:install("fixtures/ToolBox.app")
      device:launch(app)
      app:activate()
      device:pressHome()
      app:suspend()
      app:terminate()
      app:terminate("jetsam")
      device.springboard:icon(app):press():item("工具箱"):tap()
      device:pressHome()
      device.springboard:icon(app):tap()
      device:launch(app, { notification = "TITLE" })
      device:advance(1)
      device:settle()
      device.locked = true
      device.locked = false
      device.locale = "de"
      device.appearance = "dark"
      device:reboot()
      device:uninstall(app)
      """)
  }

  @Test func everySlotIsExplained() {
    for callback in AppCallback.allCases {
      let text = Explanation(ReportServices()).text(of: callback.slot)
      #expect(text?.contains(callback.swiftName) == true)
      #expect(Explanation(ReportServices()).text(of: callback.selector) == text)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
