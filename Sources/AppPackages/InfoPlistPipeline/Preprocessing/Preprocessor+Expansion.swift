import PropertyLists

/// Macros: their arguments, and what takes their place.
extension Preprocessor {
  /// False when the name stays: a macro with parameters whose arguments are missing or wrong.
  mutating func replace(
    _ name: PreprocessorToken, by macro: PreprocessorMacro
  ) throws(PropertyListError) -> Bool {
    if !isFromMacro { useSite = name }
    if let builtIn = macro.builtIn {
      push(tokens(of: value(of: builtIn), flags: []), for: name)
      return true
    }
    guard macro.parameters != nil else {
      let hasPaste = !style.isTraditional && macro.body.contains(where: \.isPaste)
      push(hasPaste ? try substitute(macro, [], isElided: false) : macro.body, for: name)
      return true
    }
    guard isBeforeParenthesis else { return false }
    let (site, isInner) = (useSite, isFromMacro)
    let list = try readArguments(of: name, macro)
    // Directives between the arguments, and what the file held, are past.
    useSite = site
    isFromMacro = isInner
    switch list {
    case .complete(let arguments, let isElided):
      push(try substitute(macro, arguments, isElided: isElided), for: name)
      return true
    case .wrong: return false
    // Nothing is left to stand anywhere.
    case .unclosed: return true
    }
  }

  private mutating func value(of builtIn: BuiltInMacro) -> [UInt8] {
    switch builtIn {
    case .line: return Array("\(place.line ?? 0)".utf8)
    case .file: return Array("\"\(place.file.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\"".utf8)
    case .counter:
      counter += 1
      return Array("\(counter - 1)".utf8)
    case .includeLevel: return Array("\(max(0, openFiles.count - 1))".utf8)
    // The time of a build that nobody has made; the compiler's own words for one that it does not know.
    case .date: return Array("\"??? ?? ????\"".utf8)
    case .time: return Array("\"??:??:??\"".utf8)
    }
  }

  private var isBeforeParenthesis: Bool {
    for stream in streams.reversed() {
      if stream.position < stream.tokens.count { return stream.tokens[stream.position].isPunctuator("(") }
      if stream.isBarrier { return false }
    }
    return openFiles.last?.lexer.isBeforeParenthesis ?? false
  }

  // MARK: Arguments

  private enum ArgumentList {
    case complete([[PreprocessorToken]], isElided: Bool)
    /// Too many, or too few.
    case wrong
    case unclosed
  }

  private mutating func readArguments(
    of name: PreprocessorToken, _ macro: PreprocessorMacro
  ) throws(PropertyListError) -> ArgumentList {
    let wasReading = isReadingArguments
    isReadingArguments = true
    defer { isReadingArguments = wasReading }
    let count = macro.parameters?.count ?? 0
    _ = try next()
    var arguments: [[PreprocessorToken]] = [[]]
    var depth = 0
    while true {
      guard var token = try next() else {
        note("the macro \(names[name.value]) is used with “(”, but never closed by “)”", at: location(of: name))
        return .unclosed
      }
      if token.isPunctuator("(") { depth += 1 }
      if token.isPunctuator(")") {
        if depth == 0 { break }
        depth -= 1
      }
      if depth == 0, token.isPunctuator(","), !(macro.isVariadic && arguments.count == count) {
        arguments.append([])
        continue
      }
      if token.kind == .comment { continue }
      if token.flags.contains(.startsLine) {
        token.flags.remove(.startsLine)
        token.flags.insert(.followsBlank)
      }
      if token.kind == .identifier, macros.isBusy(token.value) { token.flags.insert(.isFinal) }
      arguments[arguments.count - 1].append(token)
      try spend(1)
    }
    let isEmpty = arguments.count == 1 && arguments[0].allSatisfy { $0.kind == .blank }
    if count == 0, isEmpty { return .complete([], isElided: false) }
    if macro.isVariadic, arguments.count == count - 1 { return .complete(arguments + [[]], isElided: true) }
    guard arguments.count == count else {
      note(
        "the macro \(names[name.value]) takes \(count) argument\(count == 1 ? "" : "s"), not \(arguments.count)",
        at: location(of: name))
      return .wrong
    }
    return .complete(arguments, isElided: macro.isVariadic && count == 1 && isEmpty)
  }

  /// An argument with its macros replaced, as it stands where neither `#` nor `##` wants it as it is.
  private mutating func replaced(_ argument: [PreprocessorToken]) throws(PropertyListError) -> [PreprocessorToken] {
    guard argument.contains(where: { $0.kind == .identifier && macros[$0.value] != nil }) else { return argument }
    argumentDepth += 1
    defer { argumentDepth -= 1 }
    guard argumentDepth <= Limits.arguments else {
      throw PropertyListError(
        location: place, kind: .tooDeep,
        message: "macros stand in the arguments of macros more than \(Limits.arguments) levels deep")
    }
    return try isolated(argument) { preprocessor throws(PropertyListError) in
      var result: [PreprocessorToken] = []
      while let token = try preprocessor.nextReplaced() { result.append(token) }
      return result
    }
  }

  // MARK: Substitution

