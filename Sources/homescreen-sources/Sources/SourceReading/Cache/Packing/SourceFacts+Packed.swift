extension SourceFacts: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(types)
    encoder.write(functions)
    encoder.write(globals)
    encoder.write(UInt32(aliases.count))
    for (name, other) in aliases.sorted(by: { $0.key < $1.key }) {
      encoder.write(name)
      encoder.write(other)
    }
    encoder.write(statements)
    encoder.write(troubles)
    encoder.writeGrowing(lines.starts)
    encoder.writeGrowing(lines.continuations)
    encoder.write(index)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    types = try decoder.list()
    functions = try decoder.list()
    globals = try decoder.list()
    for _ in 0..<(try decoder.number()) {
      let name = try decoder.text()
      aliases[name] = try decoder.text()
    }
    statements = try decoder.list()
    troubles = try decoder.list()
    lines.starts = try decoder.growing()
    lines.continuations = try decoder.growing()
    index = try decoder.value()
  }
}

extension SourceFacts.Trouble: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(offset)
    encoder.write(isDepth)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(offset: try decoder.number(), isDepth: try decoder.flag())
  }
}

extension TypeFacts: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(kind.rawValue)
    encoder.write(name)
    encoder.write(offset)
    encoder.write(category)
    encoder.write(inherits)
    encoder.write(attributes)
    encoder.write(isPublic)
    encoder.write(condition)
    encoder.write(functions)
    encoder.write(properties)
    encoder.write(cases)
    encoder.write(isInterface)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(try decoder.raw(), try decoder.text(), at: try decoder.number())
    category = try decoder.optional()
    inherits = try decoder.list()
    attributes = try decoder.list()
    isPublic = try decoder.flag()
    condition = try decoder.optional()
    functions = try decoder.list()
    properties = try decoder.list()
    cases = try decoder.list()
    isInterface = try decoder.flag()
  }
}

extension Function: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(name)
    encoder.write(parameters)
    encoder.write(body != nil)
    if let body { encoder.write(body) }
    encoder.write(offset)
    encoder.write(end)
    encoder.write(result)
    for flag in [isStatic, isAsync, isThrowing, isOverride, isPublic] { encoder.write(flag) }
    encoder.write(selector)
    encoder.write(attributes)
    encoder.write(condition)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(
      try decoder.text(), parameters: try decoder.list(), body: try decoder.flag() ? try decoder.list() : nil,
      at: try decoder.number(), end: try decoder.number())
    result = try decoder.optional()
    isStatic = try decoder.flag()
    isAsync = try decoder.flag()
    isThrowing = try decoder.flag()
    isOverride = try decoder.flag()
    isPublic = try decoder.flag()
    selector = try decoder.optional()
    attributes = try decoder.list()
    condition = try decoder.optional()
  }
}

extension Parameter: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(label)
    encoder.write(name)
    encoder.write(type)
    encoder.write(standard)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(
      label: try decoder.text(), name: try decoder.text(), type: try decoder.text(), standard: try decoder.optional())
  }
}

extension Property: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(name)
    encoder.write(type)
    encoder.write(value)
    encoder.write(offset)
    for flag in [isOptional, isStatic, isLet, isPublic] { encoder.write(flag) }
    encoder.write(attributes)
    encoder.write(accessors)
    encoder.write(condition)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(try decoder.text(), type: try decoder.optional(), value: try decoder.optional(), at: try decoder.number())
    isOptional = try decoder.flag()
    isStatic = try decoder.flag()
    isLet = try decoder.flag()
    isPublic = try decoder.flag()
    attributes = try decoder.list()
    accessors = try decoder.list()
    condition = try decoder.optional()
  }
}

extension Property.Attribute: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(name)
    encoder.write(arguments)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(name: try decoder.text(), arguments: try decoder.list())
  }
}

extension Property.Accessor: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(kind)
    encoder.write(body)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(kind: try decoder.text(), body: try decoder.list())
  }
}

extension EnumCase: Packed {
  func pack(into encoder: inout FactsEncoder) {
    encoder.write(name)
    encoder.write(value)
    encoder.write(UInt32(payload))
    encoder.write(offset)
  }

  init(from decoder: inout FactsDecoder) throws(PackDamage) {
    self.init(
      name: try decoder.text(), value: try decoder.optional(), payload: Int(try decoder.number()),
      offset: try decoder.number())
  }
}
