internal import LuaAPI

/// How a line is compiled, found out once: it runs again with every travel through time.
struct LineForm {
  /// The line, or the line with `return` before it.
  let text: String
  /// Every name in it.
  let names: Set<String>
  /// What of it lives on.
  let declarations: [SessionLocals.Declaration]
  /// The variables that are closed at its end, and live no longer.
  let closed: [String]

  init(_ text: String) {
    self.text = text
    let statements = LuaStatements(text)
    names = statements?.names ?? []
    closed = (statements?.declarations ?? []).flatMap(\.variables).filter { $0.attribute == "close" }.map(\.name)
    declarations = statements?.declarations.compactMap(SessionLocals.Declaration.init) ?? []
  }

  /// Every name in a line, whether it is a statement or an expression.
  static func names(in text: String) -> Set<String> {
    LineForm(text).names.union(LineForm("return \(text)").names)
  }
}

extension SessionLocals.Declaration {
  /// What of a statement lives on: a variable that is closed ends with its line. nil: nothing.
  fileprivate init?(_ declaration: LuaStatements.Declaration) {
    let variables = declaration.variables.filter { $0.attribute != "close" }
    guard !variables.isEmpty else { return nil }
    self.init(variables.map { ($0.name, $0.attribute == "const") }, end: declaration.range.upperBound)
  }
}
