import CLuaSupport

/// A local variable of Lua that lives as long as this value: functions that were joined to it share it.
public final class LuaVariable {
  /// A function that has the variable among its own.
  fileprivate let holder: LuaReference
  fileprivate let number: Int32

  fileprivate init(_ holder: LuaReference, number: Int32) {
    self.holder = holder
    self.number = number
  }
}

extension LuaState {
  /// The variables around a Lua function that it uses; none for other values and for functions of the host.
  public func variables(of function: LuaReference) -> [String: LuaVariable] {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    return variableNumbers(ofFunctionOn: stack).mapValues { LuaVariable(function, number: $0) }
  }

  /// Makes a Lua function that did not run yet share variables: each takes the place of its own of that name.
  public func join(_ function: LuaReference, to variables: [String: LuaVariable]) {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    for (name, number) in variableNumbers(ofFunctionOn: stack) {
      guard let variable = variables[name] else { continue }
      stack.push(variable.holder)
      // Its number is one that the holder was found to have.
      lua_upvaluejoin(stack.thread, -2, number, -1, variable.number)
      stack.removeLast()
    }
  }

  // MARK: Where an error was raised

  /// From now on an error keeps the local variables of the scripts in which it is raised: ``localsOfError``.
  public func watchLocals() { hs_watch_locals(thread) }

  /// Forgets what was kept.
  public func forgetLocals() { hs_forget_locals(thread) }

  /// The variables where the last error was raised, each as a variable of its own with the value of then; by name.
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

  /// A variable of its own for a value; nil without memory.
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
  /// Pushes what a variable holds now.
  public func push(_ variable: LuaVariable) {
    push(variable.holder)
    if lua_getupvalue(thread, -1, variable.number) == nil { pushNil() }
    remove(at: -2)
  }
}
