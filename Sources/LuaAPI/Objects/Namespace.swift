import LuaEngine

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
