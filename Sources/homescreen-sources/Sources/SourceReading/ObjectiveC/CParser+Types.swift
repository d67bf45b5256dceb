/// Types and declarators.
extension CParser {
  /// Returns the index after the type at a token, including its pointers; nil if there is none.
  func typeEnd(_ start: Int) -> Int? {
    var index = start
    var hasName = false
    var isInferred = false
    scanning: while true {
      switch kindAt(index) {
      case .qualifier:
        isInferred = isInferred || spells("auto", at: index)
        index += 1
      case .wordStatic, .wordExtern: index += 1
      case .basicType:
        hasName = true
        index += 1
      case .wordStruct, .wordEnum:
        guard !hasName, kindAt(index + 1) == .identifier else { return nil }
        hasName = true
        index += 2
      case .wordTypeof:
        guard !hasName, kindAt(index + 1) == .leftParenthesis else { return nil }
        hasName = true
        index = partner(index + 1) + 1
      case .identifier:
        if hasName || isInferred { break scanning }
        hasName = true
        index += 1
        while kindAt(index) == .scope, kindAt(index + 1) == .identifier { index += 2 }
        if kindAt(index) == .less {
          guard let behind = anglesEnd(index) else { return nil }
          index = behind
          while kindAt(index) == .scope, kindAt(index + 1) == .identifier { index += 2 }
        }
      case .star, .ampersand:
        guard hasName || isInferred else { return nil }
        index += 1
        hasName = true
      case .binary where isInferred && spells("&&", at: index): index += 1
      default: break scanning
      }
    }
    return hasName || isInferred ? index : nil
  }

  /// Returns the index after `<…>` if it contains only types.
  func anglesEnd(_ start: Int) -> Int? {
    var index = start
    var open = 0
    while index - start < 400 {
      switch kindAt(index) {
      case .less: open += 1
      case .greater: open -= 1
      case .binary where spells(">>", at: index): open -= 2
      case .identifier, .qualifier, .basicType, .wordStruct, .wordEnum, .star, .ampersand, .comma, .scope, .caret,
        .number, .ellipsis, .colon, .wordTypeof:
        break
      case .leftParenthesis: index = partner(index)
      default: return nil
      }
      index += 1
      if open <= 0 { return index }
    }
    return nil
  }

  /// Returns a type without pointers, qualifiers and annotations, for comparison.
  func typeName(_ range: Range<Int>) -> String {
    // `void (^)(BOOL)` is `(BOOL) -> void`.
    if let open = range.first(where: { kindAt($0) == .leftParenthesis }), isFunctionDeclarator(open) {
      let parameters = partner(open) + 1
      let end = min(range.upperBound, partner(parameters) + 1)
      if open > range.lowerBound, end > parameters {
        return typeName(parameters..<end) + " -> " + typeName(range.lowerBound..<open)
      }
    }
    var words: [String] = []
    for index in range where index < limit {
      switch kindAt(index) {
      case .qualifier, .star, .ampersand, .wordStatic, .wordExtern, .wordStruct, .wordEnum: break
      default: words.append(text(index))
      }
    }
    var name = ""
    for word in words {
      let isApart = name.utf8.last.map { Byte.isWord($0) } ?? false
      if isApart, word.utf8.first.map({ Byte.isWord($0) }) ?? false { name += " " }
      name += word
      if word == "," { name += " " }
    }
    return name
  }

  /// Whether a type in a range is a pointer, so that testing its value means a comparison with nil.
  func isPointer(_ range: Range<Int>) -> Bool {
    range.contains { index in
      switch kindAt(index) {
      case .star, .caret: true
      case .identifier: spells("id", at: index) || spells("instancetype", at: index)
      default: false
      }
    }
  }

  /// Whether `(` at a token starts the declarator of a block or function pointer: `(^name)(…)`, `(API_CALL *name)(…)`.
  func isFunctionDeclarator(_ index: Int) -> Bool {
    guard kindAt(index) == .leftParenthesis else { return false }
    let sign = kindAt(isMacro(index + 1) ? index + 2 : index + 1)
    guard sign == .caret || sign == .star else { return false }
    let close = partner(index)
    return close + 1 < limit && kindAt(close) == .rightParenthesis && kindAt(close + 1) == .leftParenthesis
  }

  /// Whether a variable declaration starts here.
  func isDeclaration() -> Bool {
    guard let end = typeEnd(position) else { return false }
    if isFunctionDeclarator(end) { return true }
    // `auto x`, `__block x`: the name was taken for the type.
    guard kindAt(end) == .identifier else { return false }
    switch kindAt(end + 1) {
    case .assign, .semicolon, .comma, .leftBracket, .end, .colon, .identifier, .leftBrace, .leftParenthesis,
      .qualifier:
      return true
    default: return false
    }
  }

  /// One variable of a declaration.
  struct Declarator {
    var name: String
    var offset: UInt32
    var type: String
    var isPointer: Bool
    var value: Expression?
  }

  /// Reads the variables of a declaration.
  mutating func declarators(reading value: (inout CParser) -> Expression) -> [Declarator] {
    guard let start = typeEnd(position) else { return [] }
    let base = position..<start
    let baseType = typeName(base)
    var found: [Declarator] = []
    position = start
    repeat {
      let pointers = position
      while kind() == .star || kind() == .qualifier || kind() == .ampersand { position += 1 }
      var type = baseType
      // The `*` of the type belongs only to the first variable; the others have one each.
      var pointer = isPointer(pointers..<position) || found.isEmpty && isPointer(base)
      var name = position
      if isFunctionDeclarator(position) {
        let close = partner(position)
        let last = (position..<close).last { kindAt($0) == .identifier }
        name = last ?? close
        pointer = true
        position = close + 1
        type = typeName(position..<min(limit, partner(position) + 1)) + " -> " + type
        skip()
      } else {
        guard kind() == .identifier else { break }
        position += 1
      }
      var declarator = Declarator(name: text(name), offset: offset(of: name), type: type, isPointer: pointer)
      while true {
        switch kind() {
        case .leftBracket, .identifier, .qualifier: skip()
        case .leftParenthesis where kind(-1) == .identifier && found.isEmpty: skip()
        default: break
        }
        if kind() != .leftBracket, kind() != .identifier, kind() != .qualifier { break }
      }
      if take(.assign) {
        declarator.value = value(&self)
      } else if kind() == .leftBrace {
        declarator.value = value(&self)
      }
      found.append(declarator)
    } while take(.comma)
    return found
  }
}
