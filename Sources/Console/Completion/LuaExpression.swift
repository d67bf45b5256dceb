import LuaEngine

/// An expression that can be called or indexed, read backwards from its end.
indirect enum LuaExpression: Equatable {
  case name(String, at: Int)
  /// `base.name`
  case member(LuaExpression, String)
  /// `base:name`, which is called.
  case method(LuaExpression, String)
  /// A call; its arguments begin at a token: a bracket, a string or a table.
  case call(LuaExpression, arguments: Int)
  /// `base["key"]`
  case key(LuaExpression, String)
  /// `base[3]`, or with what is not known before it runs.
  case index(LuaExpression, Int?)
  case string(String)
}

extension LuaOutline {
  /// Longer chains are not followed.
  private static let longestChain = 200

  /// The expression that ends before a token; nil where none does.
  func expression(endingBefore end: Int) -> LuaExpression? {
    expression(endingBefore: end, left: LuaOutline.longestChain)
  }

  private func expression(endingBefore end: Int, left: Int) -> LuaExpression? {
    guard left > 0 else { return nil }
    let last = end - 1
    func base(_ end: Int) -> LuaExpression? { expression(endingBefore: end, left: left - 1) }
    if isName(last) {
      if isAt(last - 1, ".") { return base(last - 1).map { .member($0, text(last)) } }
      if isAt(last - 1, ":") { return base(last - 1).map { .method($0, text(last)) } }
      return .name(text(last), at: last)
    }
    if isString(last) {
      if endsExpression(last - 1), let callee = base(last) { return .call(callee, arguments: last) }
      return .string(content(ofString: last))
    }
    guard let opener = partners[last] else { return nil }
    if isAt(last, "]") {
      guard let base = base(opener) else { return nil }
      guard last == opener + 2 else { return .index(base, nil) }
      return isString(opener + 1)
        ? .key(base, content(ofString: opener + 1)) : .index(base, Int(text(opener + 1)))
    }
    if endsExpression(opener - 1), let callee = base(opener) { return .call(callee, arguments: opener) }
    // In parentheses is a whole expression, or nothing that can be told.
    guard isAt(last, ")"), let inner = base(last), endOfValue(from: opener + 1) == last else { return nil }
    return inner
  }

  /// What a string holds, as it is written between its quotes; escapes stay as they are.
  func content(ofString index: Int) -> String {
    let token = tokens[index]
    switch token.kind {
    case .string(let isClosed): return slice(token.range, 1, isClosed ? 1 : 0)
    case .longString(let isClosed):
      let bracket = bytes[token.range].dropFirst().prefix { $0 == UInt8(ascii: "=") }.count + 2
      return slice(token.range, bracket, isClosed ? bracket : 0)
    case .name, .keyword, .number, .comment, .symbol: return ""
    }
  }

  private func slice(_ range: Range<Int>, _ first: Int, _ last: Int) -> String {
    let start = min(range.lowerBound + first, range.upperBound)
    return String(decoding: bytes[start..<max(start, range.upperBound - last)], as: UTF8.self)
  }

  /// The strings among the arguments of a call that begin at a bracket, up to a token.
  func strings(inArgumentsAt opener: Int, before end: Int) -> [String] {
    (opener + 1..<max(opener + 1, end)).filter { openers[$0] == opener && (isString($0) || tokens[$0].kind == .number) }
      .map { isString($0) ? content(ofString: $0) : text($0) }
  }
}
