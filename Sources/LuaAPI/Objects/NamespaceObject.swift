import LuaEngine

/// The object behind a ``Namespace``.
final class NamespaceObject<Name: Namespace>: LuaRepresentable {
  static var luaType: LuaType { Name.luaType }
}

extension APIEntry {
  /// A global that is a namespace.
  static func namespace<Name: Namespace>(
    _ name: String, _: Name.Type, _ type: APIType, _ words: APIDocumentation
  ) -> APIEntry {
    global(name, type: type.className, words) { call in
      let object = try call.session.namespace(Name.self)
      return call.result(object)
    }
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
