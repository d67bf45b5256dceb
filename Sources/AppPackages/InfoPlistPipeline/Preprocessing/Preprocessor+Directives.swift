import PropertyLists

/// Lines that begin with `#`.
extension Preprocessor {
  /// Reads the line of a directive, up to its end.
  mutating func readDirective(_ hash: PreprocessorToken) throws(PropertyListError) {
    useSite = hash
    let file = openFiles.count - 1
    openFiles[file].lexer.beginDirective()
    try obey(hash)
    // An #include has opened another file meanwhile.
    while openFiles[file].lexer.next(&names) != nil {}
    openFiles[file].lexer.endDirective()
    owesLine = style.isTraditional
  }

  private mutating func obey(_ hash: PreprocessorToken) throws(PropertyListError) {
    guard let name = nextInLine() else { return }
    let word = name.kind == .identifier ? names[name.value] : ""
    switch word {
    case "if", "ifdef", "ifndef": return try openCondition(hash, word)
    case "elif", "elifdef", "elifndef": return try continueCondition(hash, word)
    case "else": return elseCondition(hash)
    case "endif": return closeCondition(hash)
    default: break
    }
    guard isLive else { return }
    switch word {
    case "define": try define(hash)
    case "undef": if let name = macroName(hash) { macros[name.value] = nil }
    case "include", "import", "include_next": try include(hash, word)
    case "error":
      note("#error \(restOfLine())", at: location(of: hash), hint: "Xcode ends the build here")
    case "warning":
      note("#warning \(restOfLine())", at: location(of: hash), severity: .warning)
    case "pragma": readPragma(hash)
    case "line": break
    case "ident", "sccs":
      note("the preprocessor leaves #\(word) in the text, and no property list holds that", at: location(of: hash))
    default:
      // `# 7 "file"` is what a preprocessor writes itself.
      if name.kind == .number, nextInLine().map({ $0.kind == .literal }) ?? true { return }
      note(
        "“#\(clipped(string(name)))” is no directive of the preprocessor", at: location(of: hash),
        hint: "a line of text cannot begin with #; write &#35; for it")
    }
  }

  /// The next token of the directive; nil at its end.
  mutating func nextInLine() -> PreprocessorToken? {
    guard !openFiles.isEmpty else { return nil }
    return openFiles[openFiles.count - 1].lexer.next(&names)
  }

  mutating func tokensInLine() throws(PropertyListError) -> [PreprocessorToken] {
    var tokens: [PreprocessorToken] = []
    while let token = nextInLine() { tokens.append(token) }
    return tokens
  }

  private mutating func restOfLine() -> String {
    clipped(openFiles[openFiles.count - 1].lexer.restOfLine())
  }

  /// `#pragma once` and those for the compiler; of others the preprocessor keeps the line.
  private mutating func readPragma(_ hash: PreprocessorToken) {
    guard let word = nextInLine() else { return }
    let name = string(word)
    if name == "once" {
      if let file = openFiles.last { onceOnly.insert(file.path) }
      return
    }
    if ["mark", "clang", "GCC", "message", "push_macro", "pop_macro"].contains(name) { return }
    note("the preprocessor leaves #pragma in the text, and no property list holds that", at: location(of: hash))
  }

  // MARK: Definitions

  private mutating func macroName(_ hash: PreprocessorToken) -> PreprocessorToken? {
    guard let name = nextInLine() else {
      note("the name of a macro is missing", at: location(of: hash))
      return nil
    }
    guard name.kind == .identifier, names[name.value] != "defined" else {
      note("“\(clipped(string(name)))” cannot be the name of a macro", at: location(of: name))
      return nil
    }
    return name
  }

  private mutating func define(_ hash: PreprocessorToken) throws(PropertyListError) {
    guard let name = macroName(hash) else { return }
    var body = try tokensInLine()
    var macro = PreprocessorMacro(body: [])
    if let first = body.first, first.isPunctuator("("), name.touches(first) {
      guard let count = readParameters(body, &macro) else { return }
      body.removeFirst(count)
    }
    if !style.isTraditional {
      if let first = body.first, let last = body.last, first.isPaste || last.isPaste {
        return note("## stands at the begin or end of a macro, with nothing to paste", at: location(of: name))
      }
      for (index, token) in body.enumerated() where token.isHash && macro.parameters != nil {
        let parameter = index + 1 < body.count ? macro.parameterIndex(of: body[index + 1]) : nil
        guard parameter == nil else { continue }
        return note("# stands before something that is no parameter of the macro", at: location(of: token))
      }
    }
    macro.body = body
    if let old = macros[name.value], !isSame(old, macro) {
      note(
        "the macro \(names[name.value]) is defined a second time, as something else; this one counts",
        at: location(of: name), severity: .warning)
    }
    macros[name.value] = macro
  }

  /// How many tokens the list of parameters has, with its parentheses; nil when it is no such list.
  private mutating func readParameters(_ tokens: [PreprocessorToken], _ macro: inout PreprocessorMacro) -> Int? {
    var parameters: [UInt32] = []
    var index = 1
    while index < tokens.count {
      let token = tokens[index]
      if token.isPunctuator(")"), parameters.isEmpty || macro.isVariadic {
        macro.parameters = parameters
        return index + 1
      }
      if token.isPunctuator("..."), !macro.isVariadic {
        parameters.append(names.number(of: "__VA_ARGS__"))
        macro.isVariadic = true
        index += 1
        continue
      }
      guard token.kind == .identifier, !macro.isVariadic else { break }
      guard !parameters.contains(token.value) else {
        note("two parameters of the macro are called \(names[token.value])", at: location(of: token))
        return nil
      }
      parameters.append(token.value)
      index += 1
      guard index < tokens.count else { break }
      // GNU's own: a name for what `...` takes.
      if tokens[index].isPunctuator("...") {
        macro.isVariadic = true
        index += 1
      } else if tokens[index].isPunctuator(",") {
        index += 1
      } else if tokens[index].isPunctuator(")") {
        macro.parameters = parameters
        return index + 1
      } else {
        break
      }
    }
    note(
      "the parameters of the macro are no list of names between “(” and “)”",
      at: location(of: index < tokens.count ? tokens[index] : tokens[0]))
    return nil
  }

  private func isSame(_ one: PreprocessorMacro, _ other: PreprocessorMacro) -> Bool {
    one.parameters == other.parameters && one.isVariadic == other.isVariadic && one.builtIn == other.builtIn
      && one.body.count == other.body.count
      && zip(one.body, other.body).enumerated().allSatisfy { index, pair in
        bytes(of: pair.0) == bytes(of: pair.1)
          && (index == 0 || pair.0.flags.contains(.followsBlank) == pair.1.flags.contains(.followsBlank))
      }
  }
}
