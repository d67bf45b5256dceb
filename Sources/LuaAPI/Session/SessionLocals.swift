package import LuaEngine

/// The local variables of a REPL: each lives on after its line, as one variable that later lines and all functions that
/// saw it share.
package final class SessionLocals {
  /// What a line declares by one `local` statement that lives on.
  package struct Declaration {
    /// The names, and whether Lua refuses to assign to them.
    package let variables: [(name: String, isConstant: Bool)]
    /// Where the statement ends, in bytes of the line.
    package let end: Int

    /// A statement that ends at this byte.
    package init(_ variables: [(name: String, isConstant: Bool)], end: Int) {
      self.variables = variables
      self.end = end
    }
  }

  /// A line that is ready to run.
  package struct Line {
    /// What runs; without arguments.
    package let function: LuaReference
    /// Where the line leaves its variables.
    fileprivate let kept: LuaReference?
    fileprivate let declarations: [Declaration]
  }

  private unowned let lua: LuaState
  private var cells: [String: (variable: LuaVariable, isConstant: Bool)] = [:]
  /// The names of the variables that live, in the order in which they came.
  package private(set) var names: [String] = []

  init(_ lua: LuaState) {
    self.lua = lua
  }

  /// Pushes the value of a variable; false, and nothing is pushed, where none of this name lives. No code is run.
  package func push(_ name: String) -> Bool {
    guard let cell = cells[name] else { return false }
    lua.stack.push(cell.variable)
    return true
  }

  /// None lives any more.
  func removeAll() {
    cells = [:]
    names = []
  }

  /// Variables that did not come from a line.
  func add(_ variables: [String: LuaVariable]) {
    for (name, variable) in variables.sorted(by: { $0.key < $1.key }) {
      if cells.updateValue((variable, false), forKey: name) == nil { names.append(name) }
    }
  }

  // MARK: Lines

  /// Compiles a line in which the variables that live can be used.
  /// - Parameters:
  ///   - linesBefore: how many lines come before it, so that its own count from there on.
  ///   - names: every name in it.
  ///   - declarations: its `local` statements, in order.
  /// - Throws: ``LuaError``, as if the text stood alone.
  package func load(
    _ text: String, linesBefore: Int = 0, chunkName: String, names: Set<String>, declarations: [Declaration]
  ) throws(LuaError) -> Line {
    // The environment of all globals in it need not be named.
    let used = names.union(["_ENV"]).filter { cells[$0] != nil }.sorted()
    guard !used.isEmpty || !declarations.isEmpty else {
      return Line(
        function: try lua.load(text, chunkName: chunkName, linesBefore: linesBefore), kept: nil, declarations: [])
    }
    var keeper = "kept"
    while names.contains(keeper) || cells[keeper] != nil { keeper += "_" }
    let wrapped = wrapped(text, keeper: keeper, used: used, declarations)
    let outer: LuaReference
    do {
      outer = try lua.load(wrapped, chunkName: chunkName, linesBefore: linesBefore)
    } catch {
      // What is wrong with the text itself is told as of the text itself.
      _ = try lua.load(text, chunkName: chunkName, linesBefore: linesBefore)
      throw error
    }
    let stack = lua.stack
    stack.pushTable()
    let kept = stack.reference(to: -1)
    stack.removeLast()
    try lua.call(outer, keepingResultOf: [kept])
    let function = stack.reference(to: -1)
    stack.removeLast()
    var variables: [String: LuaVariable] = [:]
    for name in used { variables[name] = cells[name]?.variable }
    lua.join(function, to: variables)
    return Line(function: function, kept: kept, declarations: declarations)
  }

  /// The text inside a function, on the lines on which it stood. Around it are the variables that it uses; behind each
  /// declaration a function keeps what was declared.
  private func wrapped(_ text: String, keeper: String, used: [String], _ declarations: [Declaration]) -> String {
    let around = used.map { cells[$0]?.isConstant == true ? "\($0) <const>" : $0 }
    var wrapped = "local \(([keeper] + around).joined(separator: ", ")) = ... return function(...) "
    let bytes = text.utf8
    var place = bytes.startIndex
    for (number, declaration) in declarations.enumerated() {
      let end = bytes.index(bytes.startIndex, offsetBy: declaration.end)
      wrapped += text[place..<end]
      wrapped += " ;\(keeper)[\(number + 1)] = \(Self.holder(of: declaration)); "
      place = end
    }
    return wrapped + text[place...] + "\nend"
  }

  /// A function that has what was declared among its variables. Lua puts constants into the code that uses them; as a
  /// parameter, one is a variable again.
  private static func holder(of declaration: Declaration) -> String {
    func list(_ variables: [(name: String, isConstant: Bool)]) -> String {
      variables.map(\.name).joined(separator: ", ")
    }
    let holder = "function() return \(list(declaration.variables)) end"
    let constants = list(declaration.variables.filter(\.isConstant))
    return constants.isEmpty ? holder : "(function(\(constants)) return \(holder) end)(\(constants))"
  }

  /// Takes over what a line has declared, as far as it came; once, when it has ended in whatever way.
  package func takeOver(_ line: Line) {
    guard let kept = line.kept else { return }
    let stack = lua.stack
    for (number, declaration) in line.declarations.enumerated() {
      stack.push(kept)
      stack.pushRaw(Int64(number + 1), of: -1)
      stack.remove(at: -2)
      defer { stack.removeLast() }
      guard stack.kind(at: -1) == .function else { continue }
      let variables = lua.variables(of: stack.reference(to: -1))
      for declared in declaration.variables {
        guard let variable = variables[declared.name] else { continue }
        if cells.updateValue((variable, declared.isConstant), forKey: declared.name) == nil {
          names.append(declared.name)
        }
      }
    }
  }
}
