/// Messages and calls, with the Swift spelling of system APIs.
extension CParser {
  /// One part of a selector and its argument.
  private struct Part {
    var name: String
    var arguments: [Expression]
  }

  /// Reads `[receiver name:argument …]`.
  mutating func message(at start: UInt32) -> Expression {
    inside { parser in
      let receiver = parser.receiver()
      let place = parser.offset
      var parts: [Part] = []
      while parser.kind() != .end {
        let isNamed = parser.isWord(parser.position) && parser.kind(1) == .colon
        if isNamed || parser.kind() == .colon {
          let name = isNamed ? parser.word : ""
          parser.position += isNamed ? 2 : 1
          var arguments = [parser.kind() == .leftBrace ? parser.braces() : parser.expression()]
          while parser.take(.comma) { arguments.append(parser.expression()) }
          parts.append(Part(name: name, arguments: arguments))
        } else if parts.isEmpty, parser.isWord(parser.position) {
          parts = [Part(name: parser.word, arguments: [])]
          parser.position += 1
          break
        } else {
          break
        }
      }
      guard !parts.isEmpty, parser.kind() == .end else { return parser.unread(receiver, parts, at: start) }
      return parser.message(to: receiver, parts, at: place)
    }
  }

  /// Returns the parts of something that is not a single message.
  private mutating func unread(_ receiver: Expression, _ parts: [Part], at start: UInt32) -> Expression {
    trouble()
    var known = [receiver] + parts.flatMap(\.arguments)
    while kind() != .end {
      if kind() == .identifier { known.append(Expression(.name(word), at: offset)) }
      position += 1
    }
    return Expression(.other("[]", known), at: start)
  }

  private mutating func receiver() -> Expression {
    if kind() == .identifier, scope.locals[word] == nil, SwiftSpelling.isType(word) {
      let start = offset
      // A class, with or without generic arguments.
      if kind(1) == .less, let end = typeEnd(position), isWord(end) {
        let name = word
        position = end
        return Expression(.name(SwiftSpelling.type(name)), at: start)
      }
      if isWord(position + 1) {
        let name = word
        position += 1
        return Expression(.name(SwiftSpelling.type(name)), at: start)
      }
    }
    return choice()
  }

  private func message(to receiver: Expression, _ parts: [Part], at place: UInt32) -> Expression {
    func made(_ form: Expression.Form) -> Expression { Expression(form, at: place) }
    guard let first = parts.first?.arguments.first else { return ask(receiver, parts[0].name, at: place) }
    let selector = parts.map { $0.name + ":" }.joined()
    switch selector {
    case "isEqualToString:", "isEqual:", "isEqualToNumber:": return made(.binary("==", receiver, first))
    case "stringByAppendingString:": return made(.binary("+", receiver, first))
    case "stringWithFormat:", "initWithFormat:": if let pieces = pieces(parts[0].arguments) { return made(pieces) }
    case "arrayWithObjects:", "arrayWithObject:", "initWithObjects:":
      return made(.list(parts[0].arguments.filter { if case .null = $0.form { false } else { true } }))
    case "objectForKey:", "valueForKey:", "objectForKeyedSubscript:":
      if case .member(nil, _) = first.form { return made(.element(receiver, [Argument(nil, first)])) }
    case "configurationWithName:sessionRole:":
      return made(.call(receiver, zip(["name", "sessionRole"], parts).map { Argument($0, $1.arguments[0]) }))
    default: break
    }
    if parts.count == 1, parts[0].arguments.count == 1, let property = set(selector, on: receiver) {
      return made(.assign("=", made(.member(receiver, property)), first))
    }
    if let swift = SwiftSpelling.message(selector), swift.labels.count == parts.count {
      let arguments = zip(swift.labels, parts).map { Argument($0 == "_" ? nil : $0, $1.arguments[0]) }
      return made(.call(made(.member(receiver, swift.name)), arguments))
    }
    var arguments: [Argument] = []
    for (index, part) in parts.enumerated() {
      let label = index == 0 || part.name.isEmpty ? nil : part.name
      for (number, value) in part.arguments.enumerated() {
        arguments.append(Argument(number == 0 ? label : nil, value))
      }
    }
    if let label = Self.initializerLabel(parts[0].name) {
      arguments[0].label = label
      if case .call(let base, let none) = receiver.form, none.isEmpty, case .member(let type?, "alloc") = base.form {
        return Expression(.call(type, arguments), at: type.offset)
      }
      return made(.call(made(.member(receiver, "init")), arguments))
    }
    return made(.call(made(.member(receiver, parts[0].name)), arguments))
  }

