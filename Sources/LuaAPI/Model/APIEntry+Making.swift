import LuaEngine

/// Declaring entries. Each form takes the documentation, the typed parameters and the body in one call, so that none
/// of the three can be missing.
extension APIEntry {
  // MARK: Methods

  static func method<Receiver: LuaRepresentable>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver) throws -> Int32
  ) -> APIEntry {
    let signature = CallSignature(receiver, name)
    return make(name, receiver, .method, [], returns, words) { call in
      try body(call, try signature.receiver(call))
    }
  }

  static func method<Receiver: LuaRepresentable, A>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ a: Parameter<A>, returns: APIReturn? = nil,
    _ words: APIDocumentation, body: @escaping @Sendable (LuaCall, Receiver, A) throws -> Int32
  ) -> APIEntry {
    let signature = CallSignature(receiver, name)
    let readA = a.read
    return make(name, receiver, .method, [a.description], returns, words) { call in
      let instance: Receiver = try signature.receiver(call)
      return try body(call, instance, try signature.read(readA, call, 2))
    }
  }

  static func method<Receiver: LuaRepresentable, A, B>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ a: Parameter<A>, _ b: Parameter<B>,
    returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A, B) throws -> Int32
  ) -> APIEntry {
    let signature = CallSignature(receiver, name)
    let readA = a.read
    let readB = b.read
    return make(name, receiver, .method, [a.description, b.description], returns, words) { call in
      let instance: Receiver = try signature.receiver(call)
      return try body(call, instance, try signature.read(readA, call, 2), try signature.read(readB, call, 3))
    }
  }

  static func method<Receiver: LuaRepresentable, A, B, C>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A, B, C) throws -> Int32
  ) -> APIEntry {
    let signature = CallSignature(receiver, name)
    let readA = a.read
    let readB = b.read
    let readC = c.read
    return make(name, receiver, .method, [a.description, b.description, c.description], returns, words) { call in
      let instance: Receiver = try signature.receiver(call)
      return try body(
        call, instance, try signature.read(readA, call, 2), try signature.read(readB, call, 3),
        try signature.read(readC, call, 4))
    }
  }

  // MARK: Properties

  static func property<Receiver: LuaRepresentable>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ type: String, _ words: APIDocumentation,
    readOnlyHint: String? = nil, get: @escaping @Sendable (LuaCall, Receiver) throws -> Int32
  ) -> APIEntry {
    let signature = CallSignature(receiver, name)
    var refuse: (@Sendable (LuaCall) throws -> Int32)?
    if let readOnlyHint {
      refuse = { _ in
        throw LuaFailure("\(receiver.expression).\(name) can only be read", code: "read-only", hint: readOnlyHint)
      }
    }
    return make(name, receiver, .property(isWritable: false), [], APIReturn(type, ""), words, assign: refuse) { call in
      try get(call, try signature.receiver(call))
    }
  }

  static func property<Receiver: LuaRepresentable, Value>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ value: Parameter<Value>, _ words: APIDocumentation,
    get: @escaping @Sendable (LuaCall, Receiver) throws -> Int32,
    set: @escaping @Sendable (LuaCall, Receiver, Value) throws -> Void
  ) -> APIEntry {
    let signature = CallSignature(receiver, name)
    let readValue = value.read
    let assign: @Sendable (LuaCall) throws -> Int32 = { call in
      let instance: Receiver = try signature.receiver(call)
      try set(call, instance, try signature.readAssigned(readValue, call))
      return 0
    }
    return make(
      name, receiver, .property(isWritable: true), [value.description], APIReturn(value.description.type, ""), words,
      assign: assign
    ) { call in
      try get(call, try signature.receiver(call))
    }
  }

  // MARK: Globals

  static func function<A>(
    _ name: String, _ a: Parameter<A>, returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, A) throws -> Int32
  ) -> APIEntry {
    let signature = CallSignature(nil, name)
    let readA = a.read
    return make(name, nil, .function, [a.description], returns, words) { call in
      try body(call, try signature.read(readA, call, 1))
    }
  }

  /// A function that reads its arguments itself.
  static func function(
    _ name: String, parameters: [APIParameter], returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall) throws -> Int32
  ) -> APIEntry {
    make(name, nil, .function, parameters, returns, words, body: body)
  }

  /// The same as a member that is called with a dot: `UIViewController.subclass "Name"`.
  static func function(
    _ receiver: APIType, _ name: String, parameters: [APIParameter], returns: APIReturn? = nil,
    _ words: APIDocumentation, body: @escaping @Sendable (LuaCall) throws -> Int32
  ) -> APIEntry {
    make(name, receiver, .function, parameters, returns, words, body: body)
  }

  /// A constructor with one table of named fields.
  static func constructor(
    _ name: String, fields: [APIParameter], returns: APIReturn, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, RecordReader) throws -> Int32
  ) -> APIEntry {
    let parameter = APIParameter("options", type: "table", documentation: "", fields: fields)
    return make(name, nil, .constructor, [parameter], returns, words) { call in
      try body(call, try RecordReader(call, 1, owner: name, fields: fields))
    }
  }

  /// A constructor that reads its arguments itself.
  static func constructor(
    _ name: String, parameters: [APIParameter], returns: APIReturn, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall) throws -> Int32
  ) -> APIEntry {
    make(name, nil, .constructor, parameters, returns, words, body: body)
  }

  /// A global that is an object.
  static func global(
    _ name: String, type: String, _ words: APIDocumentation, get: @escaping @Sendable (LuaCall) throws -> Int32
  ) -> APIEntry {
    make(name, nil, .namespace, [], APIReturn(type, ""), words, body: get)
  }

  // MARK: Names still to come

  /// A decided name whose behaviour comes with later work.
  static func toCome(
    _ receiver: APIType?, _ name: String, _ kind: Kind, _ summary: String
  ) -> APIEntry {
    let words = APIDocumentation(summary, discussion: "This name is decided; its behaviour is still to come.")
    let qualified = receiver.map { $0.expression + (kind == .method ? ":" : ".") + name } ?? name
    return APIEntry(
      name: name, receiver: receiver, kind: kind, parameters: [], returns: nil, summary: words.summary,
      discussion: words.discussion, example: "", availability: nil, facts: [], since: "", status: .toCome,
      body: { _ in throw LuaFailure("\(qualified) is still to come in this version", code: "to-come") },
      assign: { _ in throw LuaFailure("\(qualified) is still to come in this version", code: "to-come") })
  }

  // MARK: Shared

  private static func make(
    _ name: String, _ receiver: APIType?, _ kind: Kind, _ parameters: [APIParameter], _ returns: APIReturn?,
    _ words: APIDocumentation, assign: (@Sendable (LuaCall) throws -> Int32)? = nil,
    body: @escaping @Sendable (LuaCall) throws -> Int32
  ) -> APIEntry {
    APIEntry(
      name: name, receiver: receiver, kind: kind, parameters: parameters, returns: returns, summary: words.summary,
      discussion: words.discussion, example: words.example, availability: words.availability, facts: words.facts,
      since: words.since, status: .available, body: body, assign: assign)
  }
}
