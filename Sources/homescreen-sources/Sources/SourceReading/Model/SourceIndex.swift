/// Which names and texts stand in the code of a file, so that what is looked for is looked for only where it can be.
struct SourceIndex: Sendable {
  /// Hashes of the names of variables, functions, members and types, sorted. One that is in it may stand in the file, one that
  /// is not does not.
  private(set) var names: [UInt32] = []
  /// All texts, and names of selectors, each once.
  private(set) var texts: [String] = []
  /// Those of them that are names of selectors.
  private(set) var selectors: [String] = []

  init() {}

  init(names: [UInt32], texts: [String], selectors: [String]) {
    self.names = names
    self.texts = texts
    self.selectors = selectors
  }

  /// Looks through all code of a file.
  init(of facts: SourceFacts) {
    var collector = Collector()
    collector.add(facts)
    names = collector.names.sorted()
    texts = collector.texts.sorted()
    selectors = collector.selectors.sorted()
  }

  func mayMention(_ name: String) -> Bool {
    let hash = Self.hash(name)
    var low = 0
    var high = names.count
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low] == hash
  }

  /// FNV-1a: the same in every process.
  private static func hash(_ name: String) -> UInt32 {
    name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
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

extension SourceIndex: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.writeGrowing(names)
    encoder.write(texts)
    encoder.write(selectors)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(names: try decoder.growing(), texts: try decoder.list(), selectors: try decoder.list())
  }
}
