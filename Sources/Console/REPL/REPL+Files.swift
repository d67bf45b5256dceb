internal import AppPackages
internal import LuaAPI
internal import LuaEngine
internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines from files.
extension REPL {
  /// `:load`: runs a file as one line.
  func load(_ path: String, _ firstLine: Int) -> ExitCode? {
    guard let text = text(of: path) else { return failed(.failure) }
    var chunk = SourceChunk(
      text: SavedSession.lines(of: text, in: FileTreePath.directory(of: path)) ?? text, firstLine: firstLine,
      isComplete: true)
    chunk.file = path
    return runAndShow(chunk)
  }

  /// `:edit`: opens a file, or a new one with the last line, and then runs its contents.
  func edit(_ path: String?, _ firstLine: Int) -> ExitCode? {
    guard source.isInteractive else { return refuse(":edit needs a terminal") }
    if let path {
      guard openEditor(path) else { return nil }
      return load(path, firstLine)
    }
    let last = lines.last { if case .code = $0.kind { true } else { false } }
    var text = ""
    if case .code(let chunk)? = last?.kind { text = chunk.text + "\n" }
    guard let path = UserProgram.temporaryFile(text) else {
      return refuse("cannot write a file for the editor: \(SystemError.text(errno))")
    }
    defer { unlink(path) }
    guard openEditor(path), let edited = self.text(of: path) else { return nil }
    guard edited != text, edited.utf8.contains(where: { $0 > UInt8(ascii: " ") }) else {
      return answer("nothing was changed")
    }
    var lines = edited[...]
    while lines.last?.isNewline == true { lines.removeLast() }
    let entry = String(lines)
    source.remember(entry)
    output("\(line: entry)")
    return evaluate(SourceChunk(text: entry, firstLine: firstLine, isComplete: true))
  }

