import HomeScreenSimulator
import LuaEngine
import PropertyLists

extension ShortcutItem: Boxable {
  static let apiType = APIType("item", className: "homescreen.UIApplicationShortcutItem", summary: "A quick action.")
  static let luaType = APIBinding.luaType(apiType, metamethods: ItemFields.metamethods(Box<ShortcutItem>.self))
}

/// `UIApplicationShortcutItem`: an immutable quick action.
enum ItemAPI: APISection {
  /// The parameter for an item of either class.
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
      discussion: "The item is immutable; `mutableCopy` returns a mutable copy.", availability: "iOS 9.0",
      facts: ["QUICK-032"])
  ) { call, fields in
    _ = try call.session.code.process(orFrontFor: "UIApplicationShortcutItem")
    return Box(try ItemFields.item(fields))
  }

  static let mutableCopy = APIEntry.method(
    "mutableCopy", of: Box<ShortcutItem>.self, returns: "the copy",
    APIDocumentation(
      "A copy that can be changed; registered items change only when the list is assigned again.",
      availability: "iOS 9.0", facts: ["QUICK-041"])
  ) { call, object in MutableItemObject(object.value) }

  static let description = APIEntry.method(
    "description", of: Box<ShortcutItem>.self, returns: "the text",
    APIDocumentation("What `%@` and the console print.", availability: "iOS 9.0", facts: ["QUICK-105"])
  ) { call, object in object.value.consoleDescription }

  static let globalEntries = [make]
  static let memberTypes = [ShortcutItem.apiType]
  static let memberEntries = [
    fixed("type", "The string that identifies the action for the app.", get: \.type),
    fixed("localizedTitle", "The title in the menu.", get: \.localizedTitle),
    fixed("localizedSubtitle", "The line below the title, or nil.", get: \.localizedSubtitle),
    fixed("icon", "The picture next to the title, or nil.") { $0.icon.map { Box($0) } },
    fixed("userInfo", "A copy of the app's own data, or nil.") { ItemFields.table($0.userInfo) },
    fixed("targetContentIdentifier", "Which scene should handle the action, or nil.", get: \.targetContentIdentifier),
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

extension MutableItemObject: APIObject {
  static let apiType = APIType(
    "mutableItem", className: "homescreen.UIMutableApplicationShortcutItem",
    summary: "A quick action that can be changed.")
  static let luaType = APIBinding.luaType(apiType, metamethods: ItemFields.metamethods(MutableItemObject.self))
}

/// `UIMutableApplicationShortcutItem`: a quick action that can be changed before it is registered.
enum MutableItemAPI: APISection {
  static let make = APIEntry.constructor(
    "UIMutableApplicationShortcutItem", fields: ItemFields.fixed + [ItemFields.target.description], returns: "the item",
    APIDocumentation(
      "Creates a quick action whose fields can be assigned.",
      discussion: "Changing a registered item has no effect: assign `UIApplication.shared.shortcutItems` again.",
      availability: "iOS 9.0", facts: ["QUICK-034", "QUICK-048"])
  ) { call, fields in
    _ = try call.session.code.process(orFrontFor: "UIMutableApplicationShortcutItem")
    var item = try ItemFields.item(fields)
    item.targetContentIdentifier = try fields.read(ItemFields.target)
    return MutableItemObject(item)
  }

  static let itemType = field(
    ItemFields.type, "The string that identifies the action for the app.", get: \.type, set: { $0.type = $1 })
  static let title = field(
    ItemFields.title, "The title in the menu.", get: \.localizedTitle, set: { $0.localizedTitle = $1 })
  static let subtitle = field(
    .optional(ItemFields.subtitle), "The line below the title, or nil.",
    get: \.localizedSubtitle, set: { $0.localizedSubtitle = $1 })
  static let icon = field(
    .optional(ItemFields.icon), "The picture next to the title, or nil.",
    get: { $0.icon.map { Box($0) } }, set: { $0.icon = $1?.value })
  static let userInfo = field(
    ItemFields.userInfo, "The app's own data for the action; reading returns a copy.",
    get: { ItemFields.table($0.userInfo) }, set: { $0.userInfo = try ItemFields.itemUserInfo($1) })
  static let target = field(
    .optional(ItemFields.target), "Which scene should handle the action, or nil.",
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
enum ItemIconAPI: APISection {
  static let typeField = Parameter<String>.string(
    "type", "one of UIKit's icon types: `search`, `add`, `markLocation` …", domain: .systemIcon)
  static let symbolField = Parameter<String>.string("systemImageName", "the name of an SF Symbol")
  static let templateField = Parameter<String>.string("templateImageName", "the name of a picture", domain: .image)
  static let contactField = Parameter<String>.string("contact", "the name of a contact")
  static let photoField = Parameter<Bool>.boolean("hasPhoto", "whether that contact has a photo")

  static let make = APIEntry.constructor(
    "UIApplicationShortcutIcon",
    fields: [
      typeField.description, symbolField.description, templateField.description, contactField.description,
      photoField.description,
    ], returns: "the icon",
    APIDocumentation(
      "Creates the icon of a quick action from a type, a symbol, a picture or a contact.",
      discussion: """
        Symbols need iOS 13, and most of UIKit's own icons need iOS 9.1; on older systems, creating one is an error, \
        because the app would crash there.
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
        "exactly one of type, systemImageName, templateImageName and contact is required, got "
          + "\(given.count == 0 ? "none" : "\(given.count)")",
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

/// The fields of quick actions, which both classes share.
enum ItemFields {
  static let type = Parameter<String>.string("type", "the string that identifies the action for the app")
  static let title = Parameter<String>.string("localizedTitle", "the title in the menu")
  static let subtitle = Parameter<String>.string("localizedSubtitle", "the line below the title")
  static let icon = Parameter<Box<ShortcutIcon>>.object("icon", "the picture next to the title")
  static let userInfo = Parameter<LuaValue>.value("userInfo", type: "table", "values for a property list, by name")
  static let target = Parameter<String>.string("targetContentIdentifier", "which scene should handle the action")

  /// The fields of the immutable class.
  static let fixed = [
    type.description.required, title.description.required, subtitle.description, icon.description, userInfo.description,
  ]

  /// Creates an item from the fields of a table. `type` and `localizedTitle` are required (QUICK-035).
  static func item(_ fields: RecordReader) throws -> ShortcutItem {
    guard let type = try fields.read(type), let title = try fields.read(title) else {
      throw fields.failure(
        "type and localizedTitle are required: iOS's initialisers take both (QUICK-035)",
        hint: "{ type = \"…\", localizedTitle = \"…\" }; the type can be empty.", fact: "QUICK-035")
    }
    var item = ShortcutItem(type: type, localizedTitle: title)
    item.localizedSubtitle = try fields.read(subtitle)
    item.icon = try fields.read(icon)?.value
    item.userInfo = try fields.read(userInfo).flatMap { try itemUserInfo($0) }
    return item
  }

  /// Returns the user info of an item. A value that is not allowed in a property list raises UIKit's exception when the
  /// item is created (QUICK-037, QUICK-038).
  static func itemUserInfo(_ value: LuaValue) throws -> PropertyListDictionary? {
    do {
      return try dictionary(value)
    } catch let failure as LuaFailure {
      throw unserializable(value, failure)
    }
  }

  /// Returns user info as a property list; nil for nil.
  static func dictionary(_ value: LuaValue) throws -> PropertyListDictionary? {
    if value.isNil { return nil }
    guard case .dictionary(let dictionary) = try PropertyListConversion.propertyListValue(value, at: "userInfo") else {
      throw LuaFailure(
        "userInfo must be a table with named fields, got \(value.typeName)", code: "argument", fact: "QUICK-037")
    }
    return dictionary
  }

  /// Returns UIKit's exception for a value that is not allowed in a property list (QUICK-037), with its place in the
  /// hint; returns other failures unchanged.
  private static func unserializable(_ value: LuaValue, _ failure: LuaFailure) -> LuaFailure {
    guard let type = foreignType(value) else { return failure }
    var exception = AppException.unserializableUserInfo(type).luaFailure
    exception.hint = "\(failure.message). \(failure.hint ?? "")"
    exception.fact = "QUICK-038"
    return exception
  }

  /// Returns CoreFoundation's name for the type of the first such value; nil if there is none.
  private static func foreignType(_ value: LuaValue) -> String? {
    switch value {
    case .object(is NamespaceObject<NSNullNamespace>): "CFNull"
    case .object(is PropertyListView): nil
    case .object, .function: "CFType"
    case .table(let table):
      (table.array + table.fields.map(\.value)).lazy.compactMap { foreignType($0) }.first
    case .nil, .boolean, .integer, .number, .string, .bytes, .other: nil
    }
  }

  static func table(_ userInfo: PropertyListDictionary?) -> LuaTable? {
    userInfo.map(PropertyListConversion.luaTable)
  }

  /// Returns the metamethods of both classes. Items are equal if their fields are.
  static func metamethods<Holder: ItemHolder>(_: Holder.Type) -> [ObjectMetamethods.Metamethod] {
    [
      (
        "__eq",
        { call in
          let left = call.stack.object(at: 1) as? any ItemHolder
          let right = call.stack.object(at: 2) as? any ItemHolder
          return call.result(left != nil && left?.item == right?.item)
        }
      ),
      ObjectMetamethods.text(Holder.self) { $0.item.consoleDescription },
    ]
  }
}
