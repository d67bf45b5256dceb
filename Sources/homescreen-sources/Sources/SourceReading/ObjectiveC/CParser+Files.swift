/// Code outside classes: functions, variables, constants.
extension CParser {
  /// Reads the whole file.
  mutating func file() {
    collectSelectors()
    scope.fileAssignments = assignments(in: 0..<limit)
    for definition in source.definitions { define(definition) }
    while kind() != .end {
      let before = position
      switch kind() {
      case .atInterface, .atImplementation: typeDeclaration()
      case .atProtocol: typeDeclaration()
      case .atEnd, .semicolon, .rightBrace: position += 1
      default: external()
      }
      if position == before { skip() }
    }
  }

  /// Collects the first selector parts of all implemented methods that may be setters or getters.
  private mutating func collectSelectors() {
    guard tokens.contains(where: { $0.kind == .atImplementation }) else { return }
    var isImplementation = false
    for index in tokens.indices {
      switch tokens[index].kind {
      case .atImplementation: isImplementation = true
      case .atEnd: isImplementation = false
      case .minus, .plus:
        guard isImplementation, kindAt(index + 1) == .leftParenthesis else { continue }
        let name = partner(index + 1) + 1
        if kindAt(name) == .identifier { scope.selectors.insert(text(name)) }
      default: break
      }
    }
  }

  /// Reads `#define NAME VALUE` if the value is one expression.
  private mutating func define(_ definition: CDefinition) {
    let value: Expression? = reading(definition.value) { parser in
      let trouble = parser.facts.troubles
      defer { parser.facts.troubles = trouble }
      let value = parser.expression()
      return parser.kind() == .end ? value : nil
    }
    guard let value else { return }
    if case .other = value.form { return }
    let token = definition.name
    let name = String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
    var property = Property(name, type: nil, value: value, at: UInt32(token.start))
    property.isLet = true
    property.condition = source.condition(token.condition)
    scope.globals.insert(name)
    facts.globals.append(property)
  }

  /// Reads a declaration of C or C++.
  mutating func external() {
    switch kind() {
    case .wordExtern where kind(1) == .string && kind(2) == .leftBrace: position += 3
    case .wordNamespace:
      while kind() != .end, kind() != .leftBrace, kind() != .semicolon { position += 1 }
      position += kind() == .end ? 0 : 1
    case .wordTypedef, .wordUsing, .atClass, .wordEnum: skipStatement()
    case .wordTemplate:
      position += 1
      if kind() == .less { skipAngles() }
    case .wordStruct: structure()
    case .atOther: if spells("@import", at: position) { skipStatement() } else { position += 1 }
    case .identifier where kind(1) == .colon && kind(2) != .colon: position += 2
    default: declaration()
    }
  }

  private mutating func skipAngles() {
    var open = 0
    repeat {
      if kind() == .less { open += 1 }
      if kind() == .greater { open -= 1 }
      if kind() == .binary, spells(">>", at: position) { open -= 2 }
      skip()
    } while open > 0 && kind() != .end && kind() != .leftBrace && kind() != .semicolon
  }

  /// Reads `struct A { … };`; the functions in a C++ class are read like others.
  private mutating func structure() {
    var index = position + 1
    while kindAt(index) != .end, kindAt(index) != .leftBrace, kindAt(index) != .semicolon,
      kindAt(index) != .leftParenthesis, kindAt(index) != .assign
    {
      index += 1
    }
    if kindAt(index) != .leftBrace {
      declaration()
    } else if spells("class", at: position) {
      position = index + 1
    } else {
      position = index
      skip()
      // A variable of this type may follow.
      if kind() != .semicolon { declaration() }
    }
  }

