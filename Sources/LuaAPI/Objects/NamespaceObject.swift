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
