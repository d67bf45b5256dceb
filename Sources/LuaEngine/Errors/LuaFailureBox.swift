import CLuaSupport

/// What the carrier of a failure owns, and how it looks in Lua.
final class LuaFailureBox {
  let failure: LuaFailure

  init(_ failure: LuaFailure) {
    self.failure = failure
  }

  /// Reads a member of an error value (stack: error, key).
  static func index(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let failure = stack.failure(at: 1) else { throw LuaFailure.freed(LuaFailure.typeTag) }
    guard let key = stack.string(at: 2) else { return call.result(String?.none) }
    switch key {
    case "message": return call.result(failure.message)
    case "code": return call.result(failure.code)
    case "hint": return call.result(failure.hint)
    case "fact": return call.result(failure.fact)
    case "place": return call.result(failure.place)
    default: return try pushStringMethod(key, call)
    }
  }

  /// `err:match("…")` works on the text of the error, because scripts know errors as strings: the method is the one that
  /// strings have for the code that asks.
  private static func pushStringMethod(_ name: String, _ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    stack.push("")
    try stack.pushMember(name, of: -1)
    guard stack.kind(at: -1) == .function else { return call.result(String?.none) }
    let method = stack.reference(to: -1)
    stack.pushFunction { call in
      if let freed = call.freed(1) { throw freed }
      let text = call.stack.failure(at: 1)?.text ?? ""
      var arguments: [any LuaPushable] = [text]
      for index in stride(from: 2, through: call.count, by: 1) { arguments.append(call.stack.value(at: index)) }
      let results = try call.state.call(method, arguments: arguments)
      try call.stack.reserve(results.count + 8)
      for result in results { result.push(onto: call.stack) }
      return Int32(results.count)
    }
    return 1
  }
}

extension LuaState {
  /// `tostring` and `..` of error values.
  func installFailureMembers() {
    let stack = self.stack
    hs_push_metatable(thread, LuaFailure.typeTag)
    stack.pushFunction { call in call.result(call.stack.failure(at: 1)?.text ?? "error") }
    stack.setRaw("__tostring", in: -2)
    stack.pushFunction { call in
      let parts = [1, 2].map { index in
        call.stack.failure(at: index)?.text ?? (try? call.stack.describe(at: index)) ?? ""
      }
      return call.result(parts[0] + parts[1])
    }
    stack.setRaw("__concat", in: -2)
    stack.removeLast()
  }
}
