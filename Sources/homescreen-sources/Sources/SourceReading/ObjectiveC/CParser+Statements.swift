/// Statements, and the `#if` among them.
extension CParser {
  /// All statements up to the end of the brackets around.
  mutating func statements() -> [Statement] {
    let around = condition(at: max(0, position - 1))
    return statements(in: around)
  }

  /// The branch of `#if` that a token stands in, of those that matter.
  private func condition(at index: Int) -> Int32 {
    var condition = tokens[min(index, limit)].condition
    while condition != 0, source.conditions[Int(condition)].text.isEmpty {
      condition = source.conditions[Int(condition)].outer
    }
    return condition
  }

  /// The outermost branch around a token that lies in the one given; nil if the token stands there directly.
  private func branch(at index: Int, in around: Int32) -> Int32? {
    var condition = condition(at: index)
    var found: Int32?
    while condition != 0, condition != around {
      if !source.conditions[Int(condition)].text.isEmpty { found = condition }
      condition = source.conditions[Int(condition)].outer
    }
    // One that has begun before the brackets, and ended within them, is none of these.
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

  /// The branches of an `#if` whose first one that is not empty begins here.
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
          // A statement that goes on behind the branch is there in any case.
          if let last = tokens[begin..<position].last, last.condition != tokens[begin].condition,
            self.branch(at: position - 1, in: around) != branch
          {
            flush(&branches, group, at: start, to: &all)
            return all.append(contentsOf: body)
          }
        }
      }
      branches.append(Branch(source.conditions[Int(branch)].text, body: body))
    }
    flush(&branches, group, at: start, to: &all)
  }

  private func flush(_ branches: inout [Branch], _ group: Int32, at start: UInt32, to all: inout [Statement]) {
    let group = source.groups[Int(group)]
    // Branches in which there is nothing.
    while branches.count < group.branchCount { branches.append(Branch("", body: [])) }
    if branches.contains(where: { !$0.body.isEmpty }) {
      all.append(Statement(.compiled(branches, isComplete: group.isComplete), at: start))
    }
    branches = []
  }

  /// The body of an `if` or a loop: a block, or one statement.
  mutating func body() -> [Statement] {
    if kind() == .leftBrace { return nested([]) { $0.inside { $0.statements() } } }
    var body: [Statement] = []
    if !take(.semicolon) { statement(to: &body) }
    return body
  }

  /// One statement; a declaration may be several.
  mutating func statement(to all: inout [Statement]) {
    let before = position
    var made: [Statement] = []
    nested(()) { $0.read(to: &made) }
    all += made
    // Whatever it was, the next one begins later.
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
      // Outside of a `switch`, or in a block in the middle of one.
      while kind() != .end, !take(.colon) { skip() }
    case .wordTypedef, .wordUsing: skipStatement()
    case .wordElse: position += 1
    case .wordStruct where definesType, .wordEnum where definesType: skipStatement()
    case .identifier where kind(1) == .colon && kind(2) != .colon: position += 2
    case .identifier where isAssembler: skipStatement()
    default:
      if isDeclaration() { declaration(at: start, to: &all) } else { simple(at: start, to: &all) }
    }
  }

  private var isAssembler: Bool {
    spells("asm", at: position) || spells("__asm__", at: position) || spells("__asm", at: position)
  }

  /// Whether `struct` or `enum` begins a definition.
  private var definesType: Bool { kind(1) == .leftBrace || kind(2) == .leftBrace || kind(2) == .colon }

  /// An expression that stands for itself.
  private mutating func simple(at start: UInt32, to all: inout [Statement]) {
    let value = expressions()
    // A macro in front of a block: nobody knows how often it runs.
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

  /// Whether the token ahead stands on another line than the one before it: a macro without a semicolon.
  private func isOnNextLine() -> Bool {
    bytes[Int(tokens[position - 1].end)..<Int(tokens[min(position, limit)].start)].contains(Byte.newline)
  }

  /// Goes behind the semicolon of a statement; what stands before it and was not understood is kept by its names.
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

  /// How often each variable is set in a range, by its declaration or later; one whose address is taken counts twice.
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

  /// `Type *a = b, c;`.
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
