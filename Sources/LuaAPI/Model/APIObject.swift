import LuaEngine

/// A class of objects that scripts hold; the catalog has its members.
protocol APIObject: LuaRepresentable, APIValue {
  static var apiType: APIType { get }
}

extension APIObject {
  static var apiName: String { apiType.className }
}

/// A value that scripts hold in a ``Box``.
protocol Boxable {
  static var apiType: APIType { get }
  /// Of its boxes.
  static var luaType: LuaType { get }
}
