/// Statements, including those in `#if`.
extension CParser {
  /// Reads all statements up to the end of the enclosing brackets.
  mutating func statements() -> [Statement] {
    let around = condition(at: max(0, position - 1))
    return statements(in: around)
  }

  /// Returns the `#if` branch of a token, if it matters.
  private func condition(at index: Int) -> Int32 {
    var condition = tokens[min(index, limit)].condition
    while condition != 0, source.conditions[Int(condition)].text.isEmpty {
      condition = source.conditions[Int(condition)].outer
    }
    return condition
  }

  /// Returns the outermost branch around a token inside the given one; nil if the token is directly in it.
  private func branch(at index: Int, in around: Int32) -> Int32? {
    var condition = condition(at: index)
    var found: Int32?
    while condition != 0, condition != around {
      if !source.conditions[Int(condition)].text.isEmpty { found = condition }
      condition = source.conditions[Int(condition)].outer
    }
    // A branch that starts before the brackets and ends inside them does not count.
    return condition == around ? found : nil
  }

  private mutating func statements(in around: Int32) -> [Statement] {
    var all: [Statement] = []
    while kind() != .end {
      if let branch = branch(at: position, in: around) {
        compiled(from: branch, in: around, to: &all)
      } else {
        statement(to: &all)
      }
    }
    return all
  }

  /// Reads the branches of an `#if` whose first non-empty one starts here.
  private mutating func compiled(from first: Int32, in around: Int32, to all: inout [Statement]) {
    let start = offset
    let group = source.conditions[Int(first)].group
    var branches: [Branch] = []
    while kind() != .end, let branch = branch(at: position, in: around),
      source.conditions[Int(branch)].group == group
    {
      var body: [Statement] = []
      while kind() != .end, let inner = self.branch(at: position, in: around), inner == branch {
        if let deeper = self.branch(at: position, in: branch) {
          compiled(from: deeper, in: branch, to: &body)
        } else {
          let begin = position
          statement(to: &body)
          // A statement that continues after the branch is always present.
          if let last = tokens[begin..<position].last, last.condition != tokens[begin].condition,
            self.branch(at: position - 1, in: around) != branch
          {
            flush(&branches, group, at: start, to: &all)
            return all.append(contentsOf: body)
          }
        }
      }
      branches.append(Branch(condition: source.conditions[Int(branch)].text, body: body))
    }
    flush(&branches, group, at: start, to: &all)
  }

  private func flush(_ branches: inout [Branch], _ group: Int32, at start: UInt32, to all: inout [Statement]) {
    let group = source.groups[Int(group)]
    // Empty branches.
    while branches.count < group.branchCount { branches.append(Branch(condition: "", body: [])) }
    if branches.contains(where: { !$0.body.isEmpty }) {
      all.append(Statement(.compiled(branches, isComplete: group.isComplete), at: start))
    }
    branches = []
  }

  /// Reads the body of an `if` or a loop: a block or one statement.
  mutating func body() -> [Statement] {
    if kind() == .leftBrace { return nested([]) { $0.inside { $0.statements() } } }
    var body: [Statement] = []
    if !take(.semicolon) { statement(to: &body) }
    return body
  }

  /// Reads one statement; a declaration may become several.
  mutating func statement(to all: inout [Statement]) {
    let before = position
    var made: [Statement] = []
    nested(()) { $0.read(to: &made) }
    all += made
    // Always advances, even past an unknown token.
    if position == before, kind() != .end { skip() }
  }

