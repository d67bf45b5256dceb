import HomeScreenSimulator
import LuaEngine

/// The result of `require "busted"`: the words of busted and the other functions that specs use. As in busted, it is
/// read-only and `pairs` finds nothing.
enum BustedModule {
  /// The version of busted that scripts are written for.
  private static let version = "2.1.1"

  private static var functions: [(name: String, body: LuaBody)] {
    [
      ("fail", fail),
      ("gettime", { call in call.result(Double(try call.session.millisecondsSince1970) / 1000) }),
      ("monotime", { call in call.result(try call.session.devices.time) }),
      ("sleep", sleep),
    ]
  }

  /// The functions of busted's internals, and the reason why each is missing.
  private static let refused = [
    "bindfenv": "to change the environment of a function, use debug.setupvalue on its _ENV",
    "children": "blocks are not tables in homescreen", "parent": "blocks are not tables in homescreen",
    "publish": "plugins get results as events", "subscribe": "plugins get results as events",
    "unsubscribe": "plugins get results as events",
  ]

  /// - Parameter words: the words that are globals of the session.
  static func push(_ call: LuaCall, words: [String]) throws -> Int32 {
    let stack = call.stack
    stack.pushTable()
    stack.pushTable(fieldCapacity: 2)
    stack.pushTable(fieldCapacity: 32)
    for name in words + ["assert", "spy", "stub", "mock", "match"] {
      stack.pushGlobals()
      try stack.pushMember(name, of: -1)
      stack.remove(at: -2)
      stack.setRaw(name, in: -2)
    }
    for (name, body) in functions {
      stack.pushFunction(body)
      stack.setRaw(name, in: -2)
    }
    for (name, reason) in refused {
      stack.pushFunction { _ in
        throw LuaFailure(
          "busted.\(name) is not supported: \(reason)", code: "to-come",
          hint: name == "bindfenv"
            ? nil : "Use a plugin's reporter, which gets every scenario: homescreen run --format NAME.")
      }
      stack.setRaw(name, in: -2)
    }
    stack.push(version)
    stack.setRaw("version", in: -2)
    stack.setRaw("__index", in: -2)
    stack.pushFunction { _ in throw LuaFailure("Attempt to modify busted", code: "argument") }
    stack.setRaw("__newindex", in: -2)
    stack.setMetatable(of: -2)
    return 1
  }

  /// `busted.fail(message, level)` makes the scenario fail, like an assertion.
  private static func fail(_ call: LuaCall) throws -> Int32 {
    let level = max(1, Int(clamping: call.stack.integer(at: 2) ?? 1))
    let message = call.stack.kind(at: 1) == .nil ? "Nil error" : try call.stack.describe(at: 1)
    throw LuaFailure(message, code: "assertion", place: call.place(level: level))
  }

  /// `busted.sleep(seconds)` advances the clock of the current device instead of waiting.
  private static func sleep(_ call: LuaCall) throws -> Int32 {
    guard let seconds = call.stack.number(at: 1) else {
      throw LuaFailure("busted.sleep: expected a number of seconds", code: "argument", place: call.place(level: 1))
    }
    try call.session.devices.current?.advance(max(0, seconds))
    return 0
  }
}
