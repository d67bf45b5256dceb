import LuaEngine

/// A function of Swift's as a Lua value.
struct SwiftFunction: LuaPushable {
  let body: LuaBody

  init(_ body: @escaping LuaBody) {
    self.body = body
  }

  func push(onto stack: LuaStack) { stack.pushFunction(body) }
}
