import LuaEngine

/// `NSLog`'s format: `%@` is any value, the rest is C's.
enum LogFormat {
  /// The formatted text of the arguments of a call.
  static func text(_ call: LuaCall) throws -> String {
    guard let format = call.stack.string(at: 1) else {
      throw LuaFailure("NSLog: a format is expected first, got \(call.stack.shortDescription(at: 1))", code: "argument")
    }
    var arguments: [any LuaPushable] = [luaFormat(format)]
    for index in stride(from: 2, through: call.count, by: 1) {
      // Lua's nil is Objective-C's, which prints as (null).
      if call.stack.kind(at: index) == .nil {
        arguments.append("(null)")
      } else {
        arguments.append(call.stack.value(at: index))
      }
    }
    let stack = call.stack
    // The prelude's own copy: a script may have set `string` to anything.
    stack.push(try call.session.prelude.environment)
    stack.pushRaw("string", of: -1)
    stack.pushRaw("format", of: -1)
    let function = stack.reference(to: -1)
    stack.removeLast(3)
    do {
      return try call.state.call(function, arguments: arguments).first?.string ?? ""
    } catch {
      throw LuaFailure("NSLog: \(error.message)", code: "argument", hint: "The format was \"\(format)\".")
    }
  }

  /// `%@` becomes `%s`; length letters (`%ld`, `%zu`, `%lu`) go; unsigned numbers print as numbers.
  private static func luaFormat(_ format: String) -> String {
    var result = ""
    var rest = Substring(format)
    while let percent = rest.firstIndex(of: "%") {
      result += rest[...percent]
      rest = rest[rest.index(after: percent)...]
      while let next = rest.first, "-+ #0123456789.".contains(next) {
        result.append(next)
        rest.removeFirst()
      }
      while let next = rest.first, "lhqzjt".contains(next) { rest.removeFirst() }
      guard let conversion = rest.popFirst() else { break }
      switch conversion {
      case "@": result.append("s")
      case "u", "D", "U": result.append("d")
      default: result.append(conversion)
      }
    }
    return result + rest
  }
}
