import LuaAPI

/// The lines of a session as a scenario script. UIKit's names, which mean the app in front in the REPL, stand inside
/// `app:run` there.
struct SavedSession {
  private let lines: [REPLLine]
  private let preparation: REPLPreparation
  /// Whether a text is a statement of Lua's; other texts are expressions.
  private let isStatement: (String) -> Bool

  init(_ lines: [REPLLine], _ preparation: REPLPreparation, isStatement: @escaping (String) -> Bool) {
    self.lines = lines
    self.preparation = preparation
    self.isStatement = isStatement
  }

  /// The script.
  /// - Parameter app: the path of the app, seen from where the script will lie.
  func text(app: String?) -> String {
    var text = """
      -- A session of homescreen repl, saved as a scenario. Turn what it prints into assertions.

      it("does what the session did", function()
        device = Device { model = \(preparation.model.quotedForLua), os = \(preparation.os.quotedForLua), \
      locale = \(preparation.locale.quotedForLua) }

      """
    let package = app?.quotedForLua ?? preparation.sample.map { "homescreen.sample(\($0.rawValue.quotedForLua))" }
    if let package {
      text += "  app = device:install(\(package))\n  device:launch(app)\n  device:pressHome()\n"
    }
    let usesResults = lines.contains { line in
      guard case .code(let chunk) = line.kind else { return false }
      return LuaNames(chunk.text).used.contains(where: Self.resultNames.contains)
    }
    for line in lines {
      for part in rendered(line, keepsResults: usesResults) { text += part.isEmpty ? "\n" : "  \(part)\n" }
    }
    return text + "end)\n"
  }

  /// The names under which the REPL keeps results, in the order of the results of one line.
  private static let results = ["_"] + (2...9).map { "_\($0)" }
  private static let resultNames = Set(results + ["_1", "__", "___"])

  /// An expression as a statement that prints its values, or where that is needed keeps them as the REPL does, and prints
  /// the first.
  private func statements(_ end: LineEnd, _ expression: String, keepsResults: Bool) -> [String] {
    guard keepsResults else {
      return split(end.isSilent ? "local _ = \(expression)" : "print(\(expression))")
    }
    let names = Self.results.joined(separator: ", ")
    return split("___, __, \(names) = __, _, \(expression)") + ["_1 = _"] + (end.isSilent ? [] : ["print(_)"])
  }

  private func rendered(_ line: REPLLine, keepsResults: Bool) -> [String] {
    switch line.kind {
    case .preparation: return []
    case .wait(let wait): return ["device:advance(\(wait.seconds))"]
    case .code(let chunk):
      let source = chunk.text.hasPrefix("=") ? String(chunk.text.dropFirst()) : chunk.text
      if line.hasFailed { return comment(source, "this line failed") }
      if CommandLineWords(source) != nil { return comment(source, "a command of a plugin") }
      if source.hasPrefix("help") { return [] }
      if line.commandLimit != nil { return comment(source, "only the beginning of this line belongs to the session") }
      let isStatement = isStatement(source)
      let end = LineEnd(source)
      guard line.usesApp else {
        if !isStatement { return statements(end, end.expression, keepsResults: keepsResults) }
        return LuaNames(source).locals.isEmpty ? split(source) : ["do"] + split(source) + ["end"]
      }
      if isStatement { return ["device.front:run(function()"] + split(source) + ["end)"] }
      return statements(
        end, "device.front:run(function() return\n\(end.expression)\nend)", keepsResults: keepsResults)
    }
  }

  private func split(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func comment(_ text: String, _ why: String) -> [String] {
    ["-- \(why):"] + split(text).map { "--   \($0)" }
  }
}