  /// Returns the text of a Lua file, or reports the problem.
  private func text(of path: String) -> String? {
    func refused(_ reason: String) -> String? {
      errors("\(line: path) cannot be read: \(line: reason)")
      return nil
    }
    switch FileBytes.read(path, limit: Reader.maximumChunkBytes) {
    case .failure(let problem): return refused(problem.reason)
    case .success(nil): return refused("there is no such file")
    case .success(let bytes?):
      var bytes = bytes[...]
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
      // Skips `#!/usr/bin/env lua`, as `lua` does. The line break stays, so that lines keep their numbers.
      if bytes.first == UInt8(ascii: "#") { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
      switch UTF8Text.decode(bytes) {
      case .success(let text): return text
      case .failure(let damage): return refused("byte \(damage.offset + 1) is not UTF-8 text")
      }
    }
  }

  /// Opens the editor; returns false after reporting that the editor failed.
  private func openEditor(_ path: String) -> Bool {
    let names = [ProcessEnvironment.value("VISUAL"), ProcessEnvironment.value("EDITOR")].compactMap(\.self)
    let editor = names.first { !$0.isEmpty } ?? "vi"
    let code = UserProgram.run("\(editor) \(ShellWord.inQuotes(path))")
    guard code != 0 else { return true }
    let hint = code == 127 ? "; set $VISUAL or $EDITOR to use another editor" : ""
    errors("the editor “\(line: editor)” exited with code \(Int(code)), so nothing was run\(line: hint)")
    return false
  }
}

/// Files that a person names at the prompt.
extension REPL {
  /// Lets a line read the files that it names, in any folder. Names in a file that `:load` runs do not count.
  func allowPaths(typedIn chunk: SourceChunk, in session: Session) {
    guard chunk.file == nil else { return }
    if let words = CommandLineWords(chunk.text) {
      words.arguments.forEach(session.files.allow(typed:))
      return
    }
    let bytes = Array(chunk.text.utf8)
    for token in LuaLexer.tokens(of: bytes) where token.isString {
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      let quotes = LuaQuotes(of: text)
      let inside = text.utf8.dropFirst(quotes.open.utf8.count).dropLast(quotes.close.utf8.count)
      session.files.allow(typed: String(Substring(inside)))
    }
  }
}

/// Saving a session.
extension REPL {
  /// Writes the session as a scenario. An existing file stays unchanged.
  /// - Parameter asTest: whether the results and changes of the lines become assertions.
  func save(to path: String, asTest: Bool) throws(UserError) {
    guard !path.isEmpty, !path.hasPrefix("-") else { throw UserError("use \(REPLWord.save.usage)") }
    guard let preparation = session.preparation else {
      throw UserError("this session is part of a scenario, so it cannot be saved as one")
    }
    guard !ProcessEnvironment.fileExists(path) else { throw UserError("\(path) already exists; nothing was written") }
    let folder = path.contains("/") ? FileTreePath.directory(of: path) : "."
    // Paths in a scenario start in its folder.
    let here = ProcessEnvironment.workingFolder
    func moved(_ path: String) -> String {
      let own = path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
      return own.hasPrefix("/")
        ? own : FileTreePath.relative(own, from: folder.isEmpty ? "/" : folder, workingFolder: here)
    }
    var saved = SavedSession(lines, preparation, moved) { [session] in
      // Lua leaves out a first line that begins with #, which is the length of something here.
      !$0.hasPrefix("#") && Self.mistake(in: $0, session) == nil
    }
    if asTest {
      do {
        (saved.seen, saved.callbacks) = try look()
      } catch {
        throw UserError("the session cannot be run again, so nothing was written: \(error)")
      }
    }
    let text = saved.text(app: preparation.app.map(moved))
    if let mistake = Self.mistake(in: text, session) {
      throw UserError("the lines are not a valid scenario, so nothing was written: \(mistake)")
    }
    let isNew: Bool
    do {
      isNew = try OutputFolder(folder.isEmpty ? "/" : folder)
        .create(Array(text.utf8), at: FileTreePath.lastComponent(path))
    } catch {
      throw UserError("\(path) cannot be written: \(error.message)")
    }
    // A link with a missing target, or a file that was made in the meantime.
    guard isNew else { throw UserError("\(path) already exists; nothing was written") }
    if let count = saved.callbacks?.count, count > SavedSession.maximumCallbacks {
      errors("note: the scenario does not compare the \(count) callbacks: there are too many")
    }
    // A run reads the working folder; other folders need the option, whose paths start in the working folder too.
    let isOutside = { (path: String) in path.hasPrefix("../") || path.hasPrefix("/") && !path.hasPrefix(here + "/") }
    // A project is more than its file.
    let named = preparation.app.map { app in
      let isPart = ["xcodeproj", "xcworkspace", "plist"].contains(FileTreePath.lowercasedExtension(of: app))
      return !isPart ? app : app.contains("/") ? FileTreePath.directory(of: app) : "."
    }
    let isRefused = preparation.app.map { isOutside($0) || isOutside(path) } ?? false
    let read = named.flatMap { isRefused ? "--read \(ShellWord.path($0)) " : nil } ?? ""
    _ = answer("wrote \(path); run it with: homescreen run \(read)\(ShellWord.path(path))")
  }

  /// Returns why Lua refuses a text; nil if it does not.
  private static func mistake(in text: String, _ session: Session) -> String? {
    // The budget that earlier lines have used does not matter here.
    let (outcome, _, _) = session.lua.withOwnBudget(session.lua.options.budget) {
      Result { () throws(LuaError) in try session.lua.load(text, chunkName: "=save") }
    }
    switch outcome {
    case .success(.success): return nil
    case .success(.failure(let error)): return error.message
    case .failure(let error): return "\(error)"
    }
  }

  /// Returns the absolute form of a path.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileTreePath.join(ProcessEnvironment.workingFolder, path)
  }

  /// Runs the session again and records the results and changes of each line.
  private func look() throws -> (seen: [Int: SeenLine], callbacks: [String]?) {
    var seen: [Int: SeenLine] = [:]
    var before: [String: String] = [:]
    var calls = 0
    let session = try replay(lines) { session, number, outcome in
      var changes: [(expression: String, value: LuaValue)] = []
      for observation in session.observations {
        let text = LuaLiteral.text(of: observation.value) ?? ""
        if before.updateValue(text, forKey: observation.expression) != text { changes.append(observation) }
      }
      let earlier = calls
      calls = session.callbacks?.count ?? 0
      // All changes are relative to the state after the preparation.
      guard number > 0 else { return }
      seen[number] = SeenLine(outcome, changes: changes, callsApp: calls != earlier, in: session)
    }
    return (seen, session.callbacks)
  }
}