  /// Reads a function or variables; the tokens after the name show which.
  private mutating func declaration() {
    let start = position
    let isExternal = kind() == .wordExtern
    var name: Int?
    while true {
      switch kind() {
      case .identifier:
        name = position
        position += 1
      case .leftParenthesis:
        if isFunctionDeclarator(position) {
          name = (position..<partner(position)).last { kindAt($0) == .identifier }
          skip()
          skip()
        } else if let name, name == position - 1 || kindAt(name) == .wordOperator,
          startsFunction(at: partner(position) + 1)
        {
          return function(named: name, from: start)
        } else if startsMember(partner(position) + 1) {
          // A macro as a statement.
          return skip()
        } else {
          skip()
        }
      case .leftBracket: skip()
      case .assign, .semicolon, .comma:
        guard let name else { return skipStatement() }
        return variables(named: name, from: start, isExternal: isExternal)
      case .end, .rightBrace, .atProperty, .atProtocol, .atClass, .atOther: return
      case let kind where kind.endsDeclarations: return
      case .minus, .plus:
        // The next method of a class.
        if self.kind(1) == .leftParenthesis { return }
        position += 1
      case .leftBrace: return skip()
      case .wordOperator:
        name = position
        position += 1
        while kind() != .end, kind() != .leftParenthesis, kind() != .semicolon { position += 1 }
      default: position += 1
      }
    }
  }

  /// Whether the token after parentheses shows that they are the parameters of a function.
  private func startsFunction(at index: Int) -> Bool {
    switch kindAt(index) {
    case .leftBrace, .semicolon, .qualifier, .colon, .arrow: return true
    case .identifier:
      // An attribute after the parameters.
      let next = kindAt(index + 1)
      return next == .leftParenthesis || next == .leftBrace || next == .semicolon
    default: return false
    }
  }

  private func startsMember(_ index: Int) -> Bool {
    switch kindAt(index) {
    case .minus, .plus, .end, .atProperty, .atOther: return true
    case let kind: return kind.endsDeclarations
    }
  }

  private mutating func function(named name: Int, from start: Int) {
    let range = start..<name
    scope.locals = [:]
    scope.selves = []
    scope.globals.insert(text(name))
    let types = parameterTypes(position)
    let names = inside { $0.blockParameters() }
    var function = Function(text(name), parameters: [], body: nil, at: offset(of: start), end: offset(of: start))
    function.parameters = zip(names, types).map { Parameter(label: "_", name: $0, type: $1) }
    let result = typeName(range)
    function.result = result == "void" ? nil : result
    function.condition = source.condition(tokens[start].condition)
    while kind() != .end, kind() != .leftBrace, kind() != .semicolon {
      // C++ initializers, `: a(b), c{d}`.
      if kind() == .colon, kind(1) == .identifier {
        position += 1
        while kind() == .identifier || kind() == .comma || kind() == .scope {
          position += 1
          if kind() == .leftParenthesis || kind() == .leftBrace, kind(-1) == .identifier { skip() }
        }
        break
      }
      skip()
    }
    finish(&function)
    if function.body != nil { facts.functions.append(function) }
  }

  /// Returns the parameter types in the parentheses at a token.
  private func parameterTypes(_ open: Int) -> [String] {
    var types: [String] = []
    var start = open + 1
    let close = partner(open)
    var index = start
    while index <= close {
      switch kindAt(index) {
      case .leftParenthesis where index < close, .leftBracket where index < close: index = partner(index)
      case .comma, .rightParenthesis:
        var end = typeEnd(start) ?? index
        if isFunctionDeclarator(end) { end = index }
        types.append(typeName(start..<max(start, min(end, index))))
        start = index + 1
      default: break
      }
      index += 1
    }
    return types
  }

  /// Reads variables outside functions, after the first name was found.
  private mutating func variables(named first: Int, from start: Int, isExternal: Bool) {
    let type = typeName(start..<first)
    // A variable that is never set again, also not by another file, is a constant, too.
    let isStatic = (start..<first).contains { kindAt($0) == .wordStatic }
    let isConstant = (start..<first).contains { spells("const", at: $0) }
    let condition = source.condition(tokens[start].condition)
    var name = first
    scope.locals = [:]
    while true {
      var property = Property(text(name), type: type.isEmpty ? nil : type, at: offset(of: name))
      property.isOptional = isPointer(start..<first)
      property.isLet = isConstant || isStatic && scope.fileAssignments[property.name] == 1
      property.condition = condition
      if take(.assign) { property.value = kind() == .leftBrace ? braces() : expression() }
      scope.globals.insert(property.name)
      if !isExternal, !type.isEmpty || property.value != nil { facts.globals.append(property) }
      guard take(.comma) else { break }
      while kind() == .star || kind() == .qualifier { position += 1 }
      guard kind() == .identifier else { break }
      name = position
      position += 1
      while kind() == .leftBracket { skip() }
    }
    if !take(.semicolon) { skipStatement() }
  }
}
