import LuaEngine
import Simulator

/// `UIApplicationShortcutItem`: a quick action that does not change.
enum ItemAPI {
  static let type = APIType("item", className: "homescreen.UIApplicationShortcutItem", summary: "A quick action.")
  static let luaType = APIBinding.luaType(type, metamethods: ItemFields.metamethods(ItemObject.self))

  /// An item of either class, as a parameter.
  static let parameter = Parameter<ShortcutItem>(
    description: APIParameter("item", type: type.className, documentation: "the quick action")
  ) { call, index in
    guard let holder = call.stack.object(at: index) as? any ItemHolder else {
      throw Parameter<ShortcutItem>.mismatch("item", expected: "an item", call, index)
    }
    return holder.item
  }

  static let make = APIEntry.constructor(
    "UIApplicationShortcutItem", fields: ItemFields.fixed, returns: APIReturn(type.className, "the item"),
    APIDocumentation(
      "Makes a quick action; `type` and `localizedTitle` are needed.",
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
    _ = try call.session.process(orFrontFor: "UIApplicationShortcutItem")
    return call.result(ItemObject(try ItemFields.item(fields)))
  }

  static let mutableCopy = APIEntry.method(
    type, "mutableCopy", ItemObject.self, returns: APIReturn(MutableItemAPI.type.className, "the copy"),
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
  ) { call, object in call.result(MutableItemObject(object.item)) }

  static let description = APIEntry.method(
    type, "description", ItemObject.self, returns: APIReturn("string", "the text"),
    APIDocumentation("What `%@` and the console print.", availability: "iOS 9.0", facts: ["QUICK-105"])
  ) { call, object in call.result(object.item.consoleDescription) }

  static let entries = [
    make,
    fixed("type", "string", "What the app knows the action by.") { .string($0.type) },
    fixed("localizedTitle", "string", "The title in the menu.") { .string($0.localizedTitle) },
    fixed("localizedSubtitle", "string?", "The line below the title, or nil.") {
      $0.localizedSubtitle.map { .string($0) } ?? .nil
    },
    fixed("icon", "\(ItemIconAPI.type.className)?", "The picture beside the title, or nil.") {
      $0.icon.map { .object(ItemIconObject($0)) } ?? .nil
    },
    fixed("userInfo", "table?", "A copy of what the app put in, or nil.") { ItemFields.luaValue($0.userInfo) },
    fixed("targetContentIdentifier", "string?", "Which scene should take the action, or nil.") {
      $0.targetContentIdentifier.map { .string($0) } ?? .nil
    },
    mutableCopy, description,
  ]

  private static func fixed(
    _ name: String, _ valueType: String, _ summary: String, get: @escaping @Sendable (ShortcutItem) -> LuaValue
  ) -> APIEntry {
    APIEntry.property(
      type, name, ItemObject.self, valueType, APIDocumentation(summary, availability: "iOS 9.0", facts: ["QUICK-032"]),
      readOnlyHint: "Change a copy, and assign the list again: local copy = item:mutableCopy()."
    ) { call, object in call.result(get(object.item)) }
  }
}
