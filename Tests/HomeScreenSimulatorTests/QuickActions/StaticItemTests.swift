import HomeScreenSimulator
import PropertyLists
import Testing

/// Static quick actions.
@Suite struct StaticItemTests {
  /// The app's menu rows for these entries.
  private func rows(_ items: PropertyListValue, os: String = "17.5", locale: String = "en") throws -> [MenuRow] {
    let scene = try ActionScene(
      os: os, lifeCycle: .appDelegate, locale: locale, package: Packages.toolBox(items: items))
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    return menu.rows.filter { !$0.isSystem }
  }

  private func entry(_ changes: PropertyListDictionary) -> PropertyListValue {
    var entry: PropertyListDictionary = [
      "UIApplicationShortcutItemType": "t", "UIApplicationShortcutItemTitle": "T",
    ]
    for (key, node) in changes.entries { entry["UIApplicationShortcutItem" + key] = node.value }
    return .dictionary(entry)
  }

  /// QUICK-001, QUICK-002, QUICK-003, QUICK-009.
  @Test func itemsAreInFileOrderBeforeTheFirstLaunch() throws {
    let scene = try ActionScene()
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    let rows = menu.rows.filter { !$0.isSystem }
    #expect(rows.map(\.title) == ["Tool Box", "Search"])
    #expect(rows.map(\.type) == ["ToolBox", "search"])
    #expect(rows.map(\.subtitle) == [nil, "Everything"])
    #expect(rows.map(\.icon) == [nil, .type(.search)])  // QUICK-006
    #expect(rows.first?.item?.userInfo?["page"] == 7)
    #expect(try scene.app.state == .notRunning)
  }

  /// QUICK-013, QUICK-014, QUICK-015, QUICK-016.
  @Test(
    arguments: [
      ["UIApplicationShortcutItemTitle": "T"], ["UIApplicationShortcutItemType": "t"], [:],
      ["UIApplicationShortcutItemType": "t", "UIApplicationShortcutItemTitle": ""],
      ["UIApplicationShortcutItemType": "", "UIApplicationShortcutItemTitle": "T"],
      ["UIApplicationShortcutItemType": 1, "UIApplicationShortcutItemTitle": "T"],
      ["UIApplicationShortcutItemType": "t", "UIApplicationShortcutItemTitle": ["T"]],
      "not a dictionary", ["an", "array"], 7,
    ] as [PropertyListValue])
  func invalidEntriesAreHiddenAndOthersAreShown(entry: PropertyListValue) throws {
    let good = self.entry(["Title": "Good"])
    #expect(try rows([entry, good, entry]).map(\.title) == ["Good"])
  }

