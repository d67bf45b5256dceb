/// Calls of Lua's library with any values.
extension ProgramWriter {
  mutating func libraryCall() -> String {
    let name = choices.pick(vocabulary.libraryFunctions)
    if choices.chance(2) { return "\(name) = \(simple())" }
    var arguments: [String] = []
    for _ in 0..<choices.below(4) {
      arguments.append(choices.chance(35) ? argument(of: name) : choices.chance(50) ? simple() : anything())
    }
    return "keep(\(name)(\(arguments.joined(separator: ", "))))"
  }

  /// A plausible argument of this library's functions.
  private mutating func argument(of name: String) -> String {
    switch name.prefix(while: { $0 != "." }) {
    case "string", "utf8": choices.chance(60) ? text(from: []) : number()
    case "math", "os": number()
    case "table": choices.chance(60) ? kept("table") : number()
    case "io", "package", "require", "dofile", "loadfile":
      text(from: ["r", "n", "l", "a", "seek", "x.lua", "./?.lua", "?"])
    case "debug": choices.chance(40) ? function() : choices.chance(50) ? number() : text(from: ["flnSrtuL", "S"])
    case "coroutine": choices.chance(60) ? kept("thread") : function()
    default: choices.chance(40) ? function() : kept("table")
    }
  }
}
