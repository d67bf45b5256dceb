internal import LuaAPI

/// What a place asks for, from what stands before it.
extension MeaningFinder {
  /// What the expression that begins with a token, or at the end of the text, is to be; nil where nothing says so.
  func expectation(at index: Int, depth: Int = 0) -> Expectation? {
    guard depth < Self.maximumDepth else { return nil }
    let before = index - 1
    if outline.isString(index) || outline.isAt(index, "{"), outline.endsExpression(before) {
      return argument(0, at: index, depth: depth)
    }
    if outline.isAt(before, "==") || outline.isAt(before, "~=") { return compared(with: before, depth: depth) }
    let opener = outline.openers[index]
    let begins = before == opener || outline.isAt(before, ",") || outline.isAt(before, ";")
    if opener >= 0, outline.isAt(opener, "("), begins {
      guard outline.endsExpression(opener - 1) else {
        return before == opener ? expectation(at: opener, depth: depth + 1) : nil
      }
      return argument(outline.commas(from: opener, to: index), at: opener, depth: depth)
    }
    if opener >= 0, outline.isAt(opener, "{") {
      if begins { return expectation(at: opener, depth: depth + 1)?.element }
      guard outline.isAt(before, "="), let key = outline.key(before: before) else { return nil }
      return expectation(at: opener, depth: depth + 1)?.field(key)
    }
    return outline.isAt(before, "=") ? assigned(before, depth: depth) : nil
  }

  /// The call whose arguments the end of the text is in, or in whose table; nil outside of calls.
  func call(at index: Int, depth: Int = 0) -> Expectation.Call? {
    guard depth < Self.maximumDepth else { return nil }
    let opener = outline.openers[index]
    guard opener >= 0 else { return nil }
    let isCall = outline.endsExpression(opener - 1) && (outline.isAt(opener, "(") || outline.isAt(opener, "{"))
    guard isCall else { return outline.isAt(opener, "{") ? call(at: opener, depth: depth + 1) : nil }
    let position = outline.isAt(opener, "(") ? outline.commas(from: opener, to: index) : 0
    return call(position, at: opener, depth: depth)
  }

  private func call(_ position: Int, at arguments: Int, depth: Int) -> Expectation.Call? {
    guard let callee = outline.expression(endingBefore: arguments),
      let entry = meaning(of: callee, at: arguments, depth: depth).entry
    else { return nil }
    switch entry.kind {
    case .method, .function, .constructor:
      return Expectation.Call(entry: entry, callee: callee, arguments: arguments, position: position)
    case .property, .callback, .namespace: return nil
    }
  }

  private func argument(_ position: Int, at arguments: Int, depth: Int) -> Expectation? {
    if let call = call(position, at: arguments, depth: depth) {
      return call.parameter.map { Expectation($0, call: call) }
    }
    guard let callee = outline.expression(endingBefore: arguments) else { return nil }
    let parameters = meaning(of: callee, at: arguments, depth: depth).type.parameters
    guard let parameters, parameters.indices.contains(position) else { return nil }
    return Expectation(type: parameters[position].type)
  }

  private func compared(with symbol: Int, depth: Int) -> Expectation? {
    guard let left = outline.expression(endingBefore: symbol) else { return nil }
    let meaning = self.meaning(of: left, at: symbol, depth: depth)
    if case .property? = meaning.entry?.kind, let parameter = meaning.entry?.parameters.first {
      return Expectation(parameter)
    }
    return Expectation(type: meaning.type)
  }

  private func assigned(_ symbol: Int, depth: Int) -> Expectation? {
    guard let target = outline.expression(endingBefore: symbol) else { return nil }
    let meaning = self.meaning(of: target, at: symbol, depth: depth)
    switch meaning.entry?.kind {
    case .property:
      return meaning.entry?.parameters.first.map { Expectation($0) } ?? Expectation(type: meaning.type)
    case .callback:
      guard let entry = meaning.entry else { return nil }
      let members = entry.parameters.map { DeclaredType.Member(name: $0.name, type: DeclaredType($0.declaredType)) }
      return Expectation(type: .function([DeclaredType.Member(name: "self", type: .any)] + members, []))
    case .method, .constructor, .function, .namespace: return nil
    case nil: return meaning.type == .any ? nil : Expectation(type: meaning.type)
    }
  }
}

extension LuaOutline {
  /// The key of a table before its `=`.
  func key(before symbol: Int) -> String? {
    if isName(symbol - 1), isAt(symbol - 2, "{") || isAt(symbol - 2, ",") || isAt(symbol - 2, ";") {
      return text(symbol - 1)
    }
    guard isAt(symbol - 1, "]"), isString(symbol - 2), isAt(symbol - 3, "[") else { return nil }
    return content(ofString: symbol - 2)
  }

  /// The keys that are given in a table, up to the end of the text.
  func keys(inTableAt opener: Int) -> Set<String> {
    Set(
      (opener + 1..<max(opener + 1, tokens.count)).filter { openers[$0] == opener && isAt($0, "=") }
        .compactMap { key(before: $0) })
  }

  /// The bracket that closes another one.
  func closer(of opener: Int) -> Int? { partners.first { $0.value == opener }?.key }
}
