import LuaEngine
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

  /// More callbacks are not compared: nobody looks for a difference among so many.
  static let maximumCallbacks = 200

  /// The script.
  /// - Parameter app: the path of the app, seen from where the script will lie.
  func text(app: String?) -> String {
    var text = """
      -- A session of homescreen repl, saved as a scenario.\(seen.isEmpty ? " Turn what it prints into assertions." : "")

      it("does what the session did", function()

      """
    var body = """
      device = Device { model = \(preparation.model.quotedForLua), os = \(preparation.os.quotedForLua), \
      locale = \(preparation.locale.quotedForLua) }

      """
    let package = app?.quotedForLua ?? preparation.sample.map { "homescreen.sample(\($0.rawValue.quotedForLua))" }
    if let package { body += "app = device:install(\(package))\n\(Session.launchOfREPL)\n" }
    let keeper = keeper
    if let keeper { body += Self.definition(ofKeeper: keeper) }
    var locals = Locals(count: keeper == nil ? 0 : 1)
    var functions = 0
    for (number, line) in lines.enumerated() {
      let count = locals.count
      let parts = rendered(line, seen[number], keeper, &locals)
      if count > 0, locals.count > Locals.maximum {
        locals.count -= count
        functions += 1
        body += "-- One function has room for 200 locals only.\n;(function()\n"
      }
      if line.homePress == 0 { body += "device:pressHome()\n" }
      if let press = line.homePress, press > 0 { body += "-- Home was pressed during the next line: add it there.\n" }
      for part in parts + (seen[number]?.changes ?? []) { body += part + "\n" }
    }
    body += String(repeating: "end)()\n", count: functions)
    if let callbacks, callbacks.count > Self.maximumCallbacks {
      body += "-- \(callbacks.count) callbacks came, too many to compare.\n"
    } else if let callbacks, !callbacks.isEmpty {
      let list = callbacks.map { "  \($0.quotedForLua),\n" }.joined()
      body += "assert.callbacks({\n\(list)}, device.trace)\n"
    }
    text += LuaLexer.indented(body, by: "  ")
    return text + "end)\n"
  }

  /// The locals that the script has declared outside of every block.
  private struct Locals {
    var names: Set<String> = []
    /// Those of the function at hand, each time that they are declared.
    var count: Int

    /// Lua has room for 200 in a function; the blocks inside it need some of it.
    static let maximum = 150
  }

  /// The function of the script that keeps the results of lines as the REPL does; nil where no line uses them.
  private var keeper: String? {
    var names: Set<String> = []
    for case .code(let chunk) in lines.map(\.kind) { names.formUnion(LineForm.names(in: chunk.text)) }
    guard !Self.resultNames.isDisjoint(with: names) else { return nil }
    return names.contains("keep") ? (2...).lazy.map { "keep\($0)" }.first { !names.contains($0) } : "keep"
  }

  /// The names under which the REPL keeps results, in the order of the results of one line.
  private static let results = ["_"] + (2...9).map { "_\($0)" }
  private static let resultNames = Set(results + ["_1", "__", "___", "Out"])

  private static func definition(ofKeeper name: String) -> String {
    """
    -- Keeps the results of a line for later lines.
    Out = {}
    local function \(name)(line, ...)
      if select("#", ...) > 1 or (...) ~= nil then
        ___, __ = __, _
        \(results.joined(separator: ", ")) = ...
        _1, Out[line] = _, _
      end
      return ...
    end

    """
  }

  /// An expression as a statement that prints its values or asserts what they were, and where that is needed keeps them as
  /// the REPL does.
  private func statements(
    _ expression: String, ofLine line: Int, isSilent: Bool, _ keeper: String?, _ seen: SeenLine?
  ) -> [String] {
    let value = keeper.map { "\($0)(\(line), \(expression))" } ?? expression
    if let instead = seen?.instead { return instead(value) }
    guard isSilent else { return ["print(\(value))"] }
    return [keeper == nil ? "_ = \(value)" : value]
  }

  /// - Parameters:
  ///   - keeper: the function that keeps results; nil where no line uses what a line before it gave.
  ///   - locals: those of the lines before.
  private func rendered(
    _ line: REPLLine, _ seen: SeenLine?, _ keeper: String?, _ locals: inout Locals
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
      let isLookedAt = keeper != nil && line.hasResults || seen?.instead != nil
      guard isStatement(source), !isLookedAt || !isStatement("return \(source)"), let statements = LuaStatements(source)
      else {
        let end = LineEnd(source)
        let value =
          line.usesApp ? "device.front:run(function() return\n\(end.expression)\nend)" : end.expression
        return self.statements(value, ofLine: chunk.firstLine, isSilent: end.isSilent, keeper, seen)
      }
      let names = statements.declarations.filter { !$0.closes }.flatMap(\.variables).map(\.name)
      defer {
        locals.names.formUnion(names)
        locals.count += names.count
      }
      guard line.usesApp || statements.hasReturn else {
        if statements.closes { return ["do", source, "end"] }
        // The line before would go on with a bracket.
        return [source.hasPrefix("(") ? ";" + source : source]
      }
      // A name that was there already has its old value until it is declared again.
      var parts = names.filter(locals.names.contains).map { "local \($0) = \($0)" }
      let fresh = names.filter { !locals.names.contains($0) }
      if !fresh.isEmpty { parts.append("local " + fresh.joined(separator: ", ")) }
      // Inside a function; its locals are declared before it, so that they live on.
      let body = statements.assigning(in: source)
      let call = line.usesApp ? "device.front:run(function()\n\(body)\nend)" : "(function()\n\(body)\nend)()"
      guard statements.hasReturn, line.hasResults else { return parts + [line.usesApp ? call : ";" + call] }
      return parts + self.statements(call, ofLine: chunk.firstLine, isSilent: LineEnd(source).isSilent, keeper, seen)
    }
  }

  /// A line that raised an error does so again, if anybody looks.
  private func failing(_ source: String, _ seen: SeenLine?, _ line: REPLLine) -> [String] {
    guard seen?.hasFailed == true, let statements = LuaStatements(source), statements.declarations.isEmpty,
      isStatement("return \(source)") || isStatement(source)
    else { return comment(source, "this line failed") }
    let body = isStatement("return \(source)") ? "return \(source)" : source
    let opening =
      line.usesApp ? "assert.has_error(function() device.front:run(function()" : "assert.has_error(function()"
    return [opening, body] + [line.usesApp ? "end) end)" : "end)"]
  }

  private static func asksForHelp(_ source: String) -> Bool {
    let tokens = LuaLexer.tokens(of: Array(source.utf8))
    guard source.hasPrefix("help"), let first = tokens.first, first.range.count == 4 else { return false }
    guard tokens.count > 1 else { return true }
    if case .string = tokens[1].kind { return true }
    return source.utf8[source.utf8.index(source.utf8.startIndex, offsetBy: tokens[1].range.lowerBound)]
      == UInt8(ascii: "(")
  }

  private func comment(_ text: String, _ why: String) -> [String] {
    ["-- \(why):"] + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "--   \($0)" }
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
