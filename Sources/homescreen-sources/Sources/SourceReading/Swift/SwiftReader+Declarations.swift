import SwiftSyntax

extension SwiftReader {
  /// Reads a declaration into the enclosing type, or into the file.
  ///
  /// - Parameter type: the index of the enclosing type.
  mutating func read(_ declaration: DeclSyntax, in type: Int?) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .classDecl(let node):
      read(node, .class, named: node.name, inherits: node.inheritanceClause, at: offset(of: node.classKeyword))
    case .structDecl(let node):
      read(node, .struct, named: node.name, inherits: node.inheritanceClause, at: offset(of: node.structKeyword))
    case .enumDecl(let node):
      read(node, .enum, named: node.name, inherits: node.inheritanceClause, at: offset(of: node.enumKeyword))
    case .actorDecl(let node):
      read(node, .actor, named: node.name, inherits: node.inheritanceClause, at: offset(of: node.actorKeyword))
    case .protocolDecl(let node):
      read(node, .protocol, named: node.name, inherits: node.inheritanceClause, at: offset(of: node.protocolKeyword))
    case .extensionDecl(let node):
      read(
        node, .extension, name: text(of: node.extendedType), inherits: node.inheritanceClause,
        at: offset(of: node.extensionKeyword))
    case .functionDecl(let node):
      let function = function(node)
      if let type { facts.types[type].functions.append(function) } else { facts.functions.append(function) }
    case .initializerDecl(let node): if let type { facts.types[type].functions.append(function(node)) }
    case .deinitializerDecl(let node):
      guard let type, let body = node.body else { return }
      var function = Function(
        "deinit", parameters: [], body: statements(of: body.statements), at: offset(of: node.deinitKeyword),
        end: offset(of: body.rightBrace))
      function.condition = condition
      facts.types[type].functions.append(function)
    case .subscriptDecl(let node):
      guard let type else { return }
      var property = Property(
        "subscript", type: text(of: node.returnClause.type), at: offset(of: node.subscriptKeyword))
      property.accessors = accessors(of: node.accessorBlock)
      property.condition = condition
      facts.types[type].properties.append(property)
    case .variableDecl(let node):
      let properties = properties(of: node)
      if let type { facts.types[type].properties += properties } else { facts.globals += properties }
    case .enumCaseDecl(let node):
      guard let type else { return }
      for element in node.elements {
        facts.types[type].cases.append(
          EnumCase(
            name: name(element.name), value: element.rawValue.map { expression($0.value) },
            payload: element.parameterClause?.parameters.count ?? 0, offset: offset(of: element)))
      }
    case .typeAliasDecl(let node): read(node)
    case .ifConfigDecl(let block):
      for (clause, condition) in zip(block.clauses, conditions(of: block)) where !Self.isForeign(condition) {
        conditions.append(condition)
        defer { conditions.removeLast() }
        switch clause.elements {
        case .decls(let members): for member in members { read(member.decl, in: type) }
        case .statements(let items):
          for item in items {
            if case .decl(let declaration) = item.item {
              read(declaration, in: type)
            } else if type == nil {
              facts.statements += statements(of: item)
            }
          }
        default: break
        }
      }
    // Imports, operators, macros: `#Preview { … }` and the like add no code to the app.
    default: break
    }
  }

  private mutating func read(_ node: TypeAliasDeclSyntax) {
    let name = outer.isEmpty ? node.name.text : "\(outer).\(node.name.text)"
    let target = text(of: node.initializer.value)
    facts.aliases[name] = [nil, target].contains(facts.aliases[name]) ? target : ""
  }

  private mutating func read(
    _ node: some DeclGroupSyntax, _ kind: TypeFacts.Kind, named token: TokenSyntax,
    inherits: InheritanceClauseSyntax?, at offset: UInt32
  ) {
    read(node, kind, name: name(token), inherits: inherits, at: offset)
  }

  private mutating func read(
    _ node: some DeclGroupSyntax, _ kind: TypeFacts.Kind, name: String, inherits: InheritanceClauseSyntax?,
    at offset: UInt32
  ) {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { return }
    let around = outer
    let full = around.isEmpty ? name : "\(around).\(name)"
    var type = TypeFacts(kind, full, at: offset)
    type.inherits = inherits?.inheritedTypes.map { text(of: $0.type) } ?? []
    type.attributes = attributes(of: node.attributes).map { attribute in
      guard attribute.name == "objc", case .other(let name, _) = attribute.arguments.first?.value.form else {
        return attribute.name
      }
      return "objc(\(name))"
    }
    type.isPublic = has(node.modifiers, .public, .open)
    type.condition = condition
    let index = facts.types.count
    facts.types.append(type)
    outer = full
    for member in node.memberBlock.members { read(member.decl, in: index) }
    outer = around
  }

  /// Returns a name without backquotes: `` `default` ``.
  func name(_ token: TokenSyntax) -> String {
    let text = token.text
    guard text.utf8.first == UInt8(ascii: "`") else { return text }
    return String(text.dropFirst().dropLast())
  }

  // MARK: Functions

  mutating func function(_ node: FunctionDeclSyntax) -> Function {
    var function = function(
      name(node.name), node.signature, body: node.body, modifiers: node.modifiers, attributes: node.attributes,
      at: offset(of: node.funcKeyword), end: node.endPositionBeforeTrailingTrivia.utf8Offset)
    function.result = node.signature.returnClause.map { text(of: $0.type) }
    return function
  }

  private mutating func function(_ node: InitializerDeclSyntax) -> Function {
    function(
      "init", node.signature, body: node.body, modifiers: node.modifiers, attributes: node.attributes,
      at: offset(of: node.initKeyword), end: node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  private mutating func function(
    _ name: String, _ signature: FunctionSignatureSyntax, body: CodeBlockSyntax?, modifiers: DeclModifierListSyntax,
    attributes: AttributeListSyntax, at offset: UInt32, end: Int
  ) -> Function {
    depth += 1
    defer { depth -= 1 }
    let parameters = signature.parameterClause.parameters.map { parameter in
      Parameter(
        label: self.name(parameter.firstName), name: self.name(parameter.secondName ?? parameter.firstName),
        type: text(of: parameter.type), standard: parameter.defaultValue.map { expression($0.value) })
    }
    var function = Function(
      name, parameters: parameters, body: body.map { statements(of: $0.statements) }, at: offset,
      end: body.map { self.offset(of: $0.rightBrace) } ?? UInt32(end))
    function.isStatic = has(modifiers, .static, .class)
    function.isOverride = has(modifiers, .override)
    function.isPublic = has(modifiers, .public, .open)
    function.isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
    function.isThrowing = signature.effectSpecifiers?.throwsClause != nil
    for attribute in self.attributes(of: attributes) {
      function.attributes.append(attribute.name)
      if attribute.name == "objc", case .other(let selector, _) = attribute.arguments.first?.value.form {
        function.selector = selector
      }
    }
    function.condition = condition
    return function
  }

  // MARK: Properties

  mutating func properties(of node: VariableDeclSyntax) -> [Property] {
    let attributes = attributes(of: node.attributes)
    let isStatic = has(node.modifiers, .static, .class)
    let isPublic = has(node.modifiers, .public, .open)
    let isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
    var found: [Property] = []
    for binding in node.bindings {
      let value = binding.initializer.map { expression($0.value) }
      let accessors = accessors(of: binding.accessorBlock)
      let names = pattern(binding.pattern).names
      for name in names {
        var property = Property(
          name, type: binding.typeAnnotation.map { text(of: $0.type) }, value: names.count == 1 ? value : nil,
          at: offset(of: binding.pattern))
        if let type = binding.typeAnnotation?.type {
          property.isOptional = type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        }
        property.isStatic = isStatic
        property.isLet = isLet
        property.isPublic = isPublic
        property.attributes = attributes
        property.accessors = accessors
        property.condition = condition
        found.append(property)
      }
    }
    return found
  }

  private mutating func accessors(of block: AccessorBlockSyntax?) -> [Property.Accessor] {
    guard let block else { return [] }
    if case .getter(let items) = block.accessors { return [.init(kind: "get", body: statements(of: items))] }
    guard case .accessors(let list) = block.accessors else { return [] }
    var found: [Property.Accessor] = []
    for accessor in list {
      guard let body = accessor.body else { continue }
      found.append(.init(kind: accessor.accessorSpecifier.text, body: statements(of: body.statements)))
    }
    return found
  }
}
