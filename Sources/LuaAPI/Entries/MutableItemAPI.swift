import LuaEngine
import Simulator

/// `UIMutableApplicationShortcutItem`: a quick action that can be changed before it is registered.
enum MutableItemAPI {
  static let type = APIType(
    "mutableItem", className: "homescreen.UIMutableApplicationShortcutItem",
    summary: "A quick action that can be changed.")
  static let luaType = APIBinding.luaType(type, metamethods: ItemFields.metamethods(MutableItemObject.self))

  static let make = APIEntry.constructor(
    "UIMutableApplicationShortcutItem", fields: ItemFields.fixed + [ItemFields.target.description],
    returns: APIReturn(type.className, "the item"),
    APIDocumentation(
      "Makes a quick action whose fields can be assigned.",
      discussion: "Changing one that is registered has no effect: assign `UIApplication.shared.shortcutItems` again.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        app:run(function()
          local item = UIMutableApplicationShortcutItem { type = "scan", localizedTitle = "Scan" }
          item.localizedSubtitle = "with the camera"
          UIApplication.shared.shortcutItems = { item }
          item.localizedTitle = "Too late"
          assert.equal("Scan", UIApplication.shared.shortcutItems[1].localizedTitle)
        end)
        """, availability: "iOS 9.0", facts: ["QUICK-034", "QUICK-048"])
  ) { call, fields in
    _ = try call.session.process(orFrontFor: "UIMutableApplicationShortcutItem")
    var item = try ItemFields.item(fields)
    item.targetContentIdentifier = try fields.read(ItemFields.target)
    return call.result(MutableItemObject(item))
  }

  static let itemType = field(
    ItemFields.type, "What the app knows the action by.", get: { .string($0.type) }, set: { $0.type = $1 })
  static let title = field(
    ItemFields.title, "The title in the menu.", get: { .string($0.localizedTitle) }, set: { $0.localizedTitle = $1 })
  static let subtitle = field(
    .optional(ItemFields.subtitle), "The line below the title, or nil.",
    get: { $0.localizedSubtitle.map { .string($0) } ?? .nil }, set: { $0.localizedSubtitle = $1 })
  static let icon = field(
    .optional(ItemFields.icon), "The picture beside the title, or nil.",
    get: { $0.icon.map { .object(ItemIconObject($0)) } ?? .nil }, set: { $0.icon = $1?.icon })
  static let userInfo = field(
    ItemFields.userInfo, "What goes to the app with the action; reading gives a copy.",
    get: { ItemFields.luaValue($0.userInfo) }, set: { $0.userInfo = try ItemFields.itemUserInfo($1) })
  static let target = field(
    .optional(ItemFields.target), "Which scene should take the action, or nil.",
    get: { $0.targetContentIdentifier.map { .string($0) } ?? .nil }, set: { $0.targetContentIdentifier = $1 })

  static let mutableCopy = APIEntry.method(
    type, "mutableCopy", MutableItemObject.self, returns: APIReturn(type.className, "the copy"),
    APIDocumentation("Another one with the same fields.", availability: "iOS 9.0")
  ) { call, object in call.result(MutableItemObject(object.item)) }

  static let description = APIEntry.method(
    type, "description", MutableItemObject.self, returns: APIReturn("string", "the text"),
    APIDocumentation("What `%@` and the console print.", availability: "iOS 9.0", facts: ["QUICK-105"])
  ) { call, object in call.result(object.item.consoleDescription) }

  static let entries = [make, itemType, title, subtitle, icon, userInfo, target, mutableCopy, description]

  private static func field<Value>(
    _ value: Parameter<Value>, _ summary: String, get: @escaping @Sendable (ShortcutItem) -> LuaValue,
    set: @escaping @Sendable (inout ShortcutItem, Value) throws -> Void
  ) -> APIEntry {
    APIEntry.property(
      type, value.name, MutableItemObject.self, value,
      APIDocumentation(summary, availability: "iOS 9.0", facts: ["QUICK-034"]),
      get: { call, object in call.result(get(object.item)) },
      set: { _, object, value in try set(&object.item, value) })
  }
}
