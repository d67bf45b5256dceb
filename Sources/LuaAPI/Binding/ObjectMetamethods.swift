import LuaEngine

/// Metamethods that several types share.
enum ObjectMetamethods {
  typealias Metamethod = (name: String, body: @Sendable (LuaCall) throws -> Int32)

  /// `==` of two boxes around the same thing.
  static func equality<Object: LuaRepresentable & Equatable>(_: Object.Type) -> Metamethod {
    (
      "__eq",
      { call in
        let left = call.instance(1, of: Object.luaType, as: Object.self)
        let right = call.instance(2, of: Object.luaType, as: Object.self)
        return call.result(left != nil && left == right)
      }
    )
  }

  /// `tostring`.
  static func text<Object: LuaRepresentable>(
    _: Object.Type, _ text: @escaping @Sendable (Object) throws -> String
  ) -> Metamethod {
    (
      "__tostring",
      { call in
        guard let object = call.instance(1, of: Object.luaType, as: Object.self) else {
          return call.result(Object.luaType.name)
        }
        return call.result(try text(object))
      }
    )
  }
}
