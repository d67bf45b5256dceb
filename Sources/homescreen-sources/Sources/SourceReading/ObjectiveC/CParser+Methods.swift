/// Method declarations, including those written with macros, and bodies.
extension CParser {
  /// Reads `- (Type)name:(Type)argument … { … }`.
  mutating func method(_ type: inout TypeFacts) {
    let start = position
    let isStatic = kind() == .plus
    position += 1
    var result: String?
    if kind() == .leftParenthesis {
      let range = position + 1..<partner(position)
      result = typeName(range)
      skip()
    }
    guard var function = selector(at: start) else { return skipHead() }
    function.isStatic = isStatic
    function.result = result == "void" || result == "IBAction" ? nil : result
    skipHead()
    // Several declarations in the branches of an `#if`, with one body.
    if kind() == .minus || kind() == .plus {
      sharedHead = true
      return
    }
    if sharedHead { function.condition = source.condition(source.conditions[Int(tokens[start].condition)].outer) }
    sharedHead = false
    finish(&function)
    type.functions.append(function)
  }

  /// Reads the selector parts with their parameters.
  private mutating func selector(at start: Int) -> Function? {
    var selector = ""
    var parameters: [Parameter] = []
    scope.locals = [:]
    scope.selves = []
    while isWord(position) || kind() == .colon {
      let isNamed = kind() != .colon
      let isLast = isNamed && kind(1) != .colon
      if isLast, !parameters.isEmpty { break }
      let part = isNamed ? word : ""
      position += isNamed ? 1 : 0
      if isLast {
        selector = part
        break
      }
      position += 1
      selector += part + ":"
      var range = position..<position
      if kind() == .leftParenthesis {
        range = position + 1..<partner(position)
        skip()
      }
      while kind() == .qualifier || kind() == .identifier && isAttribute() {
        position += 1
        if kind() == .leftParenthesis { skip() }
      }
      let name = isWord(position) ? word : "_"
      if isWord(position) { position += 1 }
      scope.locals[name] = isPointer(range) || range.isEmpty
      parameters.append(Parameter(label: parameters.isEmpty ? "_" : part, name: name, type: typeName(range)))
    }
    guard !selector.isEmpty else { return nil }
    var name = selector.prefix { $0 != ":" }
    if let label = CParser.initializerLabel(String(name)), !parameters.isEmpty {
      name = "init"
      parameters[0].label = label
    }
    let bodyless = offset(of: start)
    var function = Function(String(name), parameters: parameters, body: nil, at: bodyless, end: bodyless)
    function.selector = selector
    function.condition = source.condition(tokens[start].condition)
    return function
  }

  /// Whether a word between the type and the name of a parameter is an attribute.
  private func isAttribute() -> Bool {
    if kind(1) == .leftParenthesis { return true }
    // `name API_AVAILABLE(ios(13.0))`: the attribute comes after the name.
    return isWord(position + 1) && kind(2) != .colon && kind(1) == .identifier && !isMacro(position + 1)
  }

  /// Whether a token is a macro, such as `API_AVAILABLE` or `NS_REQUIRES_SUPER`.
  func isMacro(_ index: Int) -> Bool {
    guard isWord(index) else { return false }
    let name = text(index)
    return name == "__attribute__"
      || name.contains("_") && !name.hasPrefix("_") && name.utf8.allSatisfy { $0 < 0x61 || $0 > 0x7A }
  }

  /// Skips from the declaration to its body, its semicolon, or the next member.
  private mutating func skipHead() {
    while true {
      switch kind() {
      case .end, .leftBrace, .semicolon, .minus, .plus, .atProperty, .atOther: return
      default: skip()
      }
    }
  }

  /// Reads the body of a function, or the semicolon of its declaration.
  mutating func finish(_ function: inout Function) {
    guard kind() == .leftBrace else {
      _ = take(.semicolon)
      // `- (void)a; { … }` is allowed in an implementation.
      guard kind() == .leftBrace, function.selector != nil else { return }
      return finish(&function)
    }
    let close = partner(position)
    scope.isMethod = function.selector != nil
    scope.assignments = assignments(in: position..<close)
    function.body = inside { $0.statements() }
    function.end = offset(of: close)
    scope.isMethod = false
    scope.locals = [:]
    scope.selves = []
  }

  // MARK: Macros

  /// Whether a macro with a body is a method: `RCT_EXPORT_METHOD(name:(Type)argument) { … }`.
  func isMacroMethod() -> Bool {
    let close = partner(position + 1)
    guard kindAt(close) == .rightParenthesis, isMethodMacro() else { return false }
    return kindAt(close + 1) == .leftBrace || kindAt(close + 1) == .semicolon
  }

  private func isMethodMacro() -> Bool {
    let name = word
    return name.hasPrefix("RCT_") && name.hasSuffix("METHOD") || name == "CAP_PLUGIN_METHOD"
  }

  /// Whether the macro at the current position has no body, as a member of a class.
  func isBareMacro() -> Bool {
    guard kindAt(partner(position + 1)) == .rightParenthesis else { return false }
    switch kindAt(partner(position + 1) + 1) {
    case .minus, .plus, .semicolon, .end, .atProperty, .atOther, .identifier, .wordStatic: return true
    default: return false
    }
  }

  mutating func macroMethod(_ type: inout TypeFacts) {
    let start = position
    let macro = word
    position += 1
    let function = inside { parser in
      // An optional JavaScript name comes first.
      if parser.isWord(parser.position), parser.kind(1) == .comma { parser.position += 2 }
      return parser.selector(at: start)
    }
    guard var function else { return skipStatement() }
    function.attributes = [macro]
    finish(&function)
    type.functions.append(function)
  }
}
