import SwiftParser
import SwiftSyntax

/// Reads a Swift file with Swift's own parser, and converts its tree to ``SourceFacts``.
///
/// Both branches of `#if` are read, except those for other systems: each declaration has its condition. The enums of a
/// toolchain's parser may have unknown cases, but those of a parser built from source may not, so the code uses `if` or
/// a `default`.
struct SwiftReader {
  /// The maximum depth of a tree; the parser limits brackets earlier.
  static let deepest = 2000

  var facts = SourceFacts()
  /// The enclosing types, as one name.
  var outer = ""
  /// The conditions of the enclosing `#if`s.
  var conditions: [String] = []
  var depth = 0

  /// Returns the facts of a file. Code that cannot be parsed is in the troubles; the rest is read.
  static func facts(of bytes: [UInt8]) -> SourceFacts {
    let tree = bytes.withUnsafeBufferPointer { bytes in
      var parser = Parser(bytes)
      return SourceFileSyntax.parse(from: &parser)
    }
    var reader = SwiftReader()
    reader.facts.lines = LineTable(bytes)
    reader.read(tree.statements)
    if tree.hasError, let offset = reader.firstError(in: Syntax(tree)) {
      reader.facts.troubles.append(.init(offset: offset))
    }
    return reader.facts
  }

  private mutating func read(_ items: CodeBlockItemListSyntax) {
    for item in items {
      if case .decl(let declaration) = item.item {
        read(declaration, in: nil)
      } else {
        facts.statements += statements(of: item)
      }
    }
  }

  /// Returns the place of the first unexpected or missing part.
  private func firstError(in node: Syntax) -> UInt32? {
    var node = node
    while true {
      if node.is(UnexpectedNodesSyntax.self) { return offset(of: node) }
      if let token = node.as(TokenSyntax.self) { return token.presence == .missing ? offset(of: token) : nil }
      guard let next = node.children(viewMode: .all).first(where: { $0.hasError || isWrong($0) }) else { return nil }
      node = next
    }
  }

  private func isWrong(_ node: Syntax) -> Bool {
    node.is(UnexpectedNodesSyntax.self) || node.as(TokenSyntax.self)?.presence == .missing
  }

  // MARK: Small things

  func offset(of node: some SyntaxProtocol) -> UInt32 { UInt32(node.positionAfterSkippingLeadingTrivia.utf8Offset) }

  /// The current condition; nil if there is none.
  var condition: String? { conditions.isEmpty ? nil : conditions.joined(separator: " && ") }

  /// Returns the conditions of the clauses of an `#if`, including `#else`.
  func conditions(of block: IfConfigDeclSyntax) -> [String] {
    var before: [String] = []
    return block.clauses.map { clause in
      let own = clause.condition?.trimmedDescription
      let all = before + (own.map { [$0] } ?? [])
      if let own { before.append(Self.negated(own)) }
      return all.joined(separator: " && ")
    }
  }

  /// Whether the code inside a condition is never part of an app for iPhone and iPad.
  static func isForeign(_ condition: String) -> Bool {
    !condition.contains("||")
      && condition.split(separator: " && ").contains { part in
        let word = part.hasPrefix("!!") ? part.dropFirst(2) : part
        return ["os(tvOS)", "os(macOS)", "os(OSX)", "os(watchOS)", "os(visionOS)", "!os(iOS)"].contains(word)
          || word == "targetEnvironment(macCatalyst)"
      }
  }

  private static func negated(_ condition: String) -> String {
    condition.utf8.contains(UInt8(ascii: " ")) ? "!(\(condition))" : "!\(condition)"
  }

  /// Returns a type as written, without attributes, `?` and `!`.
  func text(of type: TypeSyntax) -> String {
    if let plain = type.as(IdentifierTypeSyntax.self), plain.genericArgumentClause == nil { return plain.name.text }
    if let optional = type.as(OptionalTypeSyntax.self) { return text(of: optional.wrappedType) }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return text(of: optional.wrappedType) }
    if let attributed = type.as(AttributedTypeSyntax.self) { return text(of: attributed.baseType) }
    if let some = type.as(SomeOrAnyTypeSyntax.self) { return text(of: some.constraint) }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
      only.firstName == nil
    {
      return text(of: only.type)
    }
    return type.trimmedDescription
  }

  /// Returns attributes with their arguments.
  mutating func attributes(of list: AttributeListSyntax) -> [Property.Attribute] {
    var found: [Property.Attribute] = []
    for element in list {
      guard case .attribute(let attribute) = element else { continue }
      var arguments: [Argument] = []
      if case .argumentList(let list) = attribute.arguments {
        arguments = list.map { Argument($0.label?.text, expression($0.expression)) }
      } else if let other = attribute.arguments {
        arguments = [Argument(nil, Expression(.other(other.trimmedDescription, []), at: offset(of: other)))]
      }
      found.append(.init(name: text(of: attribute.attributeName), arguments: arguments))
    }
    return found
  }

  func names(of list: AttributeListSyntax) -> [String] {
    list.compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      return text(of: attribute.attributeName)
    }
  }

  func has(_ modifiers: DeclModifierListSyntax, _ words: Keyword...) -> Bool {
    modifiers.contains { modifier in
      if case .keyword(let word) = modifier.name.tokenKind { words.contains(word) } else { false }
    }
  }
}
