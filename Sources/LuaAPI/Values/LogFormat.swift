import LuaEngine
import PropertyLists

/// `NSLog`'s format: `%@` is any value, the rest is C's.
enum LogFormat {
  /// The formatted text of the arguments of a call.
  static func text(_ call: LuaCall) throws -> String {
    guard let format = call.stack.string(at: 1) else {
      throw LuaFailure("NSLog: a format is expected first, got \(call.stack.shortDescription(at: 1))", code: "argument")
    }
    Work.count(call.count * 3)
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
    Work.count(format.utf8.count / 4)
    var result: [UInt8] = []
    var rest = Array(format.utf8)[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      result += rest[...percent]
      rest = rest[(percent + 1)...]
      while let next = rest.first, modifiers.contains(next) {
        result.append(next)
        rest.removeFirst()
      }
      rest = rest.drop { lengths.contains($0) }
      guard let conversion = rest.popFirst() else { break }
      switch conversion {
      case UInt8(ascii: "@"): result.append(UInt8(ascii: "s"))
      case UInt8(ascii: "u"), UInt8(ascii: "D"), UInt8(ascii: "U"): result.append(UInt8(ascii: "d"))
      default: result.append(conversion)
      }
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  private static let modifiers = Array("-+ #0123456789.".utf8)
  private static let lengths = Array("lhqzjt".utf8)
}