/// The lines of a session as a scenario script. In the REPL, UIKit's names mean the app in front; in the script, they
/// are inside `app:run`.
struct SavedSession {
  private let lines: [REPLLine]
  private let preparation: REPLPreparation
  /// Returns whether a text is a Lua statement; other texts are expressions.
  private let isStatement: (String) -> Bool
  /// Returns a path of the working directory as it is from the script's folder.
  private let moved: (String) -> String
  /// The results of lines that become assertions, by line number.
  var seen: [Int: SeenLine] = [:]
  /// The expected callbacks at the end; nil for any.
  var callbacks: [String]?

  init(
    _ lines: [REPLLine], _ preparation: REPLPreparation, _ moved: @escaping (String) -> String,
    isStatement: @escaping (String) -> Bool
  ) {
    (self.moved, self.lines, self.preparation, self.isStatement) = (moved, lines, preparation, isStatement)
  }

  private static let opening = "-- A session of homescreen repl, saved as a scenario."

  /// Returns the lines of a saved session outside of its scenario, with their numbers; nil for another script.
  static func lines(of text: String, in folder: String) -> String? {
    guard text.hasPrefix(opening), let start = text.firstRange(of: "\nit("),
      let end = text[start.upperBound...].firstIndex(of: "\n"), text.hasSuffix("\nend)\n")
    else { return nil }
    let lines = text[..<start.lowerBound] + "\n" + text[end...].dropLast("end)\n".count)
    return movingPaths(in: String(lines)) { folder.isEmpty || $0.hasPrefix("/") ? nil : "\(folder)/\($0)" }
  }

  /// The maximum number of callbacks to compare.
  static let maximumCallbacks = 200