  /// QUICK-013, QUICK-014, QUICK-015, QUICK-016, QUICK-018.
  @Test func traceNamesOmittedItemsWithTheReason() throws {
    let items: PropertyListValue = [
      ["UIApplicationShortcutItemType": "", "UIApplicationShortcutItemTitle": "T"], entry(["Title": "Good"]),
      ["UIApplicationShortcutItemType": "t", "UIApplicationShortcutItemTitle": ""],
      ["UIApplicationShortcutItemType": 1], "text",
    ]
    let good: PropertyListValue = [entry(["Title": "Good"])]
    for (items, count) in [(items, 4), (good, 0)] {
      let scene = try ActionScene(lifeCycle: .appDelegate, package: Packages.toolBox(items: items))
      let trace = try scene.device.record { _ = try scene.device.springboard.icon(for: scene.app).press() }
      let events = trace.filter { $0.what == .menu(.itemLeftOut) }
      #expect(events.count == count)
      guard count > 0 else { continue }
      #expect(
        events.map { "\($0.detail)" } == [
          "name=item 1 reason=its UIApplicationShortcutItemType is empty",
          "name=item 3 reason=its UIApplicationShortcutItemTitle is empty",
          "name=item 4 reason=its UIApplicationShortcutItemType is an integer, not a string"
            + " and it has no UIApplicationShortcutItemTitle",
          "name=item 5 reason=the element is a string, not a dictionary",
        ])
      #expect(events.map(\.fact) == ["QUICK-015", "QUICK-014", "QUICK-016", "QUICK-018"])
    }
  }

  /// QUICK-018.
  @Test(arguments: ["text", 7, [:], true] as [PropertyListValue])
  func otherTypesThanAnArrayHaveNoItems(items: PropertyListValue) throws {
    #expect(try rows(items).isEmpty)
  }

  /// QUICK-017, QUICK-010.
  @Test func invalidOptionalKeysAreIgnored() throws {
    let item = try #require(
      try rows([
        entry([
          "Subtitle": 7, "IconType": 7, "IconFile": true, "IconSymbolName": [], "UserInfo": "x",
          "TargetContentIdentifier": 7,
        ])
      ]).first?.item)
    #expect(item == ShortcutItem(type: "t", localizedTitle: "T"))
    #expect(item.targetContentIdentifier == nil)
    let target = try rows([entry(["TargetContentIdentifier": "page"])]).first?.item?.targetContentIdentifier
    #expect(target == "page")
  }

  /// QUICK-006, QUICK-007, QUICK-008, QUICK-020, QUICK-021, QUICK-022.
  @Test(arguments: ["12.4", "13.0"])
  func iconPrecedenceIsSymbolFileType(os: String) throws {
    let type: (String, PropertyListValue) = ("IconType", "UIApplicationShortcutIconTypeAdd")
    let file: (String, PropertyListValue) = ("IconFile", "plus")
    let symbol: (String, PropertyListValue) = ("IconSymbolName", "mispelt.symbol")
    func icon(_ keys: (String, PropertyListValue)...) throws -> ShortcutIcon? {
      try rows([entry(PropertyListDictionary(keys))], os: os).first?.icon
    }
    let isOld = os == "12.4"
    #expect(try icon(type) == .type(.add))
    #expect(try icon(type, file) == .templateImageName("plus"))
    #expect(try icon(type, symbol, file) == (isOld ? .templateImageName("plus") : .systemImageName("mispelt.symbol")))
    #expect(try icon(symbol) == (isOld ? nil : .systemImageName("mispelt.symbol")))
  }

  /// QUICK-019, QUICK-046, QUICK-047.
  @Test func systemIconsHaveExactNames() throws {
    let names = """
      Compose Play Pause Add Location Search Share Prohibit Contact Home MarkLocation Favorite Love Cloud Invitation \
      Confirmation Mail Message Date Time CapturePhoto CaptureVideo Task TaskCompleted Alarm Bookmark Shuffle Audio Update
      """
    #expect(
      SystemIconType.allCases.map(\.plistName)
        == names.split(separator: " ").map { "UIApplicationShortcutIconType\($0)" })
    #expect(SystemIconType.allCases.map(\.rawValue) == Array(0..<29))
    for type in SystemIconType.allCases {
      #expect(SystemIconType(plistName: type.plistName) == type)
      let isFirst = type.rawValue < 7
      for (os, isKnown) in [("9.0", isFirst), ("9.1", true)] {
        let row = try #require(try rows([entry(["IconType": .string(type.plistName)])], os: os).first)
        #expect(row.icon == (isKnown ? .type(type) : nil), "\(type) on \(os)")
      }
    }
    #expect(SystemIconType.markLocation.plistName == "UIApplicationShortcutIconTypeMarkLocation")
    for name in ["UIApplicationShortcutIconTypesearch", "Search", "UIApplicationShortcutIconType", ""] {
      let row = try #require(try rows([entry(["IconType": .string(name)])]).first)
      #expect(row.icon == nil)
    }
  }

  /// QUICK-152.
  @Test(arguments: [("18.7", false), ("26.0", true), ("27.0", true)]) func taskTypeIsAQuestionMark(
    os: String, isOne: Bool
  ) throws {
    for (type, isTask) in [(SystemIconType.task, true), (.add, false), (.taskCompleted, false)] {
      let row = try #require(try rows([entry(["IconType": .string(type.plistName)])], os: os).first)
      #expect((row.glyph?.name == "?") == (isOne && isTask))
    }
  }

  /// QUICK-028, QUICK-029.
  @Test func titlesAreLocalisedInInfoPlistStrings() throws {
    let package = try Packages.toolBox()
    let device = try Device(os: OSVersion(parsing: "18.0"), locale: "zh-Hans")
    let app = try device.install(package)
    let rows = try #require(try device.springboard.icon(for: app).press()).rows
    #expect(rows.prefix(2).map(\.title) == ["工具箱", "Search"])
    #expect(rows.prefix(2).map(\.subtitle) == [nil, "全部"])
    #expect(rows.prefix(2).map(\.type) == ["ToolBox", "search"])
  }

  /// QUICK-030.
  @Test func rowIsFoundByTitleAndByUniqueType() throws {
    let scene = try ActionScene(
      package: Packages.toolBox(items: [entry(["Title": "One"]), entry(["Title": "Two"]), entry(["Title": "Two"])]))
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    #expect(try menu.item("One").title == "One")
    let byType = try #require(simulatorError { _ = try menu.item("t") })
    #expect(byType.code == .ambiguousRow && byType.fact == "QUICK-030")
    #expect(byType.hint?.contains("“One” (t), “Two” (t)") == true)
    #expect(simulatorError { _ = try menu.item("Two") }?.code == .ambiguousRow)
  }

  /// QUICK-105, QUICK-040, QUICK-032, QUICK-037.
  @Test func itemsPrintAndCompare() {
    var item = ShortcutItem(
      type: "t", localizedTitle: "工具箱", localizedSubtitle: "s", icon: .type(.add), userInfo: ["a": 1])
    #expect(
      item.consoleDescription == "<UIApplicationShortcutItem: 0x0000000000000001; type: t, title: 工具箱>")
    let copy = item
    item.targetContentIdentifier = "page"
    #expect(item == copy)
    for change in [
      { $0.type = "u" }, { $0.localizedTitle = "" }, { $0.localizedSubtitle = nil }, { $0.icon = .type(.audio) },
      { $0.userInfo = ["a": 2] },
    ] as [(inout ShortcutItem) -> Void] {
      var other = copy
      change(&other)
      #expect(other != copy)  // QUICK-041, QUICK-039: and the copy has not changed
    }
  }
}
