import LuaEngine

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
