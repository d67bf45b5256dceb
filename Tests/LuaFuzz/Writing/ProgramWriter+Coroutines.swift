import LuaAPI

/// Coroutines: created, resumed, closed, abandoned; and loops around any code.
extension ProgramWriter {
  mutating func coroutine() -> String {
    switch choices.below(8) {
    case 0: return "keep(coroutine.create(\(function())))"
    case 1: return "keep(coroutine.wrap(\(function())))"
    case 2: return "keep(coroutine.resume(\(kept("thread")), \(simple())))"
    case 3: return "keep(coroutine.close(\(kept("thread"))))"
    case 4: return "keep(coroutine.yield(\(simple())))"
    case 5: return "keep(coroutine.running(), coroutine.isyieldable(), coroutine.status(\(kept("thread"))))"
    case 6:
      return """
        local thread = keep(coroutine.create(function(...)
          local held <close> = closing(\(function()))
          while true do keep(coroutine.yield(\(simple()))) \(choices.chance(50) ? statement() : "") end
        end)) for _ = 1, \(1 + choices.below(4)) do keep(coroutine.resume(thread, \(simple()))) end
        """
    default: return "inside(function() keep(Task(function() keep(await(\(anything())):\(asynchronous())()) end)) end)"
    }
  }

  /// The name of a method with a completion handler.
  private mutating func asynchronous() -> String {
    choices.pick(
      vocabulary.entries.filter { $0.parameters.contains { $0.name == "completion" } }.map(\.entry.name))
  }

  mutating func loop() -> String {
    let inner = statement()
    return choices.pick([
      "for index = 1, \(1 + choices.below(20)) do \(inner) end",
      "for _, name in ipairs { \"device\", \"app\", \"plist\" } do local it = any(name, 1) \(inner) end",
      "for cell in matrix { os = { \"10.3\", \"17.5\" }, model = { \"iPhone\", \"iPad\" } } do keep(Device(cell)) "
        + "\(inner) end",
      "if \(simple()) then \(inner) else \(statement()) end", "while \(simple()) do \(inner) break end",
      "keep((function(...) \(inner) return ... end)(\(simple())))", "while true do \(inner) end",
    ])
  }
}
