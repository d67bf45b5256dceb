import LuaEngine

/// The object behind a ``Namespace``.
final class NamespaceObject<Name: Namespace>: APIObject {
  static var apiType: APIType { Name.apiType }
  static var luaType: LuaType { Name.luaType }
}

extension APIEntry {
  /// A global that is a namespace.
  static func namespace<Name: Namespace>(
    _ name: String, _: Name.Type, _ words: APIDocumentation
  ) -> APIEntry {
    global(name, words) { call in try call.session.globals.namespace(Name.self) }
  }
}

extension ScriptGlobals {
  /// The one object of a namespace.
  func namespace<Name: Namespace>(_: Name.Type) -> NamespaceObject<Name> { singleton { NamespaceObject<Name>() } }
}

/// A name that only holds others, such as `UIApplication` of `UIApplication.shared`. Each is a type of its own.
protocol Namespace: SendableMetatype {
  static var apiType: APIType { get }
  static var luaType: LuaType { get }
}

extension Namespace {
  /// The metamethods of namespaces.
  static func makeLuaType(metamethods: [ObjectMetamethods.Metamethod] = []) -> LuaType {
    let name = apiType.name
    let text: ObjectMetamethods.Metamethod = ("__tostring", { call in call.result(name) })
    return APIBinding.luaType(apiType, metamethods: [text] + metamethods)
  }
}
