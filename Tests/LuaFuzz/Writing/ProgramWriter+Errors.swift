/// Errors as values: raised, caught, raised again, inspected, used much later.
extension ProgramWriter {
  mutating func raised() -> String {
    switch choices.below(8) {
    case 0, 1: return "error(\(anything()))"
    case 2: return "error(\(kept("error")), \(choices.below(4)))"
    case 3:
      let error = kept("error")
      return "keep(\(error).message, \(error).code, \(error).hint, \(error).place, \(error):match(\(text(from: []))))"
    case 4: return "keep(tostring(\(kept("error"))), \(kept("error")) .. \(anything()))"
    case 5: return "keep(select(2, pcall(error, \(anything()))))"
    case 6: return "keep(xpcall(\(function()), function(e) \(body()) error(e) end))"
    default: return "keep(assert(false, \(anything())))"
    }
  }
}
