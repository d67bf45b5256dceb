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
    global(name, words) { call in try call.session.namespace(Name.self) }
  }
}

extension Session {
  /// The one object of a namespace.
  func namespace<Name: Namespace>(_: Name.Type) -> NamespaceObject<Name> {
    if let object = namespaces[ObjectIdentifier(Name.self)] as? NamespaceObject<Name> { return object }
    let object = NamespaceObject<Name>()
    namespaces[ObjectIdentifier(Name.self)] = object
    return object
  }
}
