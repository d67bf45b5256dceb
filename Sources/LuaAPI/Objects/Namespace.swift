import LuaEngine

/// A name that only holds others, such as `UIApplication` of `UIApplication.shared`. Each is a type of its own.
protocol Namespace: SendableMetatype {
  static var luaType: LuaType { get }
}

extension Namespace {
  /// The metamethods of namespaces.
  static func makeLuaType(_ type: APIType, metamethods: [ObjectMetamethods.Metamethod] = []) -> LuaType {
    let text: ObjectMetamethods.Metamethod = ("__tostring", { call in call.result(type.name) })
    return APIBinding.luaType(type, metamethods: [text] + metamethods)
  }
}
