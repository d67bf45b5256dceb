import PropertyLists

/// Lines that begin with `#`.
extension Preprocessor {
  /// Reads the line of a directive, up to its end.
  mutating func readDirective(_ hash: PreprocessorToken) throws(PropertyListError) {
    site = hash
    let file = openFiles.count - 1
    openFiles[file].lexer.beginDirective()
    try obey(hash)
    // An #include has opened another file meanwhile.
    while openFiles[file].lexer.next() != nil {}
    openFiles[file].lexer.endDirective()
    openFiles[file].lexer.isSkipping = !isLive
    hasFalseConditions = hasFalseConditions || !isLive
    owesLine = style.isTraditional
  }

  private mutating func obey(_ hash: PreprocessorToken) throws(PropertyListError) {
    guard let name = nextInLine() else { return }
    let word = name.kind == .identifier ? string(name) : ""
    switch word {
    case "if", "ifdef", "ifndef": return try openCondition(hash, word)
    case "elif", "elifdef", "elifndef": return try continueCondition(word)
    case "else": return elseCondition()
    case "endif":
      if hasOpenCondition(word) { conditions.removeLast() }
      return
    default: break
    }
    guard isLive else { return }
    switch word {
    case "define": define()
    case "undef": if let name = macroName() { macros[string(name)] = nil }
    case "include", "import": try include(hash, isOnce: word == "import")
    case "error", "warning":
      let isError = word == "error"
      let text = clipped(openFiles[openFiles.count - 1].lexer.restOfLine())
      note(
        "#\(word) \(text)", at: nil, severity: isError ? .error : .warning,
        hint: isError ? "Xcode ends the build here" : nil)
    case "pragma": readPragma()
    case "line": break
    default:
      // `# 7 "file"` is what a preprocessor writes itself.
      if name.kind == .number, nextInLine().map({ $0.kind == .literal }) ?? true { return }
      note(
        "“#\(clipped(name))” is not a preprocessor directive", at: nil,
        hint: "a line of text cannot begin with #; write &#35; for it")
    }
  }

  /// The next token of the directive; nil at its end.
  private mutating func nextInLine() -> PreprocessorToken? { openFiles[openFiles.count - 1].lexer.next() }

  mutating func tokensInLine() -> [PreprocessorToken] {
    var tokens: [PreprocessorToken] = []
    while let token = nextInLine() { tokens.append(token) }
    return tokens
  }

  /// `#pragma once` and those for the compiler; of others the preprocessor keeps the line.
  private mutating func readPragma() {
    guard let word = nextInLine() else { return }
    switch string(word) {
    case "once": onceOnly.insert(openFiles[openFiles.count - 1].path)
    case "mark", "clang", "GCC", "message": break
    default: note("the preprocessor leaves #pragma in the text, where a property list cannot have it", at: nil)
    }
  }

  // MARK: Definitions

  private mutating func macroName() -> PreprocessorToken? {
    guard let name = nextInLine() else {
      note("the name of a macro is missing", at: nil)
      return nil
    }
    guard name.kind == .identifier, string(name) != "defined" else {
      note("“\(clipped(name))” cannot be the name of a macro", at: location(of: name))
      return nil
    }
    return name
  }

  private mutating func define() {
    guard let name = macroName() else { return }
    var macro = Macro(body: tokensInLine())
    macro.takesArguments = macro.body.first.map { name.touches($0) && string($0) == "(" } ?? false
    macro.joinsWords = !style.isTraditional && macro.body.contains { bytes(of: $0) == [0x23, 0x23] }
    let text = string(name)
    if let old = macros[text], !isSame(old.body, macro.body) {
      note(
        "the macro \(clipped(text)) is defined a second time, as something else; this one counts",
        at: location(of: name),
        severity: .warning)
    }
    macros[text] = macro
  }

  private func isSame(_ one: [PreprocessorToken], _ other: [PreprocessorToken]) -> Bool {
    one.count == other.count
      && zip(one, other).enumerated().allSatisfy { index, pair in
        bytes(of: pair.0) == bytes(of: pair.1) && (index == 0 || pair.0.flags == pair.1.flags)
      }
  }

  // MARK: Conditions

  /// Whether the text here counts.
  private var isLive: Bool { conditions.last?.isActive ?? true }

  private mutating func openCondition(_ hash: PreprocessorToken, _ word: String) throws(PropertyListError) {
    guard conditions.count < Limits.conditions else {
      throw PropertyListError(
        location: place, kind: .tooDeep, message: "#if is nested more than \(Limits.conditions) levels deep",
        hint: "is the file made by a broken generator?")
    }
    let isLive = isLive
    let isTrue = isLive ? try holds(word) : false
    conditions.append(Condition(directive: hash, isActive: isTrue, wasTaken: isTrue, isLive: isLive))
  }

  private mutating func continueCondition(_ word: String) throws(PropertyListError) {
    guard hasOpenCondition(word) else { return }
    let index = conditions.count - 1
    // A condition that cannot matter any more is not evaluated.
    let isOpen = conditions[index].isLive && !conditions[index].wasTaken && !conditions[index].hasElse
    let isTrue = isOpen ? try holds("\(word.dropFirst(2))") : false
    if conditions[index].hasElse { note("#\(word) after #else", at: nil, hint: "#else must be the last branch") }
    conditions[index].isActive = isTrue
    conditions[index].wasTaken = conditions[index].wasTaken || isTrue
  }

  private mutating func elseCondition() {
    guard hasOpenCondition("else"), let condition = conditions.last else { return }
    if condition.hasElse { note("a second #else for one #if", at: nil) }
    let index = conditions.count - 1
    conditions[index].isActive = condition.isLive && !condition.wasTaken && !condition.hasElse
    conditions[index].wasTaken = true
    conditions[index].hasElse = true
  }

  /// Whether a directive belongs to an `#if`: one of the same file.
  private mutating func hasOpenCondition(_ word: String) -> Bool {
    if let file = openFiles.last, conditions.count > file.conditionCount { return true }
    note("#\(word) without an #if", at: nil, hint: "is there an extra #endif?")
    return false
  }

  /// - Parameter word: `if`, `ifdef` or `ifndef`, or what is left of `elif` and its kin.
  private mutating func holds(_ word: String) throws(PropertyListError) -> Bool {
    if word == "if" { return try evaluate(expand(tokensInLine(), isCondition: true)) }
    guard let name = nextInLine(), name.kind == .identifier else {
      note("#\(word) without the name of a macro", at: nil)
      return false
    }
    return (macros[string(name)] != nil) == (word == "ifdef")
  }

  private mutating func evaluate(_ tokens: [PreprocessorToken]) -> Bool {
    let terms = tokens.map { token in
      ConditionEvaluator.Term(
        text: string(token), isName: token.kind == .identifier, isOperation: token.kind == .punctuator)
    }
    var evaluator = ConditionEvaluator(terms) { [macros] in macros[$0] != nil }
    do throws(ConditionEvaluator.Problem) {
      return try evaluator.evaluate()
    } catch {
      let token = tokens.isEmpty ? nil : tokens[min(error.index, tokens.count - 1)]
      note(
        "\(error.message), in this condition; it counts as false", at: token.map(location),
        severity: error.isUnsupported ? .warning : .error)
      return false
    }
  }
}
