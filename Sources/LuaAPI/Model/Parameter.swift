import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// A typed parameter: its documentation, and the conversion of the argument to a Swift value.
///
/// Both are in one value, so that checks and `help` agree.
struct Parameter<Value>: Sendable {
  let description: APIParameter
  /// Reads the argument at an index.
  /// - Throws: ``LuaFailure`` with a message that begins with the parameter's name.
  let read: @Sendable (LuaCall, Int) throws -> Value
}

extension Parameter {
  var name: String { description.name }

  /// Returns the failure for an argument: "seconds: expected a number, got nil".
  @inline(never)
  static func mismatch(_ name: String, expected: String, _ call: LuaCall, _ index: Int) -> LuaFailure {
    let got = index > call.count ? "nothing" : call.stack.shortDescription(at: index)
    return LuaFailure(
      "\(name): expected \(expected), got \(got)", code: "argument",
      hint: expected == "a function" && got == "nothing" ? "Pass the function itself: tap, not tap()." : nil)
  }

  /// Returns the parameter with a transformed value.
  /// - Parameter transform: may throw a failure with a message that begins with the parameter's name, or any other error.
  func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Parameter<New> {
    let read = read
    return Parameter<New>(description: description) { call, index in try transform(try read(call, index)) }
  }

  /// Returns the parameter as an optional one, which may be left out or nil.
  static func optional<Wrapped>(_ parameter: Parameter<Wrapped>) -> Parameter where Value == Wrapped? {
    let inner = parameter.description
    return Parameter(
      description: APIParameter(
        inner.name, type: inner.type, isOptional: true, documentation: inner.documentation, fields: inner.fields,
        domain: inner.domain)
    ) { call, index in
      call.stack.kind(at: index) == .nil ? nil : try parameter.read(call, index)
    }
  }
}

extension LuaStack {
  /// Describes a value briefly for messages: `nil`, `a table`, `the string "abc"`, `42`.
  func shortDescription(at index: Int) -> String {
    switch kind(at: index) {
    case .nil: return "nil"
    case .boolean: return boolean(at: index) ? "true" : "false"
    case .number: return (try? describe(at: index)) ?? "a number"
    case .string:
      let text = string(at: index) ?? ""
      Work.count(text.utf8.count / 3)
      return text.count > 40 ? "a string of \(text.count) characters" : "the string \"\(text)\""
    case .userdata:
      if let object = object(at: index) as? any LuaRepresentable {
        return "a value of type \(type(of: object).luaType.name)"
      }
      if isFile(at: index) { return "a file of io" }
      return failure(at: index) == nil ? "a value that was freed" : "an error"
    case let kind: return "a \(kind.rawValue)"
    }
  }
}

extension Parameter where Value == Double {
  static func number(_ name: String, _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: "number", documentation: documentation)) { call, index in
      guard let number = call.stack.number(at: index) else { throw mismatch(name, expected: "a number", call, index) }
      return number
    }
  }
}

extension Parameter where Value == Int64 {
  static func integer(_ name: String, _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: "integer", documentation: documentation)) { call, index in
      guard let number = call.stack.integer(at: index) else {
        throw mismatch(name, expected: "a whole number", call, index)
      }
      return number
    }
  }
}

extension Parameter where Value == Bool {
  static func boolean(_ name: String, _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: "boolean", documentation: documentation)) { call, index in
      guard call.stack.kind(at: index) == .boolean else { throw mismatch(name, expected: "true or false", call, index) }
      return call.stack.boolean(at: index)
    }
  }
}

extension Parameter where Value == String {
  /// - Parameter domain: the domain of the text.
  static func string(_ name: String, _ documentation: String, domain: APIDomain? = nil) -> Parameter {
    Parameter(description: APIParameter(name, type: "string", documentation: documentation, domain: domain)) {
      call, index in
      guard call.stack.kind(at: index) == .string else { throw mismatch(name, expected: "a string", call, index) }
      guard let text = call.stack.validString(at: index) else {
        throw LuaFailure("\(name): the string is not valid UTF-8", code: "argument", hint: "Save the script as UTF-8.")
      }
      return text
    }
  }
}

