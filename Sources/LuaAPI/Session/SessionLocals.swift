package import LuaEngine

/// The local variables of a REPL. Each one outlives its line, and is shared by later lines and by functions that
/// captured it.
package final class SessionLocals {
  /// The variables that a `local` statement of a line declares for later lines.
  package struct Declaration {
    /// The names, and whether each is a constant in Lua.
    package let variables: [(name: String, isConstant: Bool)]
    /// The end of the statement, as a byte offset in the line.
    package let end: Int

    /// Creates a declaration that ends at this byte.
    package init(_ variables: [(name: String, isConstant: Bool)], end: Int) {
      (self.variables, self.end) = (variables, end)
    }
  }

  /// A line that is ready to run.
  package struct Line {
    /// The function to run, without arguments.
    package let function: LuaReference
    /// The table in which the line stores its variables.
    fileprivate let kept: LuaReference?
    fileprivate let declarations: [Declaration]
  }

  private unowned let lua: LuaState
  private var cells: [String: (variable: LuaVariable, isConstant: Bool)] = [:]
  /// The names of the current variables, in the order of creation.
  package private(set) var names: [String] = []

  init(_ lua: LuaState) { self.lua = lua }

  /// Pushes the value of a variable without running code; returns false, without pushing, if there is none.
  package func push(_ name: String) -> Bool {
    guard let cell = cells[name] else { return false }
    lua.stack.push(cell.variable)
    return true
  }

  /// Removes all variables.
  func removeAll() {
    cells = [:]
    names = []
  }

  /// Adds variables that do not come from a line.
  func add(_ variables: [String: LuaVariable]) {
    for (name, variable) in variables.sorted(by: { $0.key < $1.key }) {
      if cells.updateValue((variable, false), forKey: name) == nil { names.append(name) }
    }
  }

  // MARK: Lines

  /// Compiles a line that can use the current variables.
  /// - Parameters:
  ///   - linesBefore: the number of earlier lines, which offsets its line numbers.
  ///   - names: all names in the line.
  ///   - declarations: its `local` statements, in order.
  /// - Throws: ``LuaError``, as for the text alone.
  package func load(
    _ text: String, linesBefore: Int = 0, chunkName: String, names: Set<String>, declarations: [Declaration]
  ) throws(LuaError) -> Line {
    // The line need not name the environment of its globals.
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
      // Reports an error of the text as if it were not wrapped.
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

  /// Wraps the text in a function without changing its line numbers. The variables that it uses are outside, and each
  /// declaration is followed by a function that captures its variables.
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

  /// Returns a function that captures the declared variables. Lua inlines constants, but passing them as parameters
  /// makes them variables.
  private static func holder(of declaration: Declaration) -> String {
    func list(_ variables: [(name: String, isConstant: Bool)]) -> String {
      variables.map(\.name).joined(separator: ", ")
    }
    let holder = "function() return \(list(declaration.variables)) end"
    let constants = list(declaration.variables.filter(\.isConstant))
    return constants.isEmpty ? holder : "(function(\(constants)) return \(holder) end)(\(constants))"
  }

  /// Adds the variables that a line has declared, even if it failed. Call this once, after the line.
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
