import LuaEngine

/// Declaring entries. Each form takes the documentation, the typed parameters and the body in one call, so that none
/// of the three can be missing.
extension APIEntry {
  // MARK: Methods

  static func method<Receiver: LuaRepresentable>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver) throws -> Int32
  ) -> APIEntry {
    make(name, receiver, .method, [], returns, words) { call in
      try body(call, try self.receiver(call, receiver, name))
    }
  }

  static func method<Receiver: LuaRepresentable, A>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ a: Parameter<A>, returns: APIReturn? = nil,
    _ words: APIDocumentation, body: @escaping @Sendable (LuaCall, Receiver, A) throws -> Int32
  ) -> APIEntry {
    make(name, receiver, .method, [a.description], returns, words) { call in
      let instance: Receiver = try self.receiver(call, receiver, name)
      return try body(call, instance, try read(a, call, 2, receiver, name))
    }
  }

  static func method<Receiver: LuaRepresentable, A, B>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ a: Parameter<A>, _ b: Parameter<B>,
    returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A, B) throws -> Int32
  ) -> APIEntry {
    make(name, receiver, .method, [a.description, b.description], returns, words) { call in
      let instance: Receiver = try self.receiver(call, receiver, name)
      return try body(
        call, instance, try read(a, call, 2, receiver, name), try read(b, call, 3, receiver, name))
    }
  }

  // MARK: Properties

  static func property<Receiver: LuaRepresentable>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ type: String, _ words: APIDocumentation,
    get: @escaping @Sendable (LuaCall, Receiver) throws -> Int32
  ) -> APIEntry {
    make(name, receiver, .property(isWritable: false), [], APIReturn(type, ""), words) { call in
      try get(call, try self.receiver(call, receiver, name))
    }
  }

  static func property<Receiver: LuaRepresentable, Value>(
    _ receiver: APIType, _ name: String, _: Receiver.Type, _ value: Parameter<Value>, _ words: APIDocumentation,
    get: @escaping @Sendable (LuaCall, Receiver) throws -> Int32,
    set: @escaping @Sendable (LuaCall, Receiver, Value) throws -> Void
  ) -> APIEntry {
    let assign: @Sendable (LuaCall) throws -> Int32 = { call in
      let instance: Receiver = try self.receiver(call, receiver, name)
      try set(call, instance, try read(value, call, 3, receiver, name))
      return 0
    }
    return make(
      name, receiver, .property(isWritable: true), [value.description], APIReturn(value.description.type, ""), words,
      assign: assign
    ) { call in
      try get(call, try self.receiver(call, receiver, name))
    }
  }

  // MARK: Globals

  static func function<A>(
    _ name: String, _ a: Parameter<A>, returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, A) throws -> Int32
  ) -> APIEntry {
    make(name, nil, .function, [a.description], returns, words) { call in
      try body(call, try read(a, call, 1, nil, name))
    }
  }

  /// A function that reads its arguments itself.
  static func function(
    _ name: String, parameters: [APIParameter], returns: APIReturn? = nil, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall) throws -> Int32
  ) -> APIEntry {
    make(name, nil, .function, parameters, returns, words, body: body)
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
    let qualified = receiver.map { $0.name + (kind == .method ? ":" : ".") + name } ?? name
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

  /// The receiver of a method or property.
  @inline(__always)
  private static func receiver<Receiver: LuaRepresentable>(
    _ call: LuaCall, _ type: APIType, _ name: String
  ) throws -> Receiver {
    if let instance = call.instance(1, of: Receiver.luaType, as: Receiver.self) { return instance }
    throw LuaFailure(
      "\(type.name):\(name) was called without its \(type.name)", code: "argument",
      hint: "Write a colon: \(type.name):\(name)(…), not \(type.name).\(name)(…).")
  }

  /// An argument; on a mismatch the message begins with the function.
  @inline(__always)
  private static func read<Value>(
    _ parameter: Parameter<Value>, _ call: LuaCall, _ index: Int, _ receiver: APIType?, _ name: String
  ) throws -> Value {
    do {
      return try parameter.read(call, index)
    } catch var failure as LuaFailure where failure.code == "argument" {
      failure.message = "\(receiver.map { "\($0.name):\(name)" } ?? name): \(failure.message)"
      throw failure
    }
  }
}