extension Parameter {
  /// Returns a parameter for a value in text form, such as a version. For a number, the error advises a string.
  static func text(
    _ name: String, _ documentation: String, domain: APIDomain? = nil,
    parse: @escaping @Sendable (String) throws -> Value
  ) -> Parameter {
    let text = Parameter<String>.string(name, documentation, domain: domain)
    return Parameter(description: text.description) { call, index in
      do {
        return try parse(try text.read(call, index))
      } catch var failure as LuaFailure
        where call.stack.kind(at: index) == .table && ["os", "model", "locale", "lifecycle", "sdk"].contains(name)
      {
        failure.hint = "One value is needed here; matrix { \(name) = { … } } runs scenarios with several values."
        throw failure
      } catch var failure as LuaFailure where call.stack.kind(at: index) == .number {
        failure.hint = "Write it as a string: \"\(call.stack.shortDescription(at: index))\"."
        throw failure
      }
    }
  }
}

extension Parameter where Value: APIChoice {
  /// Returns a parameter for a word from a fixed set.
  static func choice(_ name: String, _ documentation: String) -> Parameter {
    let text = Parameter<String>.string(name, documentation)
    return Parameter(
      description: APIParameter(name, type: Value.apiName, documentation: documentation)
    ) { call, index in
      let word = try text.read(call, index)
      guard let value = Value(rawValue: String(Spelling.beginning(of: word))) else {
        throw LuaFailure.noSuchChoice(word, for: name, of: Value.allCases.map(\.rawValue))
      }
      return value
    }
  }
}

extension Parameter where Value == LuaValue {
  /// Returns a parameter for any value.
  static func value(
    _ name: String, type: String = "any", fields: [APIParameter] = [], domain: APIDomain? = nil,
    _ documentation: String
  ) -> Parameter {
    Parameter(
      description: APIParameter(name, type: type, documentation: documentation, fields: fields, domain: domain)
    ) { call, index in
      call.stack.value(at: index)
    }
  }
}

extension Parameter where Value == LuaReference {
  /// Returns a parameter for a function, or for another callable value.
  static func function(_ name: String, type: String = "fun()", _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: type, documentation: documentation)) { call, index in
      guard call.stack.isCallable(at: index) else { throw mismatch(name, expected: "a function", call, index) }
      return call.stack.reference(to: index)
    }
  }
}

extension Parameter where Value == Void {
  /// Returns a parameter that the body reads (such as a callback that an anchor keeps), of Lua type `kind`. For
  /// functions, any callable value is accepted: a spy, a table with `__call`.
  static func raw(
    _ name: String, type: String, fields: [APIParameter] = [], kinds: Set<LuaType.Kind>,
    expected words: String? = nil, domain: APIDomain? = nil, _ documentation: String
  ) -> Parameter {
    let expected = words ?? "a " + kinds.subtracting([.nil]).map(\.rawValue).sorted().joined(separator: " or ")
    return Parameter(
      description: APIParameter(
        name, type: type, isOptional: kinds.contains(.nil), documentation: documentation, fields: fields,
        domain: domain)
    ) { call, index in
      guard
        kinds.contains(call.stack.kind(at: index)) || kinds.contains(.function) && call.stack.isCallable(at: index)
      else { throw mismatch(name, expected: expected, call, index) }
    }
  }
}

extension Parameter where Value == Void {
  /// Returns a parameter for all further arguments, which the body passes on unchanged.
  static func rest(_ documentation: String) -> Parameter {
    Parameter(description: APIParameter("...", type: "any", isOptional: true, documentation: documentation)) { _, _ in }
  }
}

extension Parameter where Value: APIObject {
  static func object(_ name: String, _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: Value.apiName, documentation: documentation)) { call, index in
      guard let instance = call.instance(index, of: Value.luaType, as: Value.self) else {
        let type = Value.apiType.name
        let article = "aeiou".contains(type.first ?? " ") ? "an" : "a"
        throw mismatch(name, expected: "\(article) \(type)", call, index)
      }
      return instance
    }
  }
}

/// Parameters for tables: records, lists, and maps. They can be nested. Each one adds its place to the errors of its
/// parts: `catalog.Night.entries[1].size`.
extension Parameter {
  /// Returns a parameter for a table with named fields. If it is left out, no field is given.
  ///
  /// - Parameters:
  ///   - owner: the table's name in messages: `icon:move`; nil for a field of another record.
  ///   - example: an example of such a table.
  ///   - unknown: returns the error for a field that is not in `fields`.
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

