import LuaEngine

/// A type of object that scripts hold.
public struct APIType: Sendable, Hashable {
  /// How examples name a value of it, and what messages call it: `device`.
  public let name: String
  /// The class name in the editors' type files: `homescreen.Device`.
  public let className: String
  /// One sentence.
  public let summary: String

  /// How messages name the object that a method is called on: `UIApplication.shared` where there is one such object for
  /// an app, else the type's name.
  public let expression: String

  /// The class of what lies in it under a number; nil for what is no list.
  public let element: String?

  init(_ name: String, className: String, expression: String? = nil, element: String? = nil, summary: String) {
    self.element = element
    self.name = name
    self.expression = expression ?? name
    self.className = className
    self.summary = summary
  }
}

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
