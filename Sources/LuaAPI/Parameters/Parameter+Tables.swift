import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// Tables: records, lists, and tables whose names are the script's own. They nest, and each names its place in what goes
/// wrong inside: `catalog.Night.entries[1].size`.
extension Parameter {
  /// A table with named fields; when it may be left out, no field is given then.
  ///
  /// - Parameters:
  ///   - owner: what messages call the table: `icon:move`; nil for a field of another record.
  ///   - example: what such a table looks like.
  ///   - unknown: makes the error for a field that is none of `fields`.
  static func record(
    _ name: String, of owner: String? = nil, fields: [APIParameter], isOptional: Bool = true, example: String? = nil,
    unknown: (@Sendable (String) -> any Error)? = nil, _ documentation: String,
    read: @escaping @Sendable (RecordReader) throws -> Value
  ) -> Parameter {
    let known = RecordFields(fields)
    return Parameter(
      description: APIParameter(
        name, type: "table", isOptional: isOptional, documentation: documentation, fields: fields)
    ) { call, index in
      let kind = call.stack.kind(at: index)
      guard kind == .table || (isOptional && (owner != nil || kind == .nil)) else {
        var failure = mismatch(name, expected: "a table", call, index)
        failure.hint = example.map { "Such as \($0)." }
        throw failure
      }
      do {
        return try read(try RecordReader(call, index, owner: owner, fields: known, unknown: unknown))
      } catch let failure as LuaFailure where owner == nil {
        throw failure.inside(name)
      }
    }
  }

  /// A value that is written in short, or as a table with named fields.
  ///
  /// - Parameter fields: of the table, beside what the short form takes.
  static func either<Short>(
    _ short: Parameter<Short>, or fields: [APIParameter],
    short convert: @escaping @Sendable (Short) throws -> Value,
    record read: @escaping @Sendable (RecordReader) throws -> Value
  ) -> Parameter {
    let description = short.description
    let record = Parameter.record(description.name, fields: fields, description.documentation, read: read)
    return Parameter(
      description: APIParameter(
        description.name, type: "\(description.type)|table", documentation: description.documentation, fields: fields,
        domain: description.domain)
    ) { call, index in
      if call.stack.kind(at: index) == .table { return try record.read(call, index) }
      do {
        return try convert(try short.read(call, index))
      } catch var failure as LuaFailure {
        if failure.hint == nil { failure.hint = "Or a table: { \(record.description.fieldList) }." }
        throw failure
      }
    }
  }

  /// A list.
  static func list<Element>(
    _ name: String, of element: Parameter<Element>, _ documentation: String
  ) -> Parameter where Value == [Element] {
    Parameter(
      description: APIParameter(
        name, type: "\(element.description.typeAsPart)[]", documentation: documentation,
        fields: element.description.fields, domain: element.description.domain)
    ) { call, index in
      let stack = call.stack
      guard stack.kind(at: index) == .table else { throw mismatch(name, expected: "a list", call, index) }
      try stack.reserve(8)
      return try stack.keys(ofTable: index).enumerated().map { position, key in
        guard key == .integer(Int64(position + 1)) else {
          throw LuaFailure("\(name): a list is expected, got a table with names or gaps", code: "argument")
        }
        stack.pushRaw(Int64(position + 1), of: index)
        defer { stack.removeLast() }
        return try element.read(in: "\(name)[\(position + 1)]", call)
      }
    }
  }

  /// A table with names of the script's own, in the order of `pairs`.
  ///
  /// - Parameters:
  ///   - maximum: the most names.
  ///   - check: throws for a name that cannot be used.
  static func named<Element>(
    _ name: String, of element: Parameter<Element>, maximum: Int = .max,
    check: @escaping @Sendable (String) throws -> Void = { _ in }, _ documentation: String
  ) -> Parameter where Value == [(name: String, value: Element)] {
    Parameter(
      description: APIParameter(
        name, type: "table<string, \(element.description.type)>", documentation: documentation,
        fields: element.description.fields, domain: element.description.domain)
    ) { call, index in
      let stack = call.stack
      guard stack.kind(at: index) == .table else {
        throw mismatch(name, expected: "a table with named fields", call, index)
      }
      try stack.reserve(8)
      let keys = stack.keys(ofTable: index)
      guard keys.count <= maximum else {
        throw LuaFailure("\(name): more than \(maximum) entries", code: "argument")
      }
      return try keys.map { key in
        guard case .string(let key) = key else {
          throw LuaFailure(
            "\(name) takes only named fields", code: "argument", hint: "Write \(name) = { name = … }.")
        }
        try check(key)
        stack.pushRaw(key, of: index)
        defer { stack.removeLast() }
        return (key, try element.read(in: name + place(of: key), call))
      }
    }
  }

  /// Reads the value on top of the stack as a part of another one.
  private func read(in place: String, _ call: LuaCall) throws -> Value {
    do {
      return try read(call, call.stack.count)
    } catch var failure as LuaFailure {
      // The place takes the place of the parameter's own name.
      if failure.message.hasPrefix(name) { failure.message.removeFirst(name.count) }
      throw failure.inside(place)
    }
  }

  /// `.Night`, `["night@2x.png"]`
  private static func place(of key: String) -> String {
    key.isLuaName() ? ".\(key)" : "[\"\(Spelling.beginning(of: key))\"]"
  }
}