  private mutating func read(to all: inout [Statement]) {
    let start = offset
    func add(_ form: Statement.Form) { all.append(Statement(form, at: start)) }
    switch kind() {
    case .semicolon: position += 1
    case .leftBrace: add(.perform(inside { $0.statements() }, catches: []))
    case .wordIf: add(ifStatement())
    case .wordFor: forStatement(at: start, to: &all)
    case .wordWhile:
      position += 1
      let conditions = conditions()
      add(.loop(Loop(conditions: conditions, body: body())))
    case .wordDo: add(doStatement())
    case .wordSwitch: add(switchStatement())
    case .wordReturn:
      position += 1
      let value = kind() == .semicolon || kind() == .end ? nil : kind() == .leftBrace ? braces() : expressions()
      endStatement(to: &all, after: .leave(value), at: start)
    case .wordBreak, .wordContinue:
      add(.jump(kind() == .wordBreak ? .end : .next))
      position += 1
      _ = take(.semicolon)
    case .wordGoto:
      add(.jump(.unknown))
      skipStatement()
    case .atThrow, .wordThrow:
      position += 1
      let value = kind() == .semicolon ? Expression(.name("error"), at: start) : expressions()
      endStatement(to: &all, after: .raise(value), at: start)
    case .atTry, .wordTry: tryStatement(at: start, to: &all)
    case .atAutoreleasepool, .atSynchronized:
      position += 1
      if kind() == .leftParenthesis { skip() }
      add(.perform(body(), catches: []))
    case .wordCase, .wordDefault:
      // Outside a `switch`, or in a nested block of one.
      while kind() != .end, !take(.colon) { skip() }
    case .wordTypedef, .wordUsing: skipStatement()
    case .wordElse: position += 1
    case .wordStruct where definesType, .wordEnum where definesType: skipStatement()
    case .identifier where kind(1) == .colon && kind(2) != .colon: position += 2
    case .identifier where isAssembler: skipStatement()
    case .identifier where spells("__attribute__", at: position):
      // The declaration follows.
      position += 1
      if kind() == .leftParenthesis { skip() }
    default: if isDeclaration() { declaration(at: start, to: &all) } else { simple(at: start, to: &all) }
    }
  }

  private var isAssembler: Bool {
    spells("asm", at: position) || spells("__asm__", at: position) || spells("__asm", at: position)
  }

  /// Whether `struct`, `enum` or `enum class` starts a definition.
  private var definesType: Bool {
    let name = kind(1) == .wordStruct ? 2 : 1
    return kind(name) == .leftBrace || kind(name + 1) == .leftBrace || kind(name + 1) == .colon
  }

  /// Reads an expression statement.
  private mutating func simple(at start: UInt32, to all: inout [Statement]) {
    let value = expressions()
    // A macro before a block: how often the block runs is unknown.
    if kind() == .leftBrace, case .call = value.form {
      all.append(Statement(.expression(value), at: start))
      all.append(Statement(.loop(Loop(body: inside { $0.statements() })), at: start))
      return
    }
    if kind(-1) == .rightParenthesis, kind() != .semicolon, isOnNextLine() {
      all.append(Statement(.expression(value), at: start))
      return
    }
    endStatement(to: &all, after: .expression(value), at: start)
  }

  /// Whether the next token is on a different line from the previous one, as after a macro without a semicolon.
  private func isOnNextLine() -> Bool {
    bytes[Int(tokens[position - 1].end)..<Int(tokens[min(position, limit)].start)].contains(Byte.newline)
  }

  /// Skips to the end of a statement, and keeps the names in the part that was not understood.
  private mutating func endStatement(to all: inout [Statement], after form: Statement.Form, at start: UInt32) {
    all.append(Statement(form, at: start))
    if kind() == .end || take(.semicolon) { return }
    trouble()
    let place = offset
    var names: [Expression] = []
    while kind() != .end, !take(.semicolon) {
      let begin = position
      skip()
      for index in begin..<position where kindAt(index) == .identifier {
        names.append(Expression(.name(text(index)), at: offset(of: index)))
      }
    }
    if !names.isEmpty { all.append(Statement(.expression(Expression(.other("", names), at: place)), at: place)) }
  }

  /// Counts the assignments of each variable in a range, including its declaration; taking its address counts twice.
  func assignments(in range: Range<Int>) -> [String: Int] {
    var counts: [String: Int] = [:]
    for index in range where kindAt(index) == .identifier {
      let before = kindAt(index - 1)
      guard before != .dot, before != .arrow else { continue }
      switch kindAt(index + 1) {
      case .assign, .compoundAssign, .increment: counts[text(index), default: 0] += 1
      default: break
      }
      if before == .increment || before == .ampersand { counts[text(index), default: 0] += 2 }
    }
    return counts
  }

  /// Reads `Type *a = b, c;`.
  private mutating func declaration(at start: UInt32, to all: inout [Statement]) {
    let found = declarators { $0.kind() == .leftBrace ? $0.braces() : $0.expression() }
    for variable in found {
      scope.locals[variable.name] = variable.isPointer
      if case .name("self")? = variable.value?.form {
        scope.selves.insert(variable.name)
      } else {
        scope.selves.remove(variable.name)
        let isLet = variable.value != nil && scope.assignments[variable.name, default: 1] == 1
        all.append(
          Statement(
            .declare(Pattern(names: [variable.name]), type: variable.type, value: variable.value, isLet: isLet),
            at: found.count == 1 ? start : variable.offset))
      }
    }
    if !take(.semicolon), kind() != .end {
      trouble()
      skipStatement()
    }
  }
}