  /// Returns the script.
  /// - Parameter app: the path of the app, relative to the folder of the script.
  func text(app: String?) -> String {
    var text = """
      \(Self.opening)\(seen.isEmpty ? " Turn what it prints into assertions." : "")

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
        body += "-- A Lua function can have at most 200 locals.\n;(function()\n"
      }
      if line.homePress == 0 { body += "device:pressHome()\n" }
      if let press = line.homePress, press > 0 { body += "-- Home was pressed during the next line: add it there.\n" }
      for part in parts + (seen[number]?.changes ?? []) { body += part + "\n" }
    }
    body += String(repeating: "end)()\n", count: functions)
    if let callbacks, callbacks.count > Self.maximumCallbacks {
      body += "-- \(callbacks.count) callbacks ran, too many to compare.\n"
    } else if let callbacks, !callbacks.isEmpty {
      let list = callbacks.map { "  \($0.quotedForLua),\n" }.joined()
      body += "assert.callbacks({\n\(list)}, device.trace)\n"
    }
    text += LuaLexer.indented(body, by: "  ")
    return text + "end)\n"
  }

  /// The locals that the script has declared outside all blocks.
  private struct Locals {
    var names: Set<String> = []
    /// The number of declarations in the current function, repeated ones included.
    var count: Int

    /// The maximum number of locals. Lua allows 200 in a function, and the blocks in it need some of them.
    static let maximum = 150
  }

  /// The function of the script that keeps the results of lines as the REPL does; nil if no line uses them.
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

  /// Returns an expression as a statement that prints its values or asserts them, and keeps them as the REPL does if a
  /// later line needs them.
  private func statements(
    _ expression: String, ofLine line: Int, isSilent: Bool, _ keeper: String?, _ seen: SeenLine?
  ) -> [String] {
    let value = keeper.map { "\($0)(\(line), \(expression))" } ?? expression
    if let instead = seen?.instead { return instead(value) }
    guard isSilent else { return ["print(\(value))"] }
    return [keeper == nil ? "_ = \(value)" : value]
  }

  /// - Parameters:
  ///   - keeper: the function that keeps results; nil if no line uses the results of an earlier one.
  ///   - locals: the locals of the earlier lines.
  private func rendered(_ line: REPLLine, _ seen: SeenLine?, _ keeper: String?, _ locals: inout Locals) -> [String] {
    switch line.kind {
    case .preparation: return []
    case .wait(let wait): return ["device:advance(\(wait.seconds))"]
    case .code(let chunk):
      let source = Self.movingPaths(in: chunk.text.hasPrefix("=") ? String(chunk.text.dropFirst()) : chunk.text) {
        ProcessEnvironment.fileExists($0) ? moved($0) : nil
      }
      if CommandLineWords(source) != nil { return comment(source, "a command of a plugin") }
      if line.isLeftOut { return comment(source, "this line was stopped") }
      if line.hasFailed { return failing(source, seen, line) }
      if LuaStatements.asksForHelp(source) { return [] }
      if line.commandLimit != nil { return comment(source, "only the beginning of this line belongs to the session") }
      // A call is both; the result decides, if it is used.
      let isLookedAt = keeper != nil && line.hasResults || seen?.instead != nil
      guard isStatement(source), !isLookedAt || !isStatement("return \(source)"), let statements = LuaStatements(source)
      else {
        let end = LineEnd(source)
        let value = line.usesApp ? "device.front:run(function() return\n\(end.expression)\nend)" : end.expression
        return self.statements(value, ofLine: chunk.firstLine, isSilent: end.isSilent, keeper, seen)
      }
      let names = statements.declarations.filter { !$0.closes }.flatMap(\.variables).map(\.name)
      defer {
        locals.names.formUnion(names)
        locals.count += names.count
      }
      guard line.usesApp || statements.hasReturn else {
        if statements.closes { return ["do", source, "end"] }
        // Lua would read the bracket as a continuation of the line before.
        return [source.hasPrefix("(") ? ";" + source : source]
      }
      // An existing name has its old value until it is declared again.
      var parts = names.filter(locals.names.contains).map { "local \($0) = \($0)" }
      let fresh = names.filter { !locals.names.contains($0) }
      if !fresh.isEmpty { parts.append("local " + fresh.joined(separator: ", ")) }
      // In a function; its locals are declared before it, so that later lines see them.
      let body = statements.assigning(in: source)
      let call = line.usesApp ? "device.front:run(function()\n\(body)\nend)" : "(function()\n\(body)\nend)()"
      guard statements.hasReturn, line.hasResults else { return parts + [line.usesApp ? call : ";" + call] }
      return parts + self.statements(call, ofLine: chunk.firstLine, isSilent: LineEnd(source).isSilent, keeper, seen)
    }
  }

  /// Returns code with other paths in its calls of `install`.
  /// - Parameter moved: returns the new path; nil to keep the old one.
  private static func movingPaths(in source: String, _ moved: (String) -> String?) -> String {
    var bytes = Array(source.utf8)
    let tokens = LuaLexer.tokens(of: bytes)
    let words = tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    for (index, token) in tokens.enumerated().reversed() where token.isString && index > 1 {
      guard words[index - 1] == "install" || words[index - 1] == "(" && words[index - 2] == "install" else { continue }
      let quotes = LuaQuotes(of: words[index])
      let path = String(words[index].dropFirst(quotes.open.count).dropLast(quotes.close.count))
      guard let inside = moved(path).flatMap(quotes.inside) else { continue }
      bytes.replaceSubrange(token.range, with: (quotes.open + inside + quotes.close).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a failed line as a comment; in a test that needs its effect, as code that may raise an error.
  private func failing(_ source: String, _ seen: SeenLine?, _ line: REPLLine) -> [String] {
    guard seen?.hasEffect == true, isStatement(source), LuaStatements(source)?.declarations.isEmpty == true
    else { return comment(source, "this line failed") }
    let (opening, end) = line.usesApp ? ("device.front:run(function() ", " end)") : ("", "")
    return ["\(opening)pcall(function()", source, "end)\(end)"]
  }

  private func comment(_ text: String, _ why: String) -> [String] {
    ["-- \(why):"] + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "--   \($0)" }
  }
}

extension LuaStatements {
  /// Whether a variable is closed at the end of the chunk.
  fileprivate var closes: Bool { declarations.contains(where: \.closes) }

  /// Returns the chunk with assignments in place of its declarations.
  fileprivate func assigning(in source: String) -> String {
    var bytes = Array(source.utf8)
    for declaration in declarations.reversed() where !declaration.closes {
      let names = declaration.variables.map(\.name).joined(separator: ", ")
      let start = declaration.range.lowerBound
      if declaration.isFunction {
        // Only removes the word `local`.
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
