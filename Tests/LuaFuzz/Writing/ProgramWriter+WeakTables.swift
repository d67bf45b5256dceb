/// Weak tables of all modes with any keys and values, and the collector in between.
extension ProgramWriter {
  mutating func weakTable() -> String {
    let mode = choices.pick(["k", "v", "kv"])
    var lines = ["local weak = keep(setmetatable({}, { __mode = \"\(mode)\" }))"]
    for _ in 0...choices.below(4) { lines.append("try(function() weak[\(entry())] = \(entry()) end)") }
    if choices.chance(30) { lines.append("try(function() local e = any(\"error\", 0) weak[e] = e.match end)") }
    if choices.chance(60) { lines.append("pool.\(choices.pick(["error", "table", "thread", "device", "app"])) = nil") }
    lines.append("collectgarbage()")
    lines.append("for key, value in pairs(weak) do try(function() keep(key, value, value(key)) end) end")
    return lines.joined(separator: " ")
  }

  private mutating func entry() -> String {
    choices.chance(50) ? kept(choices.pick(vocabulary.objectNames)) : anything()
  }

  mutating func collection() -> String {
    choices.pick([
      "collectgarbage()", "pool.\(choices.pick(["device", "app", "plist", "thread", "error", "scene"])) = nil",
      "pool = {}", "collectgarbage() collectgarbage()",
    ])
  }
}
