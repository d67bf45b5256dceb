import HomeScreenSimulator
import LuaEngine
import PropertyLists

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
  /// - Parameter domain: what the text stands for.
  static func string(_ name: String, _ documentation: String, domain: APIDomain? = nil) -> Parameter {
    Parameter(description: APIParameter(name, type: "string", documentation: documentation, domain: domain)) {
      call, index in
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

extension Parameter {
  /// A value that is written as text, such as a version. A number gets the advice to write it as a string.
  static func text(
    _ name: String, _ documentation: String, domain: APIDomain? = nil,
    parse: @escaping @Sendable (String) throws -> Value
  ) -> Parameter {
    let text = Parameter<String>.string(name, documentation, domain: domain)
    return Parameter(description: text.description) { call, index in
      do {
        return try parse(try text.read(call, index))
      } catch var failure as LuaFailure where call.stack.kind(at: index) == .number {
        failure.hint = "Write it as a string: \"\(call.stack.shortDescription(at: index))\"."
        throw failure
      }
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
  /// A function, or another value that can be called.
  static func function(_ name: String, type: String = "fun()", _ documentation: String) -> Parameter {
    Parameter(description: APIParameter(name, type: type, documentation: documentation)) { call, index in
      guard call.stack.isCallable(at: index) else {
        throw mismatch(name, expected: "a function", call, index)
      }
      return call.stack.reference(to: index)
    }
  }
}

extension Parameter where Value == Void {
  /// An argument that the body reads itself (a callback that an anchor keeps), of Lua type `kind`. Where a function is
  /// taken, so is what can be called like one: a spy, a table with `__call`.
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