  /// Returns a parameter for a value in short form, or for a table with named fields.
  ///
  /// - Parameter fields: the fields of the table, in addition to the one that the short form sets.
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

  /// Returns a parameter for a list.
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
          throw LuaFailure("\(name): expected a list, got a table with names or gaps", code: "argument")
        }
        stack.pushRaw(Int64(position + 1), of: index)
        defer { stack.removeLast() }
        return try element.read(in: "\(name)[\(position + 1)]", call)
      }
    }
  }

  /// Returns a parameter for a table with names that the script chooses, in the order of `pairs`.
  ///
  /// - Parameters:
  ///   - maximum: the maximum number of names.
  ///   - check: throws for an invalid name.
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
      guard keys.count <= maximum else { throw LuaFailure("\(name): more than \(maximum) entries", code: "argument") }
      return try keys.map { key in
        guard case .string(let key) = key else {
          throw LuaFailure("\(name) takes only named fields", code: "argument", hint: "Write \(name) = { name = … }.")
        }
        try check(key)
        stack.pushRaw(key, of: index)
        defer { stack.removeLast() }
        return (key, try element.read(in: name + place(of: key), call))
      }
    }
  }

  /// Reads the value on top of the stack as a part of another value.
  private func read(in place: String, _ call: LuaCall) throws -> Value {
    do {
      return try read(call, call.stack.count)
    } catch var failure as LuaFailure {
      // The place replaces the parameter's own name.
      if failure.message.hasPrefix(name) { failure.message.removeFirst(name.count) }
      throw failure.inside(place)
    } catch let error as any LuaFailureConvertible {
      var failure = error.luaFailure
      failure.message = "\(place): \(failure.message)"
      throw failure
    }
  }

  /// Returns the place of a key: `.Night`, `["night@2x.png"]`.
  private static func place(of key: String) -> String {
    key.isLuaName() ? ".\(key)" : "[\"\(Spelling.beginning(of: key))\"]"
  }
}

/// The fields of a table, prepared for lookup.
struct RecordFields: Sendable {
  let list: [APIParameter]
  let names: Set<String>

  init(_ list: [APIParameter]) {
    self.list = list
    names = Set(list.map(\.name))
  }
}

/// Reads the named fields of a table (`Device { model = "iPhone" }`). Each field is checked by its parameter. An
/// unknown field is an error that suggests the nearest name.
struct RecordReader {
  let call: LuaCall
  let index: Int
  /// The table's name in messages; nil for a nested table, which its parent names.
  private let owner: String?
  private let keys: [LuaTable.Key]

  /// The metatable field with the set of fields for other functions, which readers ignore.
  static let fieldsOfOthers = "__others"

  /// - Parameters:
  ///   - owner: the table's name in messages: `Device`; nil for a nested table.
  ///   - unknown: returns the error for a field that is not in `fields`.
  /// - Throws: ``LuaFailure`` if the argument is not a table or has an unknown field.
  init(
    _ call: LuaCall, _ index: Int, owner: String? = nil, fields: RecordFields,
    unknown: ((String) -> any Error)? = nil
  ) throws {
    (self.call, self.index, self.owner) = (call, index, owner)
    let stack = call.stack
    keys = stack.keys(ofTable: index)
    guard stack.kind(at: index) != .nil else { return }
    guard stack.kind(at: index) == .table else {
      let table = "{ \(fields.list.first?.name ?? "field") = … }"
      let isLater = index > (owner?.contains(":") == true ? 2 : 1)
      let end =
        stack.string(at: index) == "jetsam" ? " To end the app as the system does: app:terminate \"jetsam\"." : ""
      throw placed(
        LuaFailure(
          " takes a table with named fields, got \(stack.shortDescription(at: index))", code: "argument",
          hint: "Write \(owner ?? "")\(isLater ? "(…, \(table))" : " \(table)").\(end)"))
    }
    try stack.reserve(8)
    for key in keys {
      guard case .string(let name) = key else {
        throw placed(
          LuaFailure(
            " takes only named fields", code: "argument",
            hint: LuaFailure.unknownFieldHint(nil, known: fields.list.map(\.name))))
      }
      guard !fields.names.contains(name), !isForOthers(name) else { continue }
      throw unknown?(name) ?? placed(.unknownField(name, known: fields.list.map(\.name)))
    }
  }

