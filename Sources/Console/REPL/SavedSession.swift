import LuaAPI

/// The lines of a session as a scenario script. UIKit's names, which mean the app in front in the REPL, stand inside
/// `app:run` there.
struct SavedSession {
  private let lines: [REPLLine]
  private let preparation: REPLPreparation
  /// Whether a text is a statement of Lua's; other texts are expressions.
  private let isStatement: (String) -> Bool
  /// What of the lines, by their numbers, becomes assertions.
  var seen: [Int: SeenLine] = [:]
  /// The callbacks that are to have come in the end; nil: any.
  var callbacks: [String]?

  init(_ lines: [REPLLine], _ preparation: REPLPreparation, isStatement: @escaping (String) -> Bool) {
    self.lines = lines
    self.preparation = preparation
    self.isStatement = isStatement
  }

  /// The script.
  /// - Parameter app: the path of the app, seen from where the script will lie.
  func text(app: String?) -> String {
    var declared: Set<String> = []
    var text = """
      -- A session of homescreen repl, saved as a scenario.\(seen.isEmpty ? " Turn what it prints into assertions." : "")

      it("does what the session did", function()
        device = Device { model = \(preparation.model.quotedForLua), os = \(preparation.os.quotedForLua), \
      locale = \(preparation.locale.quotedForLua) }

      """
    let package = app?.quotedForLua ?? preparation.sample.map { "homescreen.sample(\($0.rawValue.quotedForLua))" }
    if let package {
      text += "  app = device:install(\(package))\n  device:launch(app)\n  device:pressHome()\n"
    }
    let keepsResults = lines.contains { line in
      guard case .code(let chunk) = line.kind else { return false }
      return !Self.resultNames.isDisjoint(with: LineForm.names(in: chunk.text))
    }
    for (number, line) in lines.enumerated() {
      let changes = seen[number]?.changes ?? []
      let parts = rendered(line, seen[number], keepsResults: keepsResults, &declared)
      for part in parts + changes { text += part.isEmpty ? "\n" : "  \(part)\n" }
    }
    // A difference of very many is not looked for.
    if let callbacks, (1...200).contains(callbacks.count) {
      let list = callbacks.map { "    \($0.quotedForLua),\n" }.joined()
      text += "  assert.callbacks({\n\(list)  }, device.trace)\n"
    }
    return text + "end)\n"
  }

  /// The names under which the REPL keeps results, in the order of the results of one line.
  private static let results = ["_"] + (2...9).map { "_\($0)" }
  private static let resultNames = Set(results + ["_1", "__", "___"])

  /// An expression as a statement that prints its values or asserts what they were, and where that is needed keeps them as
  /// the REPL does.
  private func statements(
    _ end: LineEnd, _ expression: String, keepsResults: Bool, _ seen: SeenLine?
  ) -> [String] {
    guard keepsResults else {
      if let instead = seen?.instead { return instead(expression).flatMap(split) }
      return split(end.isSilent ? "local _ = \(expression)" : "print(\(expression))")
    }
    let names = Self.results.joined(separator: ", ")
    let kept = split("___, __, \(names) = __, _, \(expression)") + ["_1 = _"]
    return kept + (seen?.instead?("_").flatMap(split) ?? (end.isSilent ? [] : ["print(_)"]))
  }

  /// - Parameters:
  ///   - keepsResults: whether some line uses what a line before it gave.
  ///   - declared: the locals of the lines before.
  private func rendered(
    _ line: REPLLine, _ seen: SeenLine?, keepsResults: Bool, _ declared: inout Set<String>
  ) -> [String] {
    switch line.kind {
    case .preparation: return []
    case .wait(let wait): return ["device:advance(\(wait.seconds))"]
    case .code(let chunk):
      let source = chunk.text.hasPrefix("=") ? String(chunk.text.dropFirst()) : chunk.text
      if CommandLineWords(source) != nil { return comment(source, "a command of a plugin") }
      if line.isLeftOut { return comment(source, "this line was stopped") }
      if line.hasFailed { return failing(source, seen, line) }
      if Self.asksForHelp(source) { return [] }
      if line.commandLimit != nil { return comment(source, "only the beginning of this line belongs to the session") }
      // A call is both; then it matters whether what it gave is looked at.
      let isLookedAt = keepsResults && line.hasResults || seen?.instead != nil
      guard isStatement(source), !isLookedAt || !isStatement("return \(source)"), let statements = LuaStatements(source)
      else {
        let end = LineEnd(source)
        let value =
          line.usesApp ? "device.front:run(function() return\n\(end.expression)\nend)" : end.expression
        return self.statements(end, value, keepsResults: keepsResults, seen)
      }
      defer { declared.formUnion(statements.declarations.flatMap(\.variables).map(\.name)) }
      if line.usesApp {
        return inside("device.front:run(function()", statements, source, declared)
      }
      if statements.hasReturn { return inside("(function()", statements, source, declared) }
      if statements.closes { return ["do"] + split(source) + ["end"] }
      // The line before would go on with a bracket.
      return split(source.hasPrefix("(") ? ";" + source : source)
    }
  }

