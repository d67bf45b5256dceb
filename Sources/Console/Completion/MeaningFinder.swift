internal import LuaAPI
internal import LuaEngine

/// Finds what an expression is, from values that are there, declared types, and the text itself. Runs nothing.
struct MeaningFinder {
  let outline: LuaOutline
  let session: Session
  private let catalog = APICatalog.homescreen
  /// Names that lead to names, calls in calls: deeper is not looked.
  static let maximumDepth = 24

  init(_ outline: LuaOutline, _ session: Session) {
    self.outline = outline
    self.session = session
  }

  /// The meaning of an expression that stands at a token.
  func meaning(of expression: LuaExpression, at index: Int, depth: Int = 0) -> Meaning {
    guard depth < Self.maximumDepth else { return Meaning() }
    switch expression {
    case .name(let name, let place):
      return meaning(ofName: name, at: min(index, place), depth: depth)
    case .string: return Meaning(type: .plain("string"))
    case .member(let base, let name), .method(let base, let name), .key(let base, let name):
      return member(name, of: meaning(of: base, at: index, depth: depth))
    case .index(let base, let position):
      let base = meaning(of: base, at: index, depth: depth)
      if let position, let live = base.live?.element(position) { return Meaning(live) }
      return Meaning(type: element(of: base))
    case .call(let callee, _):
      return results(of: meaning(of: callee, at: index, depth: depth)).first.map { Meaning(type: $0) } ?? Meaning()
    }
  }

  // MARK: Names

  /// - Parameter index: what is declared at it or later is not seen.
  private func meaning(ofName name: String, at index: Int, depth: Int) -> Meaning {
    if let declaration = outline.declaration(of: name, at: index) {
      return meaning(of: declaration, depth: depth + 1)
    }
    if let live = session.value(named: name) {
      // `assert` is a table of Lua's, and documented as more than that.
      let documented = catalog.globals.first { $0.name == name && $0.kind == .namespace }
      guard let documented, live.kind == .table else { return Meaning(live) }
      return Meaning(live: live, type: documented.returns.map { DeclaredType($0.type) } ?? .any, entry: documented)
    }
    guard let entry = catalog.globals.first(where: { $0.name == name }) else { return Meaning() }
    return Meaning(of: entry)
  }

  private func meaning(of declaration: LuaOutline.Declaration, depth: Int) -> Meaning {
    guard depth < Self.maximumDepth else { return Meaning() }
    switch declaration.source {
    case .local(let values, let position): return value(position, from: values, depth: depth)
    case .parameter(let function, let position):
      return parameter(position, ofFunctionAt: function, depth: depth)
    case .loop(let values, let position): return loopValue(position, from: values, depth: depth)
    case .other: return Meaning()
    }
  }

  /// The value at a position of a list that begins at a token.
  private func value(_ position: Int, from start: Int, depth: Int) -> Meaning {
    var start = start
    var left = position
    while true {
      let end = outline.endOfValue(from: start)
      let isMore = outline.isAt(end, ",")
      if left > 0, isMore {
        start = end + 1
        left -= 1
        continue
      }
      guard endsValue(end), let expression = outline.expression(endingBefore: end) else { return Meaning() }
      guard left > 0 else { return meaning(of: expression, at: start, depth: depth) }
      // The further results of the last call.
      guard case .call(let callee, _) = expression else { return Meaning() }
      let results = results(of: meaning(of: callee, at: start, depth: depth))
      return results.indices.contains(left) ? Meaning(type: results[left]) : Meaning()
    }
  }

  /// Whether a value that ends before a token is the whole value: no operator follows but `or`.
  private func endsValue(_ index: Int) -> Bool {
    guard outline.tokens.indices.contains(index) else { return true }
    switch outline.tokens[index].kind {
    case .symbol: return outline.isAt(index, ",") || outline.isAt(index, ";") || outline.isAt(index, ")")
    case .keyword: return !outline.isAt(index, "and")
    case .name, .number, .string, .longString, .comment: return true
    }
  }