  /// Returns the label of Swift's `init` for the first selector part: `type` for `initWithType`; nil for other methods.
  static func initializerLabel(_ name: String) -> String? {
    guard name.hasPrefix("initWith"), name.utf8.count > 8 else { return nil }
    return SwiftSpelling.lowercased(String(name.dropFirst(8)))
  }

  /// Returns a message without arguments.
  private func ask(_ receiver: Expression, _ name: String, at place: UInt32) -> Expression {
    func made(_ form: Expression.Form) -> Expression { Expression(form, at: place) }
    if case .name(let owner) = receiver.form, SwiftSpelling.isType(owner) {
      if let property = SwiftSpelling.property(name) { return made(.member(receiver, property)) }
      if owner == "NSNull", name == "null" { return made(.null) }
      if name == "class" { return made(.member(receiver, "self")) }
      if name == "new" { return Expression(.call(receiver, []), at: receiver.offset) }
    }
    if name == "init", case .call(let base, _) = receiver.form, case .member(let type?, "alloc") = base.form {
      return Expression(.call(type, []), at: type.offset)
    }
    // Another reference, or a copy with the same value.
    if name == "copy" || name == "mutableCopy" || name == "retain" || name == "autorelease" { return receiver }
    if SwiftSpelling.isProperty(name) { return made(.member(receiver, SwiftSpelling.instanceProperty(name))) }
    if case .name("self") = receiver.form, scope.properties.contains(name), !scope.selectors.contains(name) {
      return made(.member(receiver, name))
    }
    return made(.call(made(.member(receiver, name)), []))
  }

  /// Returns the property that a message with one argument sets; nil if there is none.
  private func set(_ selector: String, on receiver: Expression) -> String? {
    if let property = SwiftSpelling.setProperty(selector) { return property }
    guard selector.hasPrefix("set"), selector.utf8.count > 4, case .name("self") = receiver.form,
      !scope.selectors.contains(String(selector.dropLast()))
    else { return nil }
    let name = String(selector.dropFirst(3).dropLast())
    return SwiftSpelling.isType(name) ? SwiftSpelling.lowercased(name) : nil
  }

  /// Returns the parts of a format that has only `%@`; nil for other formats.
  private func pieces(_ arguments: [Expression]) -> Expression.Form? {
    guard case .text(let format) = arguments[0].form else { return nil }
    let texts = format.split(separator: "%@", omittingEmptySubsequences: false)
    guard texts.count == arguments.count, !texts.contains(where: { $0.contains("%") }) else { return nil }
    var pieces: [Expression] = []
    for (index, text) in texts.enumerated() {
      if !text.isEmpty { pieces.append(Expression(.text(String(text)), at: arguments[0].offset)) }
      if index + 1 < arguments.count { pieces.append(arguments[index + 1]) }
    }
    return .pieces(pieces)
  }

  /// Returns a call of a function or block.
  func call(_ function: Expression, _ arguments: [Argument]) -> Expression {
    func made(_ form: Expression.Form) -> Expression { Expression(form, at: function.offset) }
    guard case .name(let name) = function.form else {
      // A called name that looks like an instance variable may be a function from a header.
      return made(.call(function, arguments))
    }
    switch (name, arguments.count) {
    case ("dispatch_get_main_queue", 0): return made(.member(made(.name("DispatchQueue")), "main"))
    case ("dispatch_get_global_queue", 2): return made(.call(made(.member(made(.name("DispatchQueue")), "global")), []))
    case ("dispatch_async", 2): return made(.call(made(.member(arguments[0].value, "async")), [arguments[1]]))
    case ("dispatch_sync", 2): return made(.call(made(.member(arguments[0].value, "sync")), [arguments[1]]))
    case ("dispatch_after", 3):
      let deadline = Argument("deadline", arguments[0].value)
      return made(.call(made(.member(arguments[1].value, "asyncAfter")), [deadline, arguments[2]]))
    default: return made(.call(function, arguments))
    }
  }
}