  /// The statements inside a function; their locals are declared before it, so that they live on.
  private func inside(
    _ opening: String, _ statements: LuaStatements, _ source: String, _ declared: Set<String>
  ) -> [String] {
    var names: [String] = []
    for variable in statements.declarations.filter({ !$0.closes }).flatMap(\.variables)
    where !names.contains(variable.name) { names.append(variable.name) }
    // A name that was there already has its old value until it is declared again.
    let fresh = names.filter { !declared.contains($0) }
    var lines = names.filter(declared.contains).map { "local \($0) = \($0)" }
    if !fresh.isEmpty { lines.append("local " + fresh.joined(separator: ", ")) }
    let function = [opening] + split(statements.assigning(in: source))
    // Only a function of its own is still to be called.
    let ending = opening.hasPrefix("(") ? "end)()" : "end)"
    if statements.hasReturn { return lines + ["print(" + function[0]] + function.dropFirst() + [ending + ")"] }
    return lines + function + [ending]
  }

  /// A line that raised an error does so again, if anybody looks.
  private func failing(_ source: String, _ seen: SeenLine?, _ line: REPLLine) -> [String] {
    guard seen?.hasFailed == true, let statements = LuaStatements(source), statements.declarations.isEmpty,
      isStatement("return \(source)") || isStatement(source)
    else { return comment(source, "this line failed") }
    let body = isStatement("return \(source)") ? "return \(source)" : source
    let opening =
      line.usesApp ? "assert.has_error(function() device.front:run(function()" : "assert.has_error(function()"
    return [opening] + split(body) + [line.usesApp ? "end) end)" : "end)"]
  }

  private static func asksForHelp(_ source: String) -> Bool {
    let tokens = LuaLexer.tokens(of: Array(source.utf8))
    guard source.hasPrefix("help"), let first = tokens.first, first.range.count == 4 else { return false }
    guard tokens.count > 1 else { return true }
    if case .string = tokens[1].kind { return true }
    return source.utf8[source.utf8.index(source.utf8.startIndex, offsetBy: tokens[1].range.lowerBound)]
      == UInt8(ascii: "(")
  }

  private func split(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func comment(_ text: String, _ why: String) -> [String] {
    ["-- \(why):"] + split(text).map { "--   \($0)" }
  }
}

extension LuaStatements {
  /// Whether something is closed at the end of the chunk.
  fileprivate var closes: Bool { declarations.contains(where: \.closes) }

  /// The chunk with assignments in place of its declarations.
  fileprivate func assigning(in source: String) -> String {
    var bytes = Array(source.utf8)
    for declaration in declarations.reversed() where !declaration.closes {
      let names = declaration.variables.map(\.name).joined(separator: ", ")
      let start = declaration.range.lowerBound
      if declaration.isFunction {
        // Only the word `local` goes.
        bytes.removeSubrange(start..<start + "local".utf8.count)
      } else if let values = declaration.values {
        bytes.replaceSubrange(start..<values, with: "\(names) = ".utf8)
      } else {
        bytes.replaceSubrange(declaration.range, with: "\(names) = nil".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension LuaStatements.Declaration {
  fileprivate var closes: Bool { variables.contains { $0.attribute == "close" } }
}

/// Why a session was not saved.
struct SaveFailure: Error, CustomStringConvertible {
  let description: String
}
