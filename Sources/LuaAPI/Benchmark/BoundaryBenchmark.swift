import CLuaSupport
import LuaEngine

/// Times what a call from Lua into Swift costs, against a C function in the same state and the same loop.
public enum BoundaryBenchmark {
  /// Nanoseconds of one turn of the loop, loop included.
  public struct Result: Sendable {
    /// A call of a function in C, which is what the others are measured against.
    public let cFunction: Double
    /// Reading a property.
    public let property: Double
    /// A call of a method of a type that has properties too.
    public let method: Double
    /// A method of a type without properties.
    public let methodOnly: Double
  }

  /// A class that is bound like every other.
  private final class Counter: APIObject {
    static let apiType = APIType("counter", className: "homescreen.Counter", summary: "For the benchmark.")
    static let entries = [
      APIEntry.property("value", of: Counter.self, "A number.", get: \.value),
      APIEntry.method("add", of: Counter.self, .number("amount", "a number"), "Adds.") { _, counter, amount in
        counter.value += amount
      },
    ]
    static let luaType = LuaType(
      "counter",
      member: { name, _ in entries.first { $0.name == name }.map(APIBinding.member) },
      unknown: { name, _ in LuaFailure("counter has no member '\(name)'") })
    var value = 0.0
  }

  /// The same without a property.
  private final class Adder: APIObject {
    static let apiType = APIType("adder", className: "homescreen.Adder", summary: "For the benchmark.")
    static let add = APIEntry.method("add", of: Adder.self, .number("amount", "a number"), "Adds.") {
      _, adder, amount in
      adder.value += amount
    }
    static let luaType = LuaType(
      "adder", hasMethodsOnly: { _ in true },
      member: { name, _ in name == add.name ? APIBinding.member(add) : nil },
      unknown: { name, _ in LuaFailure("adder has no member '\(name)'") })
    var value = 0.0
  }

  private static let rounds = 7

  /// The best of several rounds of each, taken in turn.
  /// - Parameter turns: of the loop, in each round.
  public static func run(turns: Int = 1_000_000) throws -> Result {
    let lua = try LuaState(LuaOptions(budget: .max / 2))
    lua.setGlobal("counter", to: Counter())
    lua.setGlobal("adder", to: Adder())
    lua.setGlobalCFunction("cfunction", hs_benchmark_function)
    let loops = try [
      "local f, c = cfunction, counter return function(n) for i = 1, n do f(c) end end",
      "local c = counter return function(n) for i = 1, n do local v = c.value end end",
      "local c = counter return function(n) for i = 1, n do c:add(1) end end",
      "local c = adder return function(n) for i = 1, n do c:add(1) end end",
    ].map { source in
      guard let loop = try lua.call(lua.load(source, chunkName: "=benchmark")).first?.function else {
        throw LuaFailure("the benchmark gave no loop", code: "internal")
      }
      return loop
    }
    var best = [Double](repeating: .infinity, count: loops.count)
    let clock = ContinuousClock()
    for _ in 0..<rounds {
      for (index, loop) in loops.enumerated() {
        lua.arm()
        let elapsed = try clock.measure { try lua.call(loop, turns) }
        best[index] = min(best[index], elapsed / .nanoseconds(1) / Double(turns))
      }
    }
    return Result(cFunction: best[0], property: best[1], method: best[2], methodOnly: best[3])
  }
}
