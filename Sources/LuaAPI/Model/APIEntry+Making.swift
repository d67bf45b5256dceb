import LuaEngine

/// Declaring entries. Each form takes the documentation, the typed parameters and the body in one call, so that none
/// of the three can be missing; the receiver's and the result's types are those of the body.
extension APIEntry {
  // MARK: Properties

  /// A property that can be read: `get` may be a key path.
  static func property<Receiver: APIObject, Value: APIValue>(
    _ name: String, of _: Receiver.Type, _ words: APIDocumentation, readOnlyHint: String? = nil,
    get: @escaping @Sendable (Receiver) throws -> Value
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    return make(
      name, Receiver.apiType, .property(isWritable: false), [], result(Value.self, ""), words,
      assign: readOnlyHint.map { refusal(Receiver.apiType, name, $0) }
    ) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in call.result(try get(receiver)) }
    }
  }

  /// A property that depends on where the script is.
  static func property<Receiver: APIObject, Value: APIValue>(
    _ name: String, of _: Receiver.Type, _ words: APIDocumentation,
    get: @escaping @Sendable (LuaCall, Receiver) throws -> Value
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    return make(
      name, Receiver.apiType, .property(isWritable: false), [], result(Value.self, ""), words
    ) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in call.result(try get(call, receiver)) }
    }
  }

  /// A property that can be read and assigned.
  static func property<Receiver: APIObject, Assigned, Value: APIValue>(
    _ name: String, of _: Receiver.Type, _ value: Parameter<Assigned>, _ words: APIDocumentation,
    get: @escaping @Sendable (Receiver) throws -> Value,
    set: @escaping @Sendable (Receiver, Assigned) throws -> Void
  ) -> APIEntry {
    property(
      name, of: Receiver.self, value, words, get: { _, instance in try get(instance) },
      set: { _, instance, value in try set(instance, value) })
  }

  static func property<Receiver: APIObject, Assigned, Value: APIValue>(
    _ name: String, of _: Receiver.Type, _ value: Parameter<Assigned>, _ words: APIDocumentation,
    get: @escaping @Sendable (LuaCall, Receiver) throws -> Value,
    set: @escaping @Sendable (LuaCall, Receiver, Assigned) throws -> Void
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    let readValue = value.read
    let assign: @Sendable (LuaCall) throws -> Int32 = { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try set(call, receiver, try signature.readAssigned(readValue, call))
        return 0
      }
    }
    return make(
      name, Receiver.apiType, .property(isWritable: true), [value.description],
      APIReturn(readType(Value.self, value.description.declaredType), ""), words, assign: assign
    ) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in call.result(try get(call, receiver)) }
    }
  }

  // MARK: What scripts write

  /// A method that the script writes and the system calls.
  static func callback(
    _ name: String, of receiver: APIType, _ parameters: [APIParameter], _ words: APIDocumentation
  ) -> APIEntry {
    make(name, receiver, .callback, parameters, nil, words) { _ in
      throw LuaFailure("\(receiver.expression):\(name) is a method that the script must define", code: "argument")
    }
  }

  // MARK: What is declared elsewhere

  /// A function that the prelude or the scenario runner has: only its documentation is here.
  static func word(
    _ name: String, of receiver: APIType?, _ parameters: [APIParameter], _ words: APIDocumentation
  ) -> APIEntry {
    make(name, receiver, .function, parameters, nil, words) { _ in
      throw LuaFailure("unknown name \(name)", code: "unknown-member")
    }
  }

  /// A global that is an object of the prelude's.
  static func documented(_ name: String, _ type: APIType, _ words: APIDocumentation) -> APIEntry {
    make(name, nil, .namespace, [], APIReturn(type.className, ""), words) { _ in
      throw LuaFailure("unknown name \(name)", code: "unknown-member")
    }
  }

  // MARK: Functions

  static func function<A, Result: APIResult>(
    _ name: String, _ a: Parameter<A>, returns: String = "", _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, A) throws -> Result
  ) -> APIEntry {
    let signature = CallSignature(name)
    let readA = a.read
    return make(name, nil, .function, [a.description], result(Result.self, returns), words) { call in
      try body(call, try signature.read(readA, call, 1)).give(to: call)
    }
  }

  /// A function that reads its arguments itself; with a receiver a member that is called with a dot:
  /// `UIViewController.subclass "Name"`.
  static func function<Result: APIResult>(
    _ name: String, of receiver: APIType? = nil, parameters: [APIParameter], returns: String = "",
    _ words: APIDocumentation, body: @escaping @Sendable (LuaCall) throws -> Result
  ) -> APIEntry {
    make(name, receiver, .function, parameters, result(Result.self, returns), words) { call in
      try body(call).give(to: call)
    }
  }

  static func function(
    _ name: String, of receiver: APIType? = nil, parameters: [APIParameter], _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall) throws -> Void
  ) -> APIEntry {
    function(name, of: receiver, parameters: parameters, words) { call in
      try body(call)
      return NoResult()
    }
  }

  // MARK: Constructors

  /// A constructor with one table of named fields.
  static func constructor<Result: APIResult>(
    _ name: String, fields: [APIParameter], returns: String, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, RecordReader) throws -> Result
  ) -> APIEntry {
    let parameter = APIParameter(
      "options", type: "table", isOptional: true, documentation: "", fields: fields)
    let known = RecordFields(fields)
    return make(name, nil, .constructor, [parameter], result(Result.self, returns), words) { call in
      try body(call, try RecordReader(call, 1, owner: name, fields: known)).give(to: call)
    }
  }

  /// A constructor that reads its arguments itself.
  static func constructor<Result: APIResult>(
    _ name: String, parameters: [APIParameter], returns: String, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall) throws -> Result
  ) -> APIEntry {
    make(name, nil, .constructor, parameters, result(Result.self, returns), words) { call in
      try body(call).give(to: call)
    }
  }

  /// A global that is an object.
  static func global<Result: APIValue>(
    _ name: String, _ words: APIDocumentation, get: @escaping @Sendable (LuaCall) throws -> Result
  ) -> APIEntry {
    make(name, nil, .namespace, [], result(Result.self, ""), words) { call in call.result(try get(call)) }
  }

  // MARK: Shared

  /// What reading a property gives: what it takes, and where that is written in short the object that it stands for.
  private static func readType<Value: APIValue>(_: Value.Type, _ assigned: String) -> String {
    let own = Value.apiName
    return DeclaredType(own).classNames.isEmpty || assigned.contains(own) ? assigned : "\(own)|\(assigned)"
  }

  static func result<Result: APIResult>(_: Result.Type, _ documentation: String) -> APIReturn? {
    Result.resultType.map { APIReturn($0, documentation) }
  }

  private static func refusal(
    _ receiver: APIType, _ name: String, _ hint: String
  ) -> @Sendable (LuaCall) throws -> Int32 {
    { _ in throw LuaFailure("\(receiver.expression).\(name) can only be read", code: "read-only", hint: hint) }
  }

  static func make(
    _ name: String, _ receiver: APIType?, _ kind: Kind, _ parameters: [APIParameter], _ returns: APIReturn?,
    _ words: APIDocumentation, assign: (@Sendable (LuaCall) throws -> Int32)? = nil,
    body: @escaping @Sendable (LuaCall) throws -> Int32
  ) -> APIEntry {
    APIEntry(
      name: name, receiver: receiver, kind: kind, parameters: parameters, returns: returns, summary: words.summary,
      discussion: words.discussion, example: words.example, availability: words.availability, facts: words.facts,
      since: words.since, body: body, assign: assign)
  }
}
