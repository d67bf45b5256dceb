import LuaEngine

/// Metamethods that several types share.
enum ObjectMetamethods {
  typealias Metamethod = (name: String, body: @Sendable (LuaCall) throws -> Int32)

  /// `==` of two objects that stand for equal things.
  static func equality<Object: LuaRepresentable & Equatable>(_ type: Object.Type) -> Metamethod {
    equality(type) { $0 == $1 }
  }

  /// `==` of two objects that stand for the same thing.
  static func equality<Object: LuaRepresentable>(
    _: Object.Type, by isEqual: @escaping @Sendable (Object, Object) -> Bool
  ) -> Metamethod {
    (
      "__eq",
      { call in
        guard let left = call.instance(1, of: Object.luaType, as: Object.self),
          let right = call.instance(2, of: Object.luaType, as: Object.self)
        else { return call.result(false) }
        return call.result(isEqual(left, right))
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