  /// `for _, x in ipairs(list)`, `pairs(…)`, or another iterator.
  private func loopValue(_ position: Int, from start: Int, depth: Int) -> Meaning {
    let end = outline.endOfValue(from: start)
    guard let expression = outline.expression(endingBefore: end) else { return Meaning() }
    if case .call(.name(let name, _), let arguments) = expression, ["ipairs", "pairs"].contains(name) {
      guard position == 1, let close = outline.closer(of: arguments),
        let list = outline.expression(endingBefore: close)
      else { return Meaning() }
      let base = meaning(of: list, at: start, depth: depth)
      let named = name == "pairs" ? base.type.named : nil
      return Meaning(type: named ?? element(of: base))
    }
    let iterator = meaning(of: expression, at: start, depth: depth).type
    for case .function(_, let results) in iterator.alternatives where results.indices.contains(position) {
      return Meaning(type: results[position])
    }
    return Meaning()
  }

  /// A parameter of a function whose use says what it gets; −1 is `self`.
  private func parameter(_ position: Int, ofFunctionAt index: Int, depth: Int) -> Meaning {
    guard outline.isName(index + 1) else {
      let expected = self.expectation(at: index, depth: depth + 1)?.type.parameters
      guard let expected, expected.indices.contains(position) else { return Meaning() }
      return Meaning(type: expected[position].type)
    }
    var end = index + 1
    while outline.isName(end) || outline.isAt(end, ".") || outline.isAt(end, ":") { end += 1 }
    let name = outline.text(end - 1)
    let isMethod = outline.isAt(end - 2, ":")
    guard isMethod || outline.isAt(end - 2, "."), let base = outline.expression(endingBefore: end - 2) else {
      return Meaning()
    }
    let owner = meaning(of: base, at: index, depth: depth)
    if position < 0 { return Meaning(type: owner.types.compactMap(\.instance).first.map { .object($0) } ?? .any) }
    let entry = member(name, of: owner).entry
    if case .callback? = entry?.kind {
      let place = isMethod ? position : position - 1
      guard let parameters = entry?.parameters, parameters.indices.contains(place) else { return Meaning() }
      return Meaning(type: DeclaredType(parameters[place].declaredType))
    }
    let parameters = entry?.parameters.first.flatMap { DeclaredType($0.type).parameters }
    guard let parameters, parameters.indices.contains(position) else { return Meaning() }
    return Meaning(type: parameters[position].type)
  }

  // MARK: Steps

  /// What lies in a value under a name.
  func member(_ name: String, of base: Meaning) -> Meaning {
    for type in base.types {
      guard let entry = catalog.members(of: type).first(where: { $0.name == name }) else { continue }
      var found = Meaning(of: entry)
      found.live = base.live?.member(name)
      return found
    }
    if let live = base.live?.member(name) { return Meaning(live) }
    if let field = base.type.fields.first(where: { $0.name == name }) { return Meaning(type: field.type) }
    if base.isString, let method = LuaLibrary.entry(named: "string.\(name)") { return Meaning(of: method) }
    if let type = base.type.named { return Meaning(type: type) }
    // `assert.is.Not.equal`: words between `assert` and what is asserted.
    return base.entry?.name == "assert" && base.entry?.receiver == nil ? base : Meaning()
  }

  private func element(of base: Meaning) -> DeclaredType {
    if let type = base.type.element { return type }
    return base.types.compactMap(\.element).first.map { .object($0) } ?? .any
  }

  /// What a call of a value gives.
  private func results(of callee: Meaning) -> [DeclaredType] {
    if let entry = callee.entry {
      switch entry.kind {
      case .method, .function, .constructor: return entry.returns.map { DeclaredType.results($0.type) } ?? []
      case .property, .callback, .namespace: break
      }
    }
    for case .function(_, let results) in callee.type.alternatives { return results }
    return []
  }
}

extension Meaning {
  /// Of a name of the API: the value of a property or namespace, else what is called.
  init(of entry: APIEntry) {
    self.init(entry: entry)
    switch entry.kind {
    case .property, .namespace:
      if let returns = entry.returns { type = DeclaredType(returns.type) }
    case .method, .callback, .constructor, .function: break
    }
  }
}

extension APIType {
  /// The class of the objects that are made of a class which scripts write; nil where they are the script's own.
  fileprivate var instance: String? {
    className == "homescreen.ControllerClass" ? "homescreen.UIViewController" : nil
  }
}
