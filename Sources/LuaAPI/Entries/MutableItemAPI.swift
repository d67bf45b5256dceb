import HomeScreenSimulator
import LuaEngine

extension MutableItemObject: APIObject {
  static let apiType = APIType(
    "mutableItem", className: "homescreen.UIMutableApplicationShortcutItem",
    summary: "A quick action that can be changed.")
  static let luaType = APIBinding.luaType(apiType, metamethods: ItemFields.metamethods(MutableItemObject.self))
}

/// `UIMutableApplicationShortcutItem`: a quick action that can be changed before it is registered.
enum MutableItemAPI: APIRoom {
  static let make = APIEntry.constructor(
    "UIMutableApplicationShortcutItem", fields: ItemFields.fixed + [ItemFields.target.description], returns: "the item",
    APIDocumentation(
      "Creates a quick action whose fields can be assigned.",
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
    _ = try call.session.code.process(orFrontFor: "UIMutableApplicationShortcutItem")
    var item = try ItemFields.item(fields)
    item.targetContentIdentifier = try fields.read(ItemFields.target)
    return MutableItemObject(item)
  }

  static let itemType = field(
    ItemFields.type, "What the app identifies the action by.", get: \.type, set: { $0.type = $1 })
  static let title = field(
    ItemFields.title, "The title in the menu.", get: \.localizedTitle, set: { $0.localizedTitle = $1 })
  static let subtitle = field(
    .optional(ItemFields.subtitle), "The line below the title, or nil.",
    get: \.localizedSubtitle, set: { $0.localizedSubtitle = $1 })
  static let icon = field(
    .optional(ItemFields.icon), "The picture next to the title, or nil.",
    get: { $0.icon.map { Box($0) } }, set: { $0.icon = $1?.value })
  static let userInfo = field(
    ItemFields.userInfo, "The app's own data of the action; reading returns a copy.",
    get: { ItemFields.table($0.userInfo) }, set: { $0.userInfo = try ItemFields.itemUserInfo($1) })
  static let target = field(
    .optional(ItemFields.target), "Which scene should take the action, or nil.",
    get: \.targetContentIdentifier, set: { $0.targetContentIdentifier = $1 })

  static let mutableCopy = APIEntry.method(
    "mutableCopy", of: MutableItemObject.self, returns: "the copy",
    APIDocumentation("A copy with the same fields.", availability: "iOS 9.0")
  ) { call, object in MutableItemObject(object.item) }

  static let description = APIEntry.method(
    "description", of: MutableItemObject.self, returns: "the text",
    APIDocumentation("What `%@` and the console print.", availability: "iOS 9.0", facts: ["QUICK-105"])
  ) { call, object in object.item.consoleDescription }

  static let globalEntries = [make]
  static let memberTypes = [MutableItemObject.apiType]
  static let memberEntries = [itemType, title, subtitle, icon, userInfo, target, mutableCopy, description]

  private static func field<Assigned, Value: APIValue>(
    _ value: Parameter<Assigned>, _ summary: String, get: @escaping @Sendable (ShortcutItem) -> Value,
    set: @escaping @Sendable (inout ShortcutItem, Assigned) throws -> Void
  ) -> APIEntry {
    APIEntry.property(
      value.name, of: MutableItemObject.self, value,
      APIDocumentation(summary, availability: "iOS 9.0", facts: ["QUICK-034"]), get: { object in get(object.item) },
      set: { object, value in try set(&object.item, value) }
    )
  }
}
