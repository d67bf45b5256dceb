import LuaEngine

/// One function, property or type that Lua sees, as data.
///
/// Binding with argument checks, `help`, completion, the editors' type files and the reference all come from this
/// value; there is no other place where a name is written down. It cannot be made without its documentation.
package struct APIEntry: Sendable {
  /// What kind of name it is.
  package enum Kind: Sendable, Hashable {
    /// `receiver:name(…)`
    case method
    /// `receiver.name`
    case property(isWritable: Bool)
    /// `function receiver:name(…) … end`: a method that the script writes and the system calls.
    case callback
    /// `name(…)` or `name { … }`: makes an object.
    case constructor
    /// `name(…)`
    case function
    /// A name that only holds others: `UIApplication` of `UIApplication.shared`.
    case namespace
  }

  /// As a script writes it, without the receiver: `advance`.
  package let name: String
  /// The type it belongs to; nil for a global.
  package let receiver: APIType?
  /// Whether it is called, read or written by the script, and how.
  package let kind: Kind
  /// In the order in which they are written, without the receiver; for a writable property, the value that it takes.
  package let parameters: [APIParameter]
  /// The result in words, and its type for editors; nil when there is none.
  package let returns: APIReturn?
  /// One sentence.
  package let summary: String
  /// What else a user needs to know.
  package let discussion: String
  /// An example that the tests run as it stands; empty for entries that others show.
  package let example: String
  /// From which iOS version on the app can use it, as Apple states it; nil for the tester's own names.
  package let availability: String?
  /// The facts it rests on.
  package let facts: [String]
  /// The version of homescreen that brought it.
  package let since: String
  /// Runs the function, or reads the property.
  let body: @Sendable (LuaCall) throws -> Int32
  /// Assigns the property.
  let assign: (@Sendable (LuaCall) throws -> Int32)?

  /// How a script writes it: `device:advance`, `app.iconName`, `Device`.
  package var qualifiedName: String {
    guard let receiver else { return name }
    switch kind {
    case .method, .callback: return "\(receiver.expression):\(name)"
    case .property, .constructor, .function, .namespace: return "\(receiver.expression).\(name)"
    }
  }

  /// The line that help begins with: `device:advance(seconds)`.
  package var signature: String {
    switch kind {
    case .property, .namespace: return qualifiedName
    case .constructor where parameters.count == 1 && parameters[0].isRecord:
      return "\(qualifiedName) { \(parameters[0].fieldList) }"
    case .method, .callback, .function, .constructor:
      var text = ""
      for parameter in parameters {
        let part = text.isEmpty ? parameter.name : ", \(parameter.name)"
        text += parameter.isOptional ? "[\(part)]" : part
      }
      return "\(qualifiedName)(\(text))"
    }
  }
}

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

/// Declaring methods: with a result or without, and with up to three typed parameters.
extension APIEntry {
  // MARK: Methods

  static func method<Receiver: APIObject, Result: APIResult>(
    _ name: String, of _: Receiver.Type, returns: String = "", _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver) throws -> Result
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    return make(name, Receiver.apiType, .method, [], result(Result.self, returns), words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in try body(call, receiver).give(to: call) }
    }
  }

  static func method<Receiver: APIObject, A, Result: APIResult>(
    _ name: String, of _: Receiver.Type, _ a: Parameter<A>, returns: String = "", _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A) throws -> Result
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    let readA = a.read
    return make(name, Receiver.apiType, .method, [a.description], result(Result.self, returns), words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(call, receiver, try signature.read(readA, call, 2)).give(to: call)
      }
    }
  }

  static func method<Receiver: APIObject, A, B, Result: APIResult>(
    _ name: String, of _: Receiver.Type, _ a: Parameter<A>, _ b: Parameter<B>, returns: String = "",
    _ words: APIDocumentation, body: @escaping @Sendable (LuaCall, Receiver, A, B) throws -> Result
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    let readA = a.read
    let readB = b.read
    let parameters = [a.description, b.description]
    return make(name, Receiver.apiType, .method, parameters, result(Result.self, returns), words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(call, receiver, try signature.read(readA, call, 2), try signature.read(readB, call, 3)).give(to: call)
      }
    }
  }

  static func method<Receiver: APIObject, A, B, C, Result: APIResult>(
    _ name: String, of _: Receiver.Type, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    returns: String = "", _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A, B, C) throws -> Result
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    let readA = a.read
    let readB = b.read
    let readC = c.read
    let parameters = [a.description, b.description, c.description]
    return make(name, Receiver.apiType, .method, parameters, result(Result.self, returns), words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(
          call, receiver, try signature.read(readA, call, 2), try signature.read(readB, call, 3),
          try signature.read(readC, call, 4)
        ).give(to: call)
      }
    }
  }

  // MARK: Methods without a result

  // Not made of the forms above: one closure around another would be called in each call.

  static func method<Receiver: APIObject>(
    _ name: String, of _: Receiver.Type, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver) throws -> Void
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    return make(name, Receiver.apiType, .method, [], nil, words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(
          call, receiver)
        return 0
      }
    }
  }

  static func method<Receiver: APIObject, A>(
    _ name: String, of _: Receiver.Type, _ a: Parameter<A>, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A) throws -> Void
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    let readA = a.read
    let parameters = [a.description]
    return make(name, Receiver.apiType, .method, parameters, nil, words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(
          call, receiver, try signature.read(readA, call, 2))
        return 0
      }
    }
  }

  static func method<Receiver: APIObject, A, B>(
    _ name: String, of _: Receiver.Type, _ a: Parameter<A>, _ b: Parameter<B>, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A, B) throws -> Void
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    let readA = a.read
    let readB = b.read
    let parameters = [a.description, b.description]
    return make(name, Receiver.apiType, .method, parameters, nil, words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(
          call, receiver, try signature.read(readA, call, 2), try signature.read(readB, call, 3))
        return 0
      }
    }
  }

  static func method<Receiver: APIObject, A, B, C>(
    _ name: String, of _: Receiver.Type, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver, A, B, C) throws -> Void
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    let readA = a.read
    let readB = b.read
    let readC = c.read
    let parameters = [a.description, b.description, c.description]
    return make(name, Receiver.apiType, .method, parameters, nil, words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(
          call, receiver, try signature.read(readA, call, 2), try signature.read(readB, call, 3),
          try signature.read(readC, call, 4))
        return 0
      }
    }
  }
}

/// The words of an entry, kept together so that declarations stay short.
package struct APIDocumentation: Sendable {
  let summary: String
  let discussion: String
  let example: String
  let availability: String?
  let facts: [String]
  let since: String

  /// What is said of a name of the API.
  ///
  /// - Parameters:
  ///   - summary: one sentence that says what it is for.
  ///   - discussion: what else a user needs to know: errors, units, versions.
  ///   - example: a script that the tests run.
  ///   - availability: Apple's first version, for names of the app's side.
  ///   - facts: IDs of the facts it rests on.
  ///   - since: the version of homescreen that brought it.
  package init(
    _ summary: String, discussion: String = "", example: String = "", availability: String? = nil,
    facts: [String] = [], since: String = "0.1"
  ) {
    self.summary = summary
    self.discussion = discussion
    self.example = example
    self.availability = availability
    self.facts = facts
    self.since = since
  }
}

extension APIDocumentation: ExpressibleByStringLiteral {
  /// The summary alone.
  package init(stringLiteral summary: String) {
    self.init(summary)
  }
}