  /// The names of the fields in the table, in the order of `pairs`.
  var names: [String] { keys.compactMap { if case .string(let name) = $0 { name } else { nil } } }

  /// Returns the checked value of a field; nil if it is not given.
  func read<Value>(_ parameter: Parameter<Value>) throws -> Value? {
    guard keys.contains(.string(parameter.name)) else { return nil }
    let stack = call.stack
    stack.pushRaw(parameter.name, of: index)
    defer { stack.removeLast() }
    do {
      return try parameter.read(call, stack.count)
    } catch let failure as LuaFailure {
      throw placed(failure)
    }
  }

  /// Returns the value of a required field.
  func require<Value>(_ parameter: Parameter<Value>, hint: String? = nil) throws -> Value {
    if let value = try read(parameter) { return value }
    throw failure("\(parameter.name) is required", hint: hint)
  }

  /// Returns a failure for the whole table.
  /// - Parameter message: begins with the field that it is about, if there is one.
  func failure(_ message: String, hint: String? = nil, fact: String? = nil) -> LuaFailure {
    placed(LuaFailure(message, code: "argument", hint: hint, fact: fact))
  }

  private func placed(_ failure: LuaFailure) -> LuaFailure { owner.map(failure.of) ?? failure }

  private func isForOthers(_ name: String) -> Bool {
    let stack = call.stack
    guard stack.pushMetafield(Self.fieldsOfOthers, of: index) else { return false }
    defer { stack.removeLast(2) }
    return stack.pushRaw(name, of: -1) != .nil
  }
}

/// Reads the receiver and the arguments of a function, and adds its name to errors.
///
/// This is a class, so that a bound function captures one reference; the names are used only in errors.
final class CallSignature: Sendable {
  private let receiver: APIType?
  /// The identity of the type. The type itself would be retained in each call.
  private let luaType: ObjectIdentifier?
  private let name: String

  /// Creates the signature of a function without a receiver.
  init(_ name: String) {
    receiver = nil
    luaType = nil
    self.name = name
  }

  init<Receiver: APIObject>(_: Receiver.Type, _ name: String) {
    receiver = Receiver.apiType
    luaType = ObjectIdentifier(Receiver.luaType)
    self.name = name
  }

  /// Runs the body of a method or property with its receiver.
  @inline(__always)
  func withReceiver<Receiver: APIObject>(_ call: LuaCall, _ body: (Receiver) throws -> Int32) throws -> Int32 {
    guard let luaType, let instance = call.receiver(of: luaType, as: Receiver.self) else { throw missingReceiver(call) }
    return try instance._withUnsafeGuaranteedRef(body)
  }

  /// Returns an argument. On a mismatch, the error begins with the function's name.
  @inline(__always)
  func read<Value>(_ read: (LuaCall, Int) throws -> Value, _ call: LuaCall, _ index: Int) throws -> Value {
    do {
      return try read(call, index)
    } catch {
      throw named(error, separator: ":")
    }
  }

  /// Returns the value assigned to a property. On a mismatch, the error begins with the property's name.
  @inline(__always)
  func readAssigned<Value>(_ read: (LuaCall, Int) throws -> Value, _ call: LuaCall) throws -> Value {
    do {
      return try read(call, 3)
    } catch {
      throw named(error, separator: ".")
    }
  }

  @inline(never)
  private func missingReceiver(_ call: LuaCall) -> LuaFailure {
    if let freed = call.freed(1) { return freed }
    let object = receiver?.expression ?? "object"
    return LuaFailure(
      "\(object):\(name) was called without its \(receiver?.name ?? "object")", code: "argument",
      hint: "Write a colon: \(object):\(name)(…), not \(object).\(name)(…).")
  }

  @inline(never)
  private func named(_ error: any Error, separator: String) -> any Error {
    guard var failure = error as? LuaFailure, failure.code == "argument" else { return error }
    let isAssignment = separator == "."
    let place = receiver.map { "\($0.expression)\(separator)\(name)" } ?? name
    // The failure of a table reader already begins with the function's name.
    if failure.message.hasPrefix(place) { return failure }
    // The parameter of an assignment usually has the property's name.
    guard isAssignment, failure.message.hasPrefix(name) else { return failure.of(place) }
    failure.message.removeFirst(name.count)
    return failure.inside(place)
  }
}
