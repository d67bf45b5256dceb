import PropertyLists

/// `#if` and what belongs to it.
extension Preprocessor {
  /// Whether the text here counts.
  var isLive: Bool { conditions.last?.isActive ?? true }

  mutating func openCondition(_ hash: PreprocessorToken, _ word: String) throws(PropertyListError) {
    guard conditions.count < Limits.conditions else {
      throw PropertyListError(
        location: place, kind: .tooDeep, message: "#if is nested more than \(Limits.conditions) levels deep",
        hint: "is the file made by a broken generator?")
    }
    let isLive = isLive
    let isTrue = isLive ? try holds(hash, word) : false
    conditions.append(Condition(directive: hash, isActive: isTrue, wasTaken: isTrue, isLive: isLive))
    updateSkipping()
  }

  mutating func continueCondition(_ hash: PreprocessorToken, _ word: String) throws(PropertyListError) {
    guard let index = openIndex(hash, word) else { return }
    // Nobody looks at a condition that cannot matter any more.
    let isOpen = conditions[index].isLive && !conditions[index].wasTaken && !conditions[index].hasElse
    let isTrue = isOpen ? try holds(hash, "\(word.dropFirst(2))") : false
    if conditions[index].hasElse {
      note("#\(word) behind #else", at: location(of: hash), hint: "#else is the last of its branches")
    }
    conditions[index].isActive = isTrue
    conditions[index].wasTaken = conditions[index].wasTaken || isTrue
    updateSkipping()
  }

  mutating func elseCondition(_ hash: PreprocessorToken) {
    guard let index = openIndex(hash, "else") else { return }
    if conditions[index].hasElse { note("a second #else for one #if", at: location(of: hash)) }
    let condition = conditions[index]
    conditions[index].isActive = condition.isLive && !condition.wasTaken && !condition.hasElse
    conditions[index].wasTaken = true
    conditions[index].hasElse = true
    updateSkipping()
  }

  mutating func closeCondition(_ hash: PreprocessorToken) {
    guard openIndex(hash, "endif") != nil else { return }
    conditions.removeLast()
    updateSkipping()
  }

  /// The `#if` that a directive belongs to: one of the same file.
  private mutating func openIndex(_ hash: PreprocessorToken, _ word: String) -> Int? {
    guard let file = openFiles.last, conditions.count > file.conditionCount else {
      note("#\(word) without an #if", at: location(of: hash), hint: "is there one #endif too many?")
      return nil
    }
    return conditions.count - 1
  }

  private mutating func updateSkipping() {
    guard let top = openFiles.indices.last else { return }
    openFiles[top].lexer.isSkipping = !isLive
    hasFalseConditions = hasFalseConditions || !isLive
  }

  // MARK: Conditions

  /// - Parameter word: `if`, `ifdef` or `ifndef`, or what is left of `elif` and its kin.
  private mutating func holds(_ hash: PreprocessorToken, _ word: String) throws(PropertyListError) -> Bool {
    switch word {
    case "ifdef", "ifndef":
      guard let name = nextInLine(), name.kind == .identifier else {
        note("#\(word) without the name of a macro", at: location(of: hash))
        return false
      }
      return isDefined(name) == (word == "ifdef")
    default:
      return try evaluate(hash, try tokensInLine())
    }
  }

  private func isDefined(_ name: PreprocessorToken) -> Bool {
    macros[name.value] != nil || Self.questions.contains(names[name.value])
  }

  private mutating func evaluate(
    _ hash: PreprocessorToken, _ tokens: [PreprocessorToken]
  ) throws(PropertyListError) -> Bool {
    var places: [PreprocessorToken] = []
    let terms = try isolated(tokens) { preprocessor throws(PropertyListError) in
      preprocessor.isFromMacro = true
      return try preprocessor.terms(&places)
    }
    var evaluator = ConditionEvaluator(terms)
    do throws(ConditionEvaluator.Problem) {
      return try evaluator.evaluate()
    } catch {
      let token = places.isEmpty ? hash : places[min(error.index, places.count - 1)]
      note("\(error.message), in this condition; it counts as false", at: location(of: token))
      return false
    }
  }

  private mutating func terms(
    _ places: inout [PreprocessorToken]
  ) throws(PropertyListError) -> [ConditionEvaluator.Term] {
    var terms: [ConditionEvaluator.Term] = []
    while let token = try next() {
      let term: ConditionEvaluator.Term
      switch token.kind {
      case .identifier:
        let name = names[token.value]
        if name == "defined" {
          term = try definedOperand(token)
        } else if Self.questions.contains(name) {
          term = try answer(name, token)
        } else if !token.flags.contains(.isFinal), !macros.isBusy(token.value), let macro = macros[token.value],
          try replace(token, by: macro)
        {
          continue
        } else {
          term = .number(.init(0))
        }
      case .number:
        let text = bytes(of: token)
        term = ConditionEvaluator.Value(number: text).map { .number($0) } ?? .unusable(clipped(string(token)))
      case .literal:
        let text = bytes(of: token)
        term = ConditionEvaluator.Value(character: text).map { .number($0) } ?? .unusable(clipped(string(token)))
      case .punctuator: term = .operation(token.value)
      case .other: term = .unusable(clipped(string(token)))
      case .blank, .comment, .placemarker: continue
      }
      terms.append(term)
      places.append(token)
    }
    return terms
  }

  private mutating func definedOperand(
    _ token: PreprocessorToken
  ) throws(PropertyListError) -> ConditionEvaluator.Term {
    var name = try next()
    let isOpen = name?.isPunctuator("(") == true
    if isOpen { name = try next() }
    guard let name, name.kind == .identifier else { return .unusable("defined") }
    if isOpen, try next()?.isPunctuator(")") != true { return .unusable("defined") }
    return .number(.init(isDefined(name)))
  }

  // MARK: Questions to the compiler

  /// Names that a condition may ask with parentheses, and that count as defined.
  private static let questions: Set<String> = [
    "__has_include", "__has_include_next", "__has_feature", "__has_extension", "__has_attribute", "__has_builtin",
    "__has_warning", "__has_c_attribute", "__has_declspec_attribute",
  ]

  private mutating func answer(
    _ question: String, _ token: PreprocessorToken
  ) throws(PropertyListError) -> ConditionEvaluator.Term {
    guard try next()?.isPunctuator("(") == true else { return .unusable(question) }
    var operand: [PreprocessorToken] = []
    var depth = 1
    while let token = try next() {
      if token.isPunctuator("(") { depth += 1 }
      if token.isPunctuator(")") { depth -= 1 }
      if depth == 0 { break }
      operand.append(token)
    }
    guard depth == 0 else { return .unusable(question) }
    guard question.hasPrefix("__has_include") else {
      note(
        "what \(question) asks is not known here; it is answered with 0", at: location(of: token), severity: .note)
      return .number(.init(0))
    }
    guard let name = try headerName(operand) else { return .unusable(question) }
    return .number(.init(find(name) != nil))
  }
}
