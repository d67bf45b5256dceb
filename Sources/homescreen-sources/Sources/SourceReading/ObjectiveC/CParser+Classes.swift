/// Classes, categories and protocols.
extension CParser {
  /// Reads `@interface`, `@implementation` or `@protocol`, up to its `@end`.
  mutating func typeDeclaration() {
    let keyword = kind()
    var type = TypeFacts(.class, "", at: offset)
    type.condition = source.condition(tokens[position].condition)
    position += 1
    guard kind() == .identifier else { return }
    type.name = word
    position += 1
    switch keyword {
    case .atProtocol:
      // `@protocol A, B;` is a forward declaration.
      if kind() == .semicolon || kind() == .comma { return skipStatement() }
      type.kind = .protocol
      if kind() == .less { type.inherits = angledNames() }
      type.isInterface = true
    case .atInterface:
      type.isInterface = true
      interfaceHead(&type)
    default: implementationHead(&type)
    }
    let end = (position..<limit).first { tokens[$0].kind.endsDeclarations } ?? limit
    scope.synthesized = [:]
    within(position..<end) { parser in
      if parser.kind() == .leftBrace { parser.inside { $0.variables(&type) } }
      while parser.kind() != .end { parser.member(&type) }
    }
    if kind() == .atEnd { position += 1 }
    facts.types.append(type)
  }

  private mutating func interfaceHead(_ type: inout TypeFacts) {
    if kind() == .less {
      // Generic parameters of the class, or the protocols of a root class.
      let names = angledNames()
      if kind() != .colon, kind() != .leftParenthesis { type.inherits = names }
    }
    categoryHead(&type)
    if take(.colon), kind() == .identifier {
      type.inherits = [word]
      position += 1
    }
    while kind() == .less { type.inherits += angledNames() }
  }

  private mutating func implementationHead(_ type: inout TypeFacts) {
    categoryHead(&type)
    if take(.colon), kind() == .identifier {
      type.inherits = [word]
      position += 1
    }
  }

  private mutating func categoryHead(_ type: inout TypeFacts) {
    guard kind() == .leftParenthesis else { return }
    type.kind = .category
    type.category = kind(1) == .identifier ? text(position + 1) : ""
    skip()
  }

  /// Reads the names between `<` and `>`.
  private mutating func angledNames() -> [String] {
    var names: [String] = []
    var open = 0
    while kind() != .end {
      switch kind() {
      case .less: open += 1
      case .greater: open -= 1
      case .binary where spells(">>", at: position): open -= 2
      case .identifier where open == 1: names.append(word)
      case .semicolon, .leftBrace, .minus, .plus, .atProperty: return names
      default: break
      }
      position += 1
      if open <= 0 { break }
    }
    return names
  }

  /// Reads one member of a class, or anything else between two members.
  private mutating func member(_ type: inout TypeFacts) {
    let before = position
    switch kind() {
    case .minus, .plus: method(&type)
    case .atProperty: property(&type)
    case .atOther:
      if spells("@synthesize", at: position) { synthesize() }
      skipToMember()
    case .atClass, .atProtocol: skipStatement()
    case .identifier where kind(1) == .leftParenthesis && isMacroMethod(): macroMethod(&type)
    case .identifier where kind(1) == .leftParenthesis && isBareMacro():
      // `RCT_EXPORT_MODULE()` describes the class.
      type.attributes.append(word)
      position += 1
      skip()
    case .semicolon, .rightBrace: position += 1
    default: external()
    }
    if position == before { skip() }
  }

  /// Skips the rest of `@synthesize …;` or a word such as `@optional`.
  private mutating func skipToMember() {
    let takesNames = spells("@synthesize", at: position) || spells("@dynamic", at: position)
    if takesNames { skipStatement() } else { position += 1 }
  }

  /// Reads `@synthesize property = variable;`.
  private mutating func synthesize() {
    var index = position + 1
    while kindAt(index) != .end, kindAt(index) != .semicolon {
      if kindAt(index) == .identifier, kindAt(index + 1) == .assign, kindAt(index + 2) == .identifier {
        scope.synthesized[text(index + 2)] = text(index)
        index += 2
      }
      index += 1
    }
  }

  /// Reads instance variables as properties; a variable that backs a property gets its name.
  private mutating func variables(_ type: inout TypeFacts) {
    while kind() != .end {
      if kind() == .atOther {
        position += 1
        continue
      }
      let before = position
      for variable in declarators(reading: { $0.expression() }) {
        let name = property(ofVariable: variable.name) ?? variable.name
        guard !scope.properties.contains(name) || !type.isInterface else { continue }
        var property = Property(name, type: variable.type, at: variable.offset)
        property.isOptional = variable.isPointer
        type.properties.append(property)
      }
      if !take(.semicolon) { skipStatement() }
      if position == before { skip() }
    }
  }

  /// Reads `@property (…) Type *name;`.
  private mutating func property(_ type: inout TypeFacts) {
    let start = offset
    let condition = source.condition(tokens[position].condition)
    position += 1
    var words: Set<String> = []
    if kind() == .leftParenthesis {
      inside { parser in
        while parser.kind() != .end {
          words.insert(parser.word)
          parser.position += 1
        }
      }
    }
    for variable in declarators(reading: { $0.expression() }) {
      var property = Property(variable.name, type: variable.type, at: start)
      property.isStatic = words.contains("class")
      property.isOptional = variable.isPointer
      property.condition = condition
      scope.properties.insert(variable.name)
      type.properties.append(property)
    }
    skipStatement()
  }
}
