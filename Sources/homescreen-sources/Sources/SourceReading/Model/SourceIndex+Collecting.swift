extension SourceIndex {
  /// Indexes all code of a file.
  init(of facts: SourceFacts) {
    var collector = Collector()
    collector.add(facts)
    self.init(names: collector.names.sorted(), texts: collector.texts.sorted(), selectors: collector.selectors.sorted())
  }

  private struct Collector {
    var names: Set<UInt32> = []
    var texts: Set<String> = []
    var selectors: Set<String> = []
    private var seen: Set<String> = []

    mutating func add(_ facts: SourceFacts) {
      add(facts.functions)
      add(facts.globals)
      add(facts.statements)
      for type in facts.types {
        add(type.functions)
        add(type.properties)
        for value in type.cases.compactMap(\.value) { add(value) }
      }
    }

    private mutating func add(_ functions: [Function]) {
      for function in functions {
        for standard in function.parameters.compactMap(\.standard) { add(standard) }
        add(function.body ?? [])
      }
    }

    private mutating func add(_ properties: [Property]) {
      for property in properties {
        if let value = property.value { add(value) }
        for accessor in property.accessors { add(accessor.body) }
      }
    }

    private mutating func add(_ body: [Statement]) {
      body.visit { note($0) }
      body.visitStatements { statement in
        switch statement.form {
        // `if let a` has no expression.
        case .condition(let conditions, _, _), .ensure(let conditions, _): note(conditions)
        case .loop(let loop): note(loop.conditions)
        default: break
        }
      }
    }

    private mutating func add(_ expression: Expression) {
      add([Statement(.expression(expression), at: expression.offset)])
    }

    private mutating func note(_ conditions: [Condition]) {
      for case .bind(let name, nil) in conditions { note(name) }
    }

    private mutating func note(_ expression: Expression) {
      switch expression.form {
      case .name(let name), .member(_, let name): note(name)
      case .text(let text): texts.insert(text)
      case .selector(let text):
        texts.insert(text)
        selectors.insert(text)
      default: break
      }
    }

    private mutating func note(_ name: String) {
      if seen.insert(name).inserted { names.insert(SourceIndex.hash(name)) }
    }
  }
}
