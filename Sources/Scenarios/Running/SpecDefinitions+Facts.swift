import HomeScreenSimulator
import LuaAPI
import LuaEngine

extension SpecDefinitions {
  /// `fact(id, options, body)`: a block named after the fact, with a scenario for each of its cells.
  func fact(_ call: LuaCall) throws {
    let parent = try current(.fact)
    let fact = try FactScenario(call)
    let line = Self.line(call)
    onFact(fact)
    call.stack.pushFunction { [unowned self] call in
      let block = try current(.fact)
      defer { session.cell = nil }
      for index in 0..<fact.count {
        let name = fact.name(ofCell: index)
        session.cell = name
        call.stack.pushFunction { call in
          try fact.run(cell: index, call)
          return 0
        }
        let body = bodies?.append(functionAt: call.stack.count, on: call.stack)
        call.stack.removeLast()
        _ = try add(name, body: body, to: block, at: line, of: fact.fact.id)
      }
      return 0
    }
    let block = SpecBlock(
      names: parent.names + [fact.fact.id.rawValue], word: .fact, line: line, cell: parent.cell, parent: parent,
      body: call.stack.reference(to: call.stack.count))
    if selection.includes(block: block.names) { parent.items.append(.block(block)) }
  }
}
