import HomeScreenSimulator
import LuaEngine

extension ShortcutItem: Boxable {
  static let apiType = APIType("item", className: "homescreen.UIApplicationShortcutItem", summary: "A quick action.")
  static let luaType = APIBinding.luaType(apiType, metamethods: ItemFields.metamethods(Box<ShortcutItem>.self))
}

/// `UIApplicationShortcutItem`: a quick action that does not change.
enum ItemAPI: APIRoom {
  /// An item of either class, as a parameter.
  static let parameter = Parameter<ShortcutItem>(
    description: APIParameter("item", type: Box<ShortcutItem>.apiName, documentation: "the quick action")
  ) { call, index in
    guard let holder = call.stack.object(at: index) as? any ItemHolder else {
      throw Parameter<ShortcutItem>.mismatch("item", expected: "an item", call, index)
    }
    return holder.item
  }

  static let make = APIEntry.constructor(
    "UIApplicationShortcutItem", fields: ItemFields.fixed, returns: "the item",
    APIDocumentation(
      "Creates a quick action; `type` and `localizedTitle` are required.",
      discussion: "It cannot be changed; `mutableCopy` gives one that can.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        app:run(function()
          UIApplication.shared.shortcutItems = {
            UIApplicationShortcutItem {
              type = "scan", localizedTitle = "Scan",
              icon = UIApplicationShortcutIcon { systemImageName = "qrcode" },
            },
          }
        end)
        device:pressHome()
        assert.equal("Scan", device.springboard:icon(app):press():item("scan").title)
        """, availability: "iOS 9.0", facts: ["QUICK-032"])
  ) { call, fields in
    _ = try call.session.code.process(orFrontFor: "UIApplicationShortcutItem")
    return Box(try ItemFields.item(fields))
  }

  static let mutableCopy = APIEntry.method(
    "mutableCopy", of: Box<ShortcutItem>.self, returns: "the copy",
    APIDocumentation(
      "A copy that can be changed; registered items change only when the list is assigned again.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        app:run(function()
          local item = UIApplicationShortcutItem { type = "scan", localizedTitle = "Scan" }
          local copy = item:mutableCopy()
          copy.localizedTitle = "Scan again"
          assert.equal("Scan", item.localizedTitle)
        end)
        """, availability: "iOS 9.0", facts: ["QUICK-041"])
  ) { call, object in MutableItemObject(object.value) }

  static let description = APIEntry.method(
    "description", of: Box<ShortcutItem>.self, returns: "the text",
    APIDocumentation("What `%@` and the console print.", availability: "iOS 9.0", facts: ["QUICK-105"])
  ) { call, object in object.value.consoleDescription }

  static let globalEntries = [make]
  static let memberTypes = [ShortcutItem.apiType]
  static let memberEntries = [
    fixed("type", "What the app identifies the action by.", get: \.type),
    fixed("localizedTitle", "The title in the menu.", get: \.localizedTitle),
    fixed("localizedSubtitle", "The line below the title, or nil.", get: \.localizedSubtitle),
    fixed("icon", "The picture next to the title, or nil.") { $0.icon.map { Box($0) } },
    fixed("userInfo", "A copy of the app's own data, or nil.") { ItemFields.table($0.userInfo) },
    fixed("targetContentIdentifier", "Which scene should take the action, or nil.", get: \.targetContentIdentifier),
    mutableCopy, description,
  ]

  private static func fixed<Value: APIValue>(
    _ name: String, _ summary: String, get: @escaping @Sendable (ShortcutItem) -> Value
  ) -> APIEntry {
    APIEntry.property(
      name, of: Box<ShortcutItem>.self, APIDocumentation(summary, availability: "iOS 9.0", facts: ["QUICK-032"]),
      readOnlyHint: "Change a copy, and assign the list again: local copy = item:mutableCopy()."
    ) { object in get(object.value) }
  }
}