  /// - Parameter isElided: whether the arguments of `...` are missing, with the comma before them.
  private mutating func substitute(
    _ macro: PreprocessorMacro, _ arguments: [[PreprocessorToken]], isElided: Bool
  ) throws(PropertyListError) -> [PreprocessorToken] {
    let isModern = !style.isTraditional
    let body = isModern ? optional(macro, isKept: arguments.last?.isEmpty == false) : macro.body
    var ready: [Int: [PreprocessorToken]] = [:]
    var result: [PreprocessorToken] = []
    var index = 0
    var isPasting = false
    var owesBlank = false
    while index < body.count {
      let token = body[index]
      index += 1
      if isModern, token.isPaste, !result.isEmpty {
        isPasting = true
        continue
      }
      var piece = [token]
      if isModern, macro.parameters != nil, token.isHash, index < body.count,
        let parameter = macro.parameterIndex(of: body[index])
      {
        piece = stringified(arguments[parameter], flags: token.flags)
        index += 1
      } else if let parameter = macro.parameterIndex(of: token) {
        let isRaw = isPasting || isModern && index < body.count && body[index].isPaste
        if isRaw {
          piece = arguments[parameter]
        } else {
          if ready[parameter] == nil { ready[parameter] = try replaced(arguments[parameter]) }
          piece = ready[parameter] ?? []
        }
        try spend(piece.count)
        // GNU's own: a comma pasted to what `...` takes goes when nothing was given, and stays as it is otherwise.
        let isLast = macro.isVariadic && parameter + 1 == macro.parameters?.count
        let keepsFlags = isPasting && isLast && result.last?.isPunctuator(",") == true
        if keepsFlags {
          if isElided { result.removeLast() }
          isPasting = false
        }
        if piece.isEmpty {
          owesBlank = owesBlank || token.flags.contains(.followsBlank)
          if isRaw { piece = [Self.placemarker] }
        } else if !isPasting, !keepsFlags {
          piece[0].flags = token.flags.union(piece[0].flags.intersection(.isFinal))
        }
      }
      if owesBlank, piece.first.map({ $0.kind != .placemarker }) == true {
        piece[0].flags.insert(.followsBlank)
        owesBlank = false
      }
      if isPasting, let left = result.popLast(), let right = piece.first {
        piece.replaceSubrange(0..<1, with: try paste(left, right))
      }
      isPasting = false
      result += piece
    }
    result.removeAll { $0.kind == .placemarker }
    return result
  }

  private static let placemarker = PreprocessorToken(
    kind: .placemarker, flags: [], text: -1, start: 0, end: 0, value: 0)

  /// `__VA_OPT__(…)`: what stands in its parentheses if there are arguments for `...`, else nothing.
  private mutating func optional(_ macro: PreprocessorMacro, isKept: Bool) -> [PreprocessorToken] {
    guard macro.isVariadic else { return macro.body }
    let name = names.number(of: "__VA_OPT__")
    guard macro.body.contains(where: { $0.kind == .identifier && $0.value == name }) else { return macro.body }
    var result: [PreprocessorToken] = []
    var index = 0
    let body = macro.body
    while index < body.count {
      guard body[index].kind == .identifier, body[index].value == name, index + 1 < body.count,
        body[index + 1].isPunctuator("(")
      else {
        result.append(body[index])
        index += 1
        continue
      }
      var depth = 1
      let flags = body[index].flags
      index += 2
      var isFirst = true
      while index < body.count {
        if body[index].isPunctuator("(") { depth += 1 }
        if body[index].isPunctuator(")") { depth -= 1 }
        if depth == 0 { break }
        if isKept {
          result.append(body[index])
          if isFirst { result[result.count - 1].flags = flags }
          isFirst = false
        }
        index += 1
      }
      index += 1
    }
    return result
  }

  private mutating func paste(
    _ left: PreprocessorToken, _ right: PreprocessorToken
  ) throws(PropertyListError) -> [PreprocessorToken] {
    if right.kind == .placemarker { return [left] }
    if left.kind == .placemarker {
      var right = right
      right.flags = left.flags.isEmpty ? right.flags : left.flags
      return [right]
    }
    let text = Array(bytes(of: left) + bytes(of: right))
    try spend(1 + text.count / 16)
    let result = tokens(of: text, flags: left.flags.subtracting(.isFinal))
    if result.count == 1, Int(result[0].end - result[0].start) == text.count { return result }
    note(
      "## makes “\(clipped(String(decoding: text, as: UTF8.self)))”, which is no single token", at: place)
    return [left, right]
  }

  /// `#`: the argument as it is written, as a string.
  private mutating func stringified(
    _ argument: [PreprocessorToken], flags: PreprocessorToken.Flags
  ) -> [PreprocessorToken] {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for token in argument {
      if text.count > 1, token.flags.contains(.followsBlank) { text.append(0x20) }
      for byte in bytes(of: token) {
        if token.kind == .literal, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          text.append(UInt8(ascii: "\\"))
        }
        text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return tokens(of: text, flags: flags)
  }

  func clipped(_ text: String) -> String { clipped(Array(text.utf8)[...]) }

  /// The begin of what may be as long as a file; forty characters have no more bytes than that.
  func clipped(_ text: ArraySlice<UInt8>) -> String {
    let begin = String(decoding: text.prefix(41 * 4), as: UTF8.self)
    return begin.unicodeScalars.count > 40 ? String(begin.unicodeScalars.prefix(40)) + "…" : begin
  }
}
