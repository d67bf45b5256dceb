import LuaEngine

/// A function, property or type of the Lua API, as data.
///
/// Bindings with argument checks, `help`, completion, the editors' type files and the reference are all derived from
/// this value, which is the only definition of a name. The documentation is required.
package struct APIEntry: Sendable {
  /// The kind of an entry.
  package enum Kind: Sendable, Hashable {
    /// `receiver:name(…)`.
    case method
    /// `receiver.name`.
    case property(isWritable: Bool)
    /// `function receiver:name(…) … end`: a method that the script writes and the system calls.
    case callback
    /// `name(…)` or `name { … }`: creates an object.
    case constructor
    /// `name(…)`.
    case function
    /// A name that only contains others, such as `UIApplication` in `UIApplication.shared`.
    case namespace
  }

  /// The name without the receiver: `advance`.
  package let name: String
  /// The type that the entry belongs to; nil for a global.
  package let receiver: APIType?
  /// The kind of the entry.
  package let kind: Kind
  /// The parameters in order, without the receiver; for a writable property, the accepted value.
  package let parameters: [APIParameter]
  /// The description and type of the result; nil if there is none.
  package let returns: APIReturn?
  package let summary: String
  /// Further information for users.
  package let discussion: String
  /// An example that the tests run unchanged; empty if examples of other entries show the entry.
  package var example: String { APIExamples.texts[qualifiedName] ?? "" }
  /// The first iOS version with the API according to Apple; nil for the tester's own names.
  package let availability: String?
  /// The IDs of the facts that the entry rests on.
  package let facts: [String]
  /// The version of homescreen that introduced the entry.
  package let since: String
  /// Runs the function, or reads the property.
  var body: @Sendable (LuaCall) throws -> Int32
  /// Assigns the property.
  let assign: (@Sendable (LuaCall) throws -> Int32)?

  /// The name in a script: `device:advance`, `app.iconName`, `Device`.
  package var qualifiedName: String {
    guard let receiver else { return name }
    switch kind {
    case .method, .callback: return "\(receiver.expression):\(name)"
    case .property, .constructor, .function, .namespace: return "\(receiver.expression).\(name)"
    }
  }

  /// The first line of the entry's help: `device:advance(seconds)`.
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

/// Declarations of entries. Each form takes the documentation, the typed parameters and the body, so none can be
/// missing. The types of the receiver and the result come from the body.
extension APIEntry {
  // MARK: Properties

  /// Declares a read-only property. `get` may be a key path.
  static func property<Receiver: APIObject, Value: APIValue>(
    _ name: String, of _: Receiver.Type, _ words: APIDocumentation, readOnlyHint: String? = nil,
    get: @escaping @Sendable (Receiver) throws -> Value
  ) -> APIEntry {
    property(name, of: Receiver.self, words, readOnlyHint: readOnlyHint) { _, receiver in try get(receiver) }
  }

  /// Declares a property that depends on the calling code.
  static func property<Receiver: APIObject, Value: APIValue>(
    _ name: String, of _: Receiver.Type, _ words: APIDocumentation, readOnlyHint: String? = nil,
    get: @escaping @Sendable (LuaCall, Receiver) throws -> Value
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    return make(
      name, Receiver.apiType, .property(isWritable: false), [], result(Value.self, ""), words,
      assign: readOnlyHint.map { refusal(Receiver.apiType, name, $0) }
    ) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in call.result(try get(call, receiver)) }
    }
  }

  /// Declares a read-write property.
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

  // MARK: Callbacks

  /// Declares a method that the script writes and the system calls.
  static func callback(
    _ name: String, of receiver: APIType, _ parameters: [APIParameter], _ words: APIDocumentation
  ) -> APIEntry {
    make(name, receiver, .callback, parameters, nil, words) { _ in
      throw LuaFailure("\(receiver.expression):\(name) is a method that the script must define", code: "argument")
    }
  }

  // MARK: Documentation only

  /// Declares the documentation of a function in the prelude or the scenario runner.
  static func word(
    _ name: String, of receiver: APIType?, _ parameters: [APIParameter], gives type: String? = nil,
    _ words: APIDocumentation
  ) -> APIEntry {
    make(name, receiver, .function, parameters, type.map { APIReturn($0, "") }, words) { _ in
      throw LuaFailure("unknown name \(name)", code: "unknown-member")
    }
  }

  /// Declares the documentation of a global object in the prelude.
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

  /// Declares a function that reads its own arguments. With a receiver, it is called with a dot:
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

  /// Declares a constructor with one table of named fields.
  static func constructor<Result: APIResult>(
    _ name: String, fields: [APIParameter], returns: String, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, RecordReader) throws -> Result
  ) -> APIEntry {
    let parameter = APIParameter("options", type: "table", isOptional: true, documentation: "", fields: fields)
    let known = RecordFields(fields)
    return make(name, nil, .constructor, [parameter], result(Result.self, returns), words) { call in
      try body(call, try RecordReader(call, 1, owner: name, fields: known)).give(to: call)
    }
  }

  /// Declares a constructor that reads its own arguments.
  static func constructor<Result: APIResult>(
    _ name: String, parameters: [APIParameter], returns: String, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall) throws -> Result
  ) -> APIEntry {
    make(name, nil, .constructor, parameters, result(Result.self, returns), words) { call in
      try body(call).give(to: call)
    }
  }

  /// Declares a global object.
  static func global<Result: APIValue>(
    _ name: String, _ words: APIDocumentation, get: @escaping @Sendable (LuaCall) throws -> Result
  ) -> APIEntry {
    make(name, nil, .namespace, [], result(Result.self, ""), words) { call in call.result(try get(call)) }
  }

  // MARK: Shared

  /// Returns the type that a property has when it is read: the accepted type, and the object type if the former has
  /// only short forms.
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
      discussion: words.discussion, availability: words.availability, facts: words.facts,
      since: words.since, body: body, assign: assign)
  }
}

