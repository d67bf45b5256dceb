import CLuaSupport

/// A local variable of Lua, alive as long as this object. Functions joined to it share the variable.
public final class LuaVariable {
  /// A function that has the variable as an upvalue.
  fileprivate let holder: LuaReference
  fileprivate let number: Int32

  fileprivate init(_ holder: LuaReference, number: Int32) { (self.holder, self.number) = (holder, number) }
}

extension LuaState {
  /// Returns the upvalues of a Lua function; empty for other values and for host functions.
  public func variables(of function: LuaReference) -> [String: LuaVariable] {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    return variableNumbers(ofFunctionOn: stack).mapValues { LuaVariable(function, number: $0) }
  }

  /// Makes a Lua function that has not run yet share variables, which replace its own upvalues of the same names.
  public func join(_ function: LuaReference, to variables: [String: LuaVariable]) {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    for (name, number) in variableNumbers(ofFunctionOn: stack) {
      guard let variable = variables[name] else { continue }
      stack.push(variable.holder)
      // The number comes from the upvalues of the holder.
      lua_upvaluejoin(stack.thread, -2, number, -1, variable.number)
      stack.removeLast()
    }
  }

  // MARK: Variables at an error

  /// Starts recording the local variables of scripts at each error: ``localsOfError``.
  public func watchLocals() { hs_watch_locals(thread) }

  /// Discards the recorded variables.
  public func forgetLocals() { hs_forget_locals(thread) }

  /// The local variables at the last error, by name. Each is a new variable with the value at that time.
  public var localsOfError: [String: LuaVariable] {
    let stack = self.stack
    hs_push_locals(stack.thread)
    defer { stack.removeLast() }
    guard stack.kind(at: -1) == .table else { return [:] }
    var variables: [String: LuaVariable] = [:]
    for key in stack.keys(ofTable: -1) {
      guard case .string(let name) = key else { continue }
      stack.pushRaw(name, of: -1)
      variables[name] = variable(holding: stack.reference(to: -1))
      stack.removeLast()
    }
    return variables
  }

  /// Returns a new variable with a value; nil if memory is exhausted.
  public func variable(holding value: LuaReference) -> LuaVariable? {
    let text = "local value = ... return function() return value end"
    guard let maker = try? load(own: Array(text.utf8), chunkName: "=variable"),
      case .function(let holder)? = try? call(maker, value).first
    else { return nil }
    return variables(of: holder)["value"]
  }

  private func variableNumbers(ofFunctionOn stack: LuaStack) -> [String: Int32] {
    guard stack.kind(at: -1) == .function, lua_iscfunction(stack.thread, -1) == 0 else { return [:] }
    var numbers: [String: Int32] = [:]
    var number: Int32 = 1
    while let name = lua_getupvalue(stack.thread, -1, number) {
      numbers[String(cString: name)] = number
      stack.removeLast()
      number += 1
    }
    return numbers
  }
}

extension LuaStack {
  /// Pushes the current value of a variable.
  public func push(_ variable: LuaVariable) {
    push(variable.holder)
    if lua_getupvalue(thread, -1, variable.number) == nil { pushNil() }
    remove(at: -2)
  }
}

/// Compares the contents of a script's memory.
extension LuaState {
  /// Answers the questions of the C code that walks over the values.
  private final class Identifier {
    let content: (AnyObject) -> UInt64?

    init(_ content: @escaping (AnyObject) -> UInt64?) { self.content = content }
  }

  /// Returns a hash of a value, of what an anchor keeps, and of everything reachable from there: tables, captured
  /// variables and objects. Equal memory has equal hashes in this state, but not in another process.
  ///
  /// - Parameter content: returns the hash of an object's content, never 0; nil if the content is unknown.
  /// - Returns: nil if something cannot be compared: a coroutine, an object without content, more than a few thousand
  ///   tables.
  public func fingerprint(
    of value: some LuaPushable, and anchor: LuaAnchor?, content: @escaping (AnyObject) -> UInt64?
  ) -> UInt64? {
    // Released values must not be counted.
    drainReleased()
    let stack = self.stack
    guard stack.hasSpace(8) else { return nil }
    value.push(onto: stack)
    defer { stack.removeLast() }
    let identifier = Identifier(content)
    var isWhole = false
    let hash = withExtendedLifetime(identifier) {
      hs_fingerprint(
        stack.thread, anchor?.number(in: stack) ?? 0,
        { context, object in
          // Both pointers come from this call, and a failure is not an object of a class.
          guard let context, let object, object.pointee.type != hs_failure_tag(), let instance = object.pointee.instance
          else { return 0 }
          let identifier = Unmanaged<Identifier>.fromOpaque(context).takeUnretainedValue()
          return identifier.content(Unmanaged<AnyObject>.fromOpaque(instance).takeUnretainedValue()) ?? 0
        }, Unmanaged.passUnretained(identifier).toOpaque(), &isWhole)
    }
    return isWhole ? hash : nil
  }
}
