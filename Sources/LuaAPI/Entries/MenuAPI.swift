import HomeScreenSimulator
import LuaEngine

extension IconMenu: Boxable {
  static let apiType = APIType("menu", className: "homescreen.Menu", summary: "The menu of an icon.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<IconMenu>.self),
      ObjectMetamethods.text(Box<IconMenu>.self) { object in
        "menu [" + object.value.rows.map(\.title).joined(separator: "] [") + "]"
      },
    ])
}

extension MenuRow: Boxable {
  static let apiType = APIType("row", className: "homescreen.Row", summary: "A row of the menu.")
  static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(Box<MenuRow>.self) { "row “\($0.value.title)”" }])
}

/// The menu of an icon, and its rows.
enum MenuAPI: APISection {
  static let press = APIEntry.method(
    "press", of: Box<HomeScreenIcon>.self, Parameter<Double?>.optional(.number("seconds", "how long; 1.4 by default")),
    returns: "the menu, or nil if none opens",
    APIDocumentation(
      "Presses the icon until its menu opens.",
      discussion: """
        The press takes time on the device's clock. If no menu opens, the result is nil, and the trace says why: a \
        press that is too short, no 3D Touch, no rows. Two seconds or more start editing the Home Screen.
        """, facts: ["QUICK-097", "QUICK-101"])
  ) { call, object, seconds in
    let menu = try seconds.map { try object.value.press(seconds: $0) } ?? object.value.press()
    return menu.map { Box($0, of: object.device) }
  }.absent(of: Box<HomeScreenIcon>.self) { icon in icon.device.map(AbsentMenu.reason) ?? { "press() returned nil." } }

  static let rows = APIEntry.property(
    "rows", of: Box<IconMenu>.self,
    APIDocumentation(
      "The rows from top to bottom: at most four quick actions of the app, then the system's rows.",
      discussion: "Reversed in a menu that opens upward.", facts: ["QUICK-065", "QUICK-071"])
  ) { object in object.value.rows.map { Box($0, of: object.device) } }.withoutTexts(
    finder: "menu:item", finds: "finds a row by its title")

  static let item = APIEntry.method(
    "item", of: Box<IconMenu>.self,
    .string("text", "the title, the type or the identifier; titles are compared first, then types", domain: .menuItem),
    returns: "the row",
    APIDocumentation(
      "The row with this title, type or identifier; it is an error if none matches, or if two match equally well.",
      discussion: """
        The call asserts that the row exists; `assert.error` around the call asserts that it does not. \
        `pcall(menu.item, menu, "TITLE")` returns true and the row, or false.
        """, facts: ["QUICK-030"])
  ) { call, object, text in Box(try object.value.item(text), of: object.device) }

  static let menuApp = APIEntry.property(
    "app", of: Box<IconMenu>.self, "The app whose icon was pressed; nil for the menu of a folder.", get: \.value.app
  )

  static let menuFolder = APIEntry.property(
    "folder", of: Box<IconMenu>.self,
    APIDocumentation("The folder that was pressed; nil for the menu of an app's icon.", facts: ["QUICK-095"])
  ) { object in object.value.folder.map { Box($0, of: object.device) } }

  static let isOpen = APIEntry.property(
    "isOpen", of: Box<IconMenu>.self, "Whether the menu is still on the screen.", get: \.value.isOpen
  )

  static let opensUpward = APIEntry.property(
    "opensUpward", of: Box<IconMenu>.self,
    APIDocumentation(
      "Whether the menu opens upward, as it does for an icon that is low on the screen or in the Dock.",
      facts: ["QUICK-071"]), get: \.value.opensUpward
  )

  static let iconSide = APIEntry.property(
    "iconSide", of: Box<IconMenu>.self,
    APIDocumentation("The side of the icons in the rows: `left` or `right`.", facts: ["QUICK-072"]),
    get: \.value.iconSide
  )

  static let widget = APIEntry.property(
    "widget", of: Box<IconMenu>.self,
    APIDocumentation(
      "The bundle identifier of the Today widget above the rows (iOS 10 to 13), or nil.",
      facts: ["QUICK-011", "QUICK-012"]), get: \.value.widget
  )

  // MARK: Rows

  static let title = text("title", "The text that the user reads.") { $0.title }
  static let subtitle = text("subtitle", "The line below the title, or nil.") { $0.subtitle }
  static let itemType = text("type", "The type of the app's item; nil for a system row.") { $0.type }
  static let identifier = text("identifier", "The identifier of the row for UI tests, or nil.", facts: ["QUICK-096"]) {
    $0.identifier
  }
  static let icon = text("icon", "The icon as text: `type search`, `symbol star`; nil without an icon.") {
    $0.icon?.description
  }

  static let lines = APIEntry.property(
    "lines", of: Box<MenuRow>.self,
    APIDocumentation(
      "The drawn lines: at most two for a title alone, otherwise one for each text; longer text ends in an ellipsis.",
      facts: ["QUICK-004", "QUICK-005"]), get: \.value.lines
  )

  static let glyph = text(
    "glyph",
    "The drawn icon: `system search`, `symbol star`, `asset gear`, `file gear.png`, `monogram AL`, `dot`, `placeholder`; or nil.",
    facts: ["QUICK-023", "QUICK-026"]
  ) { row -> String? in
    guard let glyph = row.glyph else { return nil }
    return glyph.name.map { "\(glyph.source.rawValue) \($0)" } ?? glyph.source.rawValue
  }

  static let why = APIEntry.property(
    "why", of: Box<MenuRow>.self,
    APIDocumentation(
      "The reasons for the icon, one line each, with their facts; for a system row, when the system adds it.",
      facts: ["QUICK-020", "QUICK-021", "QUICK-024", "QUICK-044"])
  ) { object in object.value.glyph?.why ?? object.value.condition.map { [$0] } ?? [] }

  static let system = APIEntry.property(
    "system", of: Box<MenuRow>.self, "Whether the row belongs to the system.", get: \.value.isSystem
  )

  static let english = APIEntry.property(
    "english", of: Box<MenuRow>.self,
    APIDocumentation("Why a system row is in English on a device in another language, or nil.", facts: ["QUICK-153"]),
    get: \.value.english
  )

  static let tap = APIEntry.method(
    "tap", of: Box<MenuRow>.self,
    APIDocumentation(
      "Taps the row: the menu closes, and the app gets its quick action.", facts: ["LAUNCH-002", "LAUNCH-013"])
  ) { call, object in
    try object.value.tap()
  }

  static let memberTypes = [HomeScreenIcon.apiType, IconMenu.apiType, MenuRow.apiType]
  static let memberEntries = [
    press, rows, item, menuApp, menuFolder, isOpen, opensUpward, iconSide, widget, title, subtitle, itemType,
    identifier, icon,
    lines, glyph, why, system, english, tap,
  ]

  private static func text<Value: APIValue>(
    _ name: String, _ summary: String, facts: [String] = [], get: @escaping @Sendable (MenuRow) -> Value
  ) -> APIEntry {
    APIEntry.property(
      name, of: Box<MenuRow>.self, APIDocumentation(summary, facts: facts)
    ) { object in get(object.value)
    }
  }
}
