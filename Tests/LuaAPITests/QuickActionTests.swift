import LuaAPI
import LuaEngine
import Testing

/// Quick actions in Lua: items, icons, the menu and its rows.
@Suite struct QuickActionTests {
  private func session(os: String = "17.5") throws -> TestSession {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "\(os)" }
      app = device:install "fixtures/ToolBox.app"
      device:launch(app)
      """)
    return test
  }

  /// Runs app code and returns its results.
  private func inApp(_ test: TestSession, _ source: String) throws -> [LuaValue] {
    try test.run("return app:run(function() \(source) end)")
  }

  /// QUICK-032.
  @Test func itemsHaveTheirFields() throws {
    let test = try session()
    let values = try inApp(
      test,
      """
      local item = UIApplicationShortcutItem {
        type = "t", localizedTitle = "T", localizedSubtitle = "S", icon = UIApplicationShortcutIcon { type = "search" },
        userInfo = { n = 1, list = { 1, 2 }, nested = { a = true } },
      }
      return item.type, item.localizedTitle, item.localizedSubtitle, tostring(item.icon), item.userInfo.n,
        item.userInfo.list[2], item.userInfo.nested.a, item.targetContentIdentifier, item:description(), tostring(item)
      """)
    #expect(values[0].string == "t")
    #expect(values[3].string == "icon type search")
    #expect(values[4].integer == 1)
    #expect(values[5].integer == 2)
    #expect(values[6].boolean == true)
    #expect(values[7].isNil)
    #expect(values[8].string?.hasSuffix("; type: t, title: T>") == true)
    #expect(values[8].string == values[9].string)
  }

  /// QUICK-035.
  @Test(arguments: ["UIApplicationShortcutItem", "UIMutableApplicationShortcutItem"])
  func itemWithoutATypeIsRefusedWithItsFact(name: String) throws {
    for fields in ["localizedTitle = 'T'", "type = 't'", ""] {
      let test = try session()
      let error = try #require(test.error("app:run(function() \(name) { \(fields) } end)"))
      #expect(error.failure?.fact == "QUICK-035" && error.message.contains("(QUICK-035)"), "\(error)")
      #expect(error.failure?.hint?.contains("the type can be empty") == true)
    }
    #expect(try inApp(session(), "return \(name) { type = '', localizedTitle = 'T' }.type")[0].string == "")
  }

  /// QUICK-040.
  @Test func itemsAreValues() throws {
    let test = try session()
    let values = try inApp(
      test,
      """
      local function make(title) return UIApplicationShortcutItem { type = "t", localizedTitle = title } end
      local copy = make("a"):mutableCopy()
      local changed = make("a"):mutableCopy()
      changed.localizedTitle = "b"
      changed.icon = UIApplicationShortcutIcon { systemImageName = "star" }
      changed.icon, changed.localizedSubtitle = nil, nil
      changed.userInfo = { a = 1 }
      changed.userInfo = nil
      return make("a") == make("a"), make("a") == copy, make("a") == make("b"), changed == make("b"),
        changed:mutableCopy() == changed
      """)
    #expect(values.map(\.boolean) == [true, true, false, true, true])
  }

  /// QUICK-041, QUICK-048.
  @Test func registeredItemsAreCopies() throws {
    let test = try session()
    let error = try #require(
      test.error(
        """
        app:run(function()
          local items = { UIApplicationShortcutItem { type = "a", localizedTitle = "A" } }
          UIApplication.shared.shortcutItems = items
          items[2] = items[1]
          assert.equal(1, #UIApplication.shared.shortcutItems)
          UIApplication.shared.shortcutItems[1].localizedTitle = "B"
        end)
        """))
    #expect(error.message == "item.localizedTitle can only be read")
    #expect(error.failure?.hint?.contains("mutableCopy") == true)
  }

  @Test func listsOfItemsAreChecked() throws {
    let test = try session()
    for (value, words) in [
      ("{ 1 }", "shortcutItems[1]: expected an item, got a number"), ("5", "expected a nil or table"),
      ("{ a = 1 }", "expected a list of items"), ("{ {} }", "got a table"),
    ] {
      let error = try #require(test.error("app:run(function() UIApplication.shared.shortcutItems = \(value) end)"))
      let text = error.message
      #expect(text.contains(words) || text.contains("expected a table"), "\(text)")
      try test.run("device:launch(app)")
    }
    let values = try inApp(
      test, "UIApplication.shared.shortcutItems = nil return #UIApplication.shared.shortcutItems")
    #expect(values[0].integer == 0)
  }

  @Test(arguments: [
    ("UIApplicationShortcutItem { type = 'a' }", "type and localizedTitle are required"),
    ("UIApplicationShortcutItem { tpye = 'a', localizedTitle = 'b' }", "no field 'tpye'"),
    ("UIApplicationShortcutItem { type = 1, localizedTitle = 'b' }", "expected a string"),
    ("UIApplicationShortcutIcon {}", "templateImageName and contact is required, got none"),
    ("UIApplicationShortcutIcon { type = 'add', contact = 'Ada' }", "exactly one of type, systemImageName"),
    ("UIApplicationShortcutIcon { type = 'serach' }", "type cannot be \"serach\""),
    ("app:didHandle(5)", "expected an item, got 5"),
  ])
  func mistakesAreReported(source: String, words: String) throws {
    let test = try session()
    let error = try #require(test.error("app:run(function() \(source) end)"), "\(source)")
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func uiKitNamesExistOnlyInAppCode() throws {
    let test = try session()
    for source in [
      "UIApplicationShortcutItem { type = 'a', localizedTitle = 'b' }", "UIApplicationShortcutIcon { type = 'add' }",
      "UIAlertController {}", "UIAlertAction { title = 'x' }", "UISceneConfiguration {}", "Task(print)",
      "UIViewController.present = print", "UIViewController()", "UIViewController.subclass('X')()",
      "return DispatchQueue.global",
    ] {
      let error = try #require(test.error(source), "\(source)")
      #expect(error.code == "outside-the-app", "\(source): \(error.message)")
    }
  }

  /// QUICK-042.
  @Test func newIconsDoNotExistInOldVersions() throws {
    let test = try session(os: "12.4")
    let error = try #require(
      test.error("app:run(function() UIApplicationShortcutIcon { systemImageName = 'star' } end)"))
    #expect(error.code == "api-unavailable")
  }

  @Test func menuListsItsRows() throws {
    let test = try session()
    let values = try test.run(
      """
      app:run(function()
        UIApplication.shared.shortcutItems = { UIApplicationShortcutItem {
          type = "scan", localizedTitle = "Scan", localizedSubtitle = "fast",
          icon = UIApplicationShortcutIcon { systemImageName = "qrcode" } } }
      end)
      device:pressHome()
      local menu = device.springboard:icon(app):press()
      local mode, open = device.springboard.mode, menu.isOpen
      local row = menu:item "scan"
      local system = menu.rows[#menu.rows]
      return mode, open, menu.rows[1].title, row.title, row.subtitle, row.icon, row.system, system.system, system.type,
        menu.app == app, tostring(menu:item "Scan")
      """)
    #expect(values[0].string == "menu")
    #expect(values[1].boolean == true)
    #expect(values[2].string == "工具箱")
    #expect(values[3...5].map(\.string) == ["Scan", "fast", "symbol qrcode"])
    #expect(values[6].boolean == false)
    #expect(values[7].boolean == true)
    #expect(values[8].isNil)
    #expect(values[9].boolean == true)
    #expect(values[10].string == "row “Scan”")
  }

  /// QUICK-101, QUICK-111.
  @Test func pressWithoutAMenuExplainsWhy() throws {
    let test = try session()
    let values = try test.run(
      """
      device:pressHome()
      local icon = device.springboard:icon(app)
      local short = icon:press(0.05)
      local long = icon:press(3)
      local mode = device.springboard.mode
      return short, long, mode, tostring(device.trace)
      """)
    #expect(values[0].isNil)
    #expect(values[1].isNil)
    #expect(values[2].string == "editing")
    #expect(values[3].string?.contains("tooShort") == true)
  }

  @Test func rowsWorkOnlyWhileTheMenuIsOpen() throws {
    let test = try session()
    let values = try test.run(
      """
      device:pressHome()
      local menu = device.springboard:icon(app):press()
      local row = menu:item "ToolBox"
      row:tap()
      local _, gone = pcall(row.tap, row)
      device:pressHome()
      local _, none = pcall(function() return device.springboard:icon(app):press():item "Tolbox" end)
      return menu.isOpen, gone.code, none.code, none.hint
      """)
    #expect(values[0].boolean == false)
    #expect(values[1].string == "menu-closed")
    #expect(values[2].string == "no-such-row")
    #expect(values[3].string?.contains("ToolBox") == true)
  }
}
