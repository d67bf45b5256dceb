import AppPackages
import LuaEngine
import PropertyLists
import Simulator

/// A typed parameter: what the documentation says of it, and how the argument becomes a Swift value.
///
/// Both are one value, so that a check cannot differ from what `help` promises.
struct Parameter<Value>: Sendable {
  let description: APIParameter
  /// Reads the argument at an index.
  /// - Throws: ``LuaFailure`` that names the parameter.
  let read: @Sendable (LuaCall, Int) throws -> Value
}

extension Parameter {
  var name: String { description.name }

  /// "seconds: a number is expected, got nil"
  @inline(never)
  static func mismatch(_ name: String, expected: String, _ call: LuaCall, _ index: Int) -> LuaFailure {
    let got = index > call.count ? "nothing" : call.stack.shortDescription(at: index)
    return LuaFailure("\(name): \(expected) is expected, got \(got)", code: "argument")
  }
}

extension Parameter where Value == Double {
  static func number(_ name: String, _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: "number", documentation: documentation)) { call, index in
      guard let number = call.stack.number(at: index) else {
        throw mismatch(name, expected: "a number", call, index)
      }
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
      guard call.stack.kind(at: index) == .boolean else {
        throw mismatch(name, expected: "true or false", call, index)
      }
      return call.stack.boolean(at: index)
    }
  }
}

extension Parameter where Value == String {
  static func string(_ name: String, _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: "string", documentation: documentation)) { call, index in
      guard call.stack.kind(at: index) == .string else {
        throw mismatch(name, expected: "a string", call, index)
      }
      guard let text = call.stack.validString(at: index) else {
        throw LuaFailure("\(name): the string is not valid UTF-8", code: "argument", hint: "Save the script as UTF-8.")
      }
      return text
    }
  }
}

extension Parameter where Value: APIChoice {
  /// One of a few words.
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
  /// Anything.
  static func value(
    _ name: String, type: String = "any", fields: [APIParameter] = [], _ documentation: String
  ) -> Parameter {
    Parameter(description: APIParameter(name, type: type, documentation: documentation, fields: fields)) {
      call, index in
      call.stack.value(at: index)
    }
  }
}

extension Parameter where Value == LuaReference {
  /// A function, or another value that can be called.
  static func function(_ name: String, type: String = "fun()", _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: type, documentation: documentation)) { call, index in
      guard call.stack.kind(at: index) == .function else {
        throw mismatch(name, expected: "a function", call, index)
      }
      return call.stack.reference(to: index)
    }
  }
}

extension Parameter where Value == Void {
  /// An argument that the body reads itself (a callback that an anchor keeps), of Lua type `kind`.
  static func raw(
    _ name: String, type: String, fields: [APIParameter] = [], kinds: Set<LuaType.Kind>,
    expected words: String? = nil, _ documentation: String
  ) -> Parameter {
    let expected = words ?? "a " + kinds.subtracting([.nil]).map(\.rawValue).sorted().joined(separator: " or ")
    return Parameter(
      description: APIParameter(
        name, type: type, isOptional: kinds.contains(.nil), documentation: documentation, fields: fields)
    ) { call, index in
      guard kinds.contains(call.stack.kind(at: index)) else {
        throw mismatch(name, expected: expected, call, index)
      }
    }
  }
}

extension Parameter where Value == Void {
  /// All further arguments, which the body hands on as they are.
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

extension Parameter {
  /// A table with named fields, or nothing: then no field is given.
  ///
  /// - Parameter owner: what messages call the table: `icon:move`.
  static func record(
    _ name: String, of owner: String, fields: [APIParameter], isOptional: Bool = true, _ documentation: String,
    read: @escaping @Sendable (RecordReader) throws -> Value
  ) -> Parameter {
    Parameter(
      description: APIParameter(
        name, type: "table", isOptional: isOptional, documentation: documentation, fields: fields)
    ) { call, index in
      guard isOptional || call.stack.kind(at: index) == .table else {
        throw mismatch(name, expected: "a table", call, index)
      }
      return try read(try RecordReader(call, index, owner: owner, fields: fields))
    }
  }

  /// The same parameter, which may be left out or nil.
  static func optional<Wrapped>(_ parameter: Parameter<Wrapped>) -> Parameter where Value == Wrapped? {
    let inner = parameter.description
    return Parameter(
      description: APIParameter(
        inner.name, type: inner.type, isOptional: true, documentation: inner.documentation, fields: inner.fields)
    ) { call, index in
      switch call.stack.kind(at: index) {
      case .nil: nil
      default: try parameter.read(call, index)
      }
    }
  }
}

extension LuaStack {
  /// A value in few words, for messages: `nil`, `a table`, `the string "abc"`, `42`.
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
      return failure(at: index) == nil ? "a value that was freed" : "an error"
    case let kind: return "a \(kind.rawValue)"
    }
  }
}
