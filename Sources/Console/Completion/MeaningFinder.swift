internal import LuaAPI
internal import LuaEngine

/// Determines the meaning of an expression from existing values, declared types, and the text. Runs nothing.
struct MeaningFinder {
  let outline: LuaOutline
  let session: Session
  private let catalog = APICatalog.homescreen
  /// The maximum depth of nested names and calls.
  static let maximumDepth = 24

  init(_ outline: LuaOutline, _ session: Session) { (self.outline, self.session) = (outline, session) }

  /// Returns the meaning of an expression at a token.
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

  /// - Parameter index: declarations at this token or later are not visible.
  private func meaning(ofName name: String, at index: Int, depth: Int) -> Meaning {
    if let declaration = outline.declaration(of: name, at: index) { return meaning(of: declaration, depth: depth + 1) }
    if let live = session.value(named: name) {
      // `assert` is a table in Lua, but its documentation has more.
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

  /// Returns the value at a position of a list that begins at a token.
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

  /// Returns whether a value that ends before a token is the whole value: no operator other than `or` follows.
  private func endsValue(_ index: Int) -> Bool {
    guard outline.tokens.indices.contains(index) else { return true }
    switch outline.tokens[index].kind {
    case .symbol: return outline.isAt(index, ",") || outline.isAt(index, ";") || outline.isAt(index, ")")
    case .keyword: return !outline.isAt(index, "and")
    case .name, .number, .string, .longString, .comment: return true
    }
  }

  /// Returns the loop variable in `for _, x in ipairs(list)`, `pairs(…)`, or another iterator.
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

  /// Returns a parameter of a function, if its use determines the arguments; −1 is `self`.
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
    // `assert.is.Not.equal`: words between `assert` and the assertion.
    return base.entry?.name == "assert" && base.entry?.receiver == nil ? base : Meaning()
  }

  private func element(of base: Meaning) -> DeclaredType {
    if let type = base.type.element { return type }
    return base.types.compactMap(\.element).first.map { .object($0) } ?? .any
  }

  /// Returns the results of a call.
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
  /// Creates the meaning of a name of the API: the value of a property or namespace, otherwise the function.
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
  /// The class of the instances, for a class that scripts write; nil for any other type.
  fileprivate var instance: String? {
    className == "homescreen.ControllerClass" ? "homescreen.UIViewController" : nil
  }
}

/// The expectation at a place, from the tokens before it.
extension MeaningFinder {
  /// Returns the expectation for the expression at a token, or at the end of the text; nil if it is unknown.
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

  /// Returns the call around the end of the text, or around the table that contains it; nil outside calls.
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
  /// Returns the key of a table before its `=`.
  func key(before symbol: Int) -> String? {
    if isName(symbol - 1), isAt(symbol - 2, "{") || isAt(symbol - 2, ",") || isAt(symbol - 2, ";") {
      return text(symbol - 1)
    }
    guard isAt(symbol - 1, "]"), isString(symbol - 2), isAt(symbol - 3, "[") else { return nil }
    return content(ofString: symbol - 2)
  }

  /// Returns the keys in a table, up to the end of the text.
  func keys(inTableAt opener: Int) -> Set<String> {
    Set(
      (opener + 1..<max(opener + 1, tokens.count)).filter { openers[$0] == opener && isAt($0, "=") }
        .compactMap { key(before: $0) })
  }

  /// Returns the bracket that closes another one.
  func closer(of opener: Int) -> Int? { partners.first { $0.value == opener }?.key }
}

/// The static knowledge of an expression.
struct Meaning {
  /// The value, if names or fields lead to it.
  var live: LiveValue?
  var type: DeclaredType = .any
  var entry: APIEntry?

  init(live: LiveValue? = nil, type: DeclaredType = .any, entry: APIEntry? = nil) {
    (self.live, self.type, self.entry) = (live, type, entry)
  }

  /// Creates the meaning of an existing value.
  init(_ live: LiveValue) {
    self.live = live
    if let type = live.type {
      self.type = .object(type.className)
    } else {
      switch live.kind {
      case .string, .number, .boolean, .table: type = .plain(live.kind.rawValue)
      case .nil, .function, .userdata, .thread: break
      }
    }
    entry = live.functionName.flatMap { Explanation.entry(named: $0) }
  }

  /// The classes of the API that the value can have.
  var types: [APIType] { type.classNames.compactMap { APICatalog.homescreen.type(ofClass: $0) } }

  var isString: Bool { live?.kind == .string || type.holds("string") || !type.words.isEmpty }
}

/// The expectation at a place in a line: for an argument, a field, or an assigned value.
struct Expectation {
  /// The call that gets the argument, or the table around it.
  struct Call {
    let entry: APIEntry
    let callee: LuaExpression
    /// The bracket, string or table with which the arguments begin.
    let arguments: Int
    /// The index of the argument, from 0.
    let position: Int
  }

  let type: DeclaredType
  /// The fields of the expected table.
  var fields: [APIParameter] = []
  var domain: APIDomain?
  /// The documented parameter.
  var parameter: APIParameter?
  var call: Call?

  init(type: DeclaredType) { self.type = type }

  init(_ parameter: APIParameter, call: Call? = nil) {
    self.init(type: DeclaredType(parameter.type), parameter, call: call)
  }

  private init(type: DeclaredType, _ parameter: APIParameter, call: Call?) {
    self.type = type
    fields = parameter.fields
    domain = parameter.domain
    (self.parameter, self.call) = (parameter, call)
  }

  var isRecord: Bool { !fields.isEmpty && type.holds("table") }

  /// Whether the value can be a table whose keys are names of the domain.
  var hasNamesOfDomain: Bool { domain != nil && fields.isEmpty && type.holds("table") }

  /// Returns the expectation for a field of a table.
  func field(_ name: String) -> Expectation? {
    if isRecord { return fields.first { $0.name == name }.map { Expectation($0, call: call) } }
    if let field = type.fields.first(where: { $0.name == name }) { return Expectation(type: field.type) }
    if let named = type.named, let parameter { return Expectation(type: named, parameter, call: call) }
    // A table in a property list has keys of property lists, too.
    return hasNamesOfDomain && domain == .infoPlistKey ? self : nil
  }

  var element: Expectation? {
    guard let element = type.element else { return nil }
    return parameter.map { Expectation(type: element, $0, call: call) } ?? Expectation(type: element)
  }
}

extension Expectation.Call {
  /// The parameter at the position; variadic functions repeat their last one.
  var parameter: APIParameter? {
    if entry.parameters.indices.contains(position) { return entry.parameters[position] }
    guard let last = entry.parameters.last, last.name == "..." || last.domain == .plistKey else { return nil }
    return last
  }
}

extension Expectation {
  /// Returns a line about the place: the function, and its argument or field.
  static func note(_ call: Call?, _ parameter: APIParameter?) -> String? {
    guard let parameter, !parameter.documentation.isEmpty else {
      return call.map { "\($0.entry.signature)  \($0.entry.summary)" }
    }
    let words = "\(parameter.name): \(parameter.documentation)"
    return call.map { "\($0.entry.signature)  \(words)" } ?? words
  }
}
