import HomeScreenSimulator
import LuaEngine
import PropertyLists

extension ShortcutIcon: Boxable {
  static let apiType = APIType(
    "itemIcon", className: "homescreen.UIApplicationShortcutIcon", summary: "The icon of a quick action.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<ShortcutIcon>.self),
      ObjectMetamethods.text(Box<ShortcutIcon>.self) { "icon \($0.value)" },
    ])
}

/// `UIApplicationShortcutIcon`.
enum ItemIconAPI: APIRoom {
  static let typeField = Parameter<String>.string(
    "type", "one of UIKit's own: `search`, `add`, `markLocation` …", domain: .systemIcon)
  static let symbolField = Parameter<String>.string("systemImageName", "an SF Symbol by its name")
  static let templateField = Parameter<String>.string("templateImageName", "a picture of the app", domain: .image)
  static let contactField = Parameter<String>.string("contact", "a contact by name")
  static let photoField = Parameter<Bool>.boolean("hasPhoto", "whether that contact has a photo")

  static let make = APIEntry.constructor(
    "UIApplicationShortcutIcon",
    fields: [
      typeField.description, symbolField.description, templateField.description, contactField.description,
      photoField.description,
    ], returns: "the icon",
    APIDocumentation(
      "Creates the icon of a quick action from one of the four fields.",
      discussion: """
        Symbols begin with iOS 13, most of UIKit's own icons with iOS 9.1; before, creating one is an error, because \
        it would crash there.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        app:run(function()
          assert.equal("icon type search", tostring(UIApplicationShortcutIcon { type = "search" }))
        end)
        """, availability: "iOS 9.0", facts: ["QUICK-042", "QUICK-046"])
  ) { call, fields in
    let icon = try icon(fields)
    try call.session.code.inProcess(for: "UIApplicationShortcutIcon") { try $0.application.requireAvailable(icon) }
    return Box(icon)
  }

  static let globalEntries = [make]

  private static func icon(_ fields: RecordReader) throws -> ShortcutIcon {
    let given: [ShortcutIcon] = [
      try fields.read(typeField).map { .type(try systemType($0)) },
      try fields.read(symbolField).map { .systemImageName($0) },
      try fields.read(templateField).map { .templateImageName($0) },
      try fields.read(contactField).map { .contact($0, hasPhoto: try fields.read(photoField) ?? false) },
    ].compactMap { $0 }
    guard given.count == 1 else {
      throw fields.failure(
        "one field is required, got \(given.count == 0 ? "none" : "\(given.count)")",
        hint: "UIApplicationShortcutIcon { systemImageName = \"star\" }", fact: "QUICK-042")
    }
    return given[0]
  }

  private static func systemType(_ name: String) throws -> SystemIconType {
    Work.count(SystemIconType.allCases.count / 2)
    let short = Spelling.beginning(of: name)
    if let type = SystemIconType.allCases.first(where: { $0.name == short || $0.plistName == short }) { return type }
    var failure = LuaFailure.noSuchChoice(
      name, for: "UIApplicationShortcutIcon: type", of: SystemIconType.allCases.map(\.name))
    failure.fact = "QUICK-046"
    throw failure
  }
}
