import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The fields of quick actions, which both classes share.
enum ItemFields {
  static let type = Parameter<String>.string("type", "what the app identifies the action by")
  static let title = Parameter<String>.string("localizedTitle", "the title in the menu")
  static let subtitle = Parameter<String>.string("localizedSubtitle", "the line below the title")
  static let icon = Parameter<Box<ShortcutIcon>>.object("icon", "the picture next to the title")
  static let userInfo = Parameter<LuaValue>.value("userInfo", type: "table", "values for a property list, by name")
  static let target = Parameter<String>.string("targetContentIdentifier", "which scene should take the action")

  /// Those of the class that does not change.
  static let fixed = [
    type.description, title.description, subtitle.description, icon.description, userInfo.description,
  ]

  /// An item from the fields of a table; `type` and `localizedTitle` are needed (QUICK-035).
  static func item(_ fields: RecordReader) throws -> ShortcutItem {
    guard let type = try fields.read(type), let title = try fields.read(title) else {
      throw fields.failure(
        "type and localizedTitle are required: the initialisers of iOS take both (QUICK-035)",
        hint: "{ type = \"…\", localizedTitle = \"…\" }; an item without a type has an empty one.", fact: "QUICK-035")
    }
    var item = ShortcutItem(type: type, localizedTitle: title)
    item.localizedSubtitle = try fields.read(subtitle)
    item.icon = try fields.read(icon)?.value
    item.userInfo = try fields.read(userInfo).flatMap { try itemUserInfo($0) }
    return item
  }

  /// The user info of an item: what is no property list raises UIKit's exception where the item is made (QUICK-037,
  /// QUICK-038).
  static func itemUserInfo(_ value: LuaValue) throws -> PropertyListDictionary? {
    do {
      return try dictionary(value)
    } catch let failure as LuaFailure {
      throw unserializable(value, failure)
    }
  }

  /// User info as a property list; nil for nil.
  static func dictionary(_ value: LuaValue) throws -> PropertyListDictionary? {
    if value.isNil { return nil }
    guard case .dictionary(let dictionary) = try PropertyListConversion.propertyListValue(value, at: "userInfo") else {
      throw LuaFailure(
        "userInfo must be a table with named fields, got \(value.typeName)", code: "argument", fact: "QUICK-037")
    }
    return dictionary
  }

  /// The exception of UIKit's for a value that no property list can hold (QUICK-037), with the place in its hint; other
  /// failures as they are.
  private static func unserializable(_ value: LuaValue, _ failure: LuaFailure) -> LuaFailure {
    guard let type = foreignType(value) else { return failure }
    var exception = AppException.unserializableUserInfo(type).luaFailure
    exception.hint = "\(failure.message). \(failure.hint ?? "")"
    exception.fact = "QUICK-038"
    return exception
  }

  /// What CoreFoundation calls the first such value; nil when there is none.
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

  /// The metamethods of both classes: they are equal when their fields are.
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