/// Declarations of methods with up to three typed parameters, with or without a result.
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

  // These do not use the forms above, because nested closures would slow down each call.

  static func method<Receiver: APIObject>(
    _ name: String, of _: Receiver.Type, _ words: APIDocumentation,
    body: @escaping @Sendable (LuaCall, Receiver) throws -> Void
  ) -> APIEntry {
    let signature = CallSignature(Receiver.self, name)
    return make(name, Receiver.apiType, .method, [], nil, words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(call, receiver)
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
    return make(name, Receiver.apiType, .method, [a.description], nil, words) { call in
      try signature.withReceiver(call) { (receiver: Receiver) in
        try body(call, receiver, try signature.read(readA, call, 2))
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
        try body(call, receiver, try signature.read(readA, call, 2), try signature.read(readB, call, 3))
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

/// The examples in `lua/examples`. Each begins with a line `--- NAME`, with the qualified name of its entry.
package enum APIExamples {
  /// The scripts by qualified name.
  package static let texts: [String: String] = {
    var texts: [String: String] = [:]
    for path in BundledFiles.paths where path.hasPrefix("examples/") {
      let text = BundledFiles.bytes(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      for part in text.split(separator: "\n--- ").dropFirst() {
        var lines = part.split(separator: "\n", omittingEmptySubsequences: false)
        let name = String(lines.removeFirst())
        while lines.last == "" { lines.removeLast() }
        texts[name] = lines.joined(separator: "\n")
      }
    }
    return texts
  }()
}

/// The documentation of an entry, grouped to keep declarations short.
package struct APIDocumentation: Sendable {
  let summary: String
  let discussion: String
  let availability: String?
  let facts: [String]
  let since: String

  /// Creates the documentation of an API name.
  ///
  /// - Parameters:
  ///   - summary: its purpose, in one sentence.
  ///   - discussion: further information for users: errors, units, versions.
  ///   - availability: Apple's first version, for names of the app's side.
  ///   - facts: the IDs of the facts that it rests on.
  ///   - since: the version of homescreen that introduced it.
  package init(
    _ summary: String, discussion: String = "", availability: String? = nil,
    facts: [String] = [], since: String = "0.1"
  ) {
    (self.summary, self.discussion, self.availability) = (summary, discussion, availability)
    (self.facts, self.since) = (facts, since)
  }
}

extension APIDocumentation: ExpressibleByStringLiteral {
  /// Creates documentation with only a summary.
  package init(stringLiteral summary: String) { self.init(summary) }
}
