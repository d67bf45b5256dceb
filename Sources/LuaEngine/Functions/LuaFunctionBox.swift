/// The Swift side of a function: pushes its results and returns how many.
public typealias LuaBody = (LuaCall) throws -> Int32

/// What a function's userdata owns.
final class LuaFunctionBox {
  let body: LuaBody

  init(_ body: @escaping LuaBody) {
    self.body = body
  }
}
