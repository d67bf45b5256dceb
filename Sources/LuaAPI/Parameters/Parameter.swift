import LuaEngine
import PropertyLists

/// A typed parameter: what the documentation says of it, and how the argument becomes a Swift value.
///
/// Both are one value, so that a check cannot differ from what `help` promises.
struct Parameter<Value>: Sendable {
  let description: APIParameter
  /// Reads the argument at an index.
  /// - Throws: ``LuaFailure`` whose message begins with the parameter's name.
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

  /// The same parameter, its value made into another one.
  /// - Parameter transform: throws a failure whose message begins with the parameter's name, or an error of its own.
  func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Parameter<New> {
    let read = read
    return Parameter<New>(description: description) { call, index in try transform(try read(call, index)) }
  }

  /// The same parameter, which may be left out or nil.
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
      if isFile(at: index) { return "a file of io" }
      return failure(at: index) == nil ? "a value that was freed" : "an error"
    case let kind: return "a \(kind.rawValue)"
    }
  }
}
