import AppPackages
package import LuaAPI
import Platform
import PropertyLists

/// Finds the scripts of a run.
package enum ScenarioFinder {
  /// The usual folders of a project's scenarios: the one that `homescreen init` creates, and busted's default.
  package static let usualFolders = ["specs", "spec"]

  /// The scenarios inside the executable, without the folders named `fixtures`.
  package static var builtIn: [ScenarioFile] {
    bundled(below: "scenarios/", named: { $0.dropFirst("scenarios/".count) })
  }

  /// The scenarios of facts inside the executable: `facts/launch/limits.lua`.
  package static var facts: [ScenarioFile] { bundled(below: "facts/", named: { $0[...] }) }

  /// The measurements of other projects, inside the executable: `measured/flutter.lua`, a file for each source.
  package static var measured: [ScenarioFile] { bundled(below: "measured/", named: { $0[...] }) }

  private static func bundled(below prefix: String, named name: (String) -> Substring) -> [ScenarioFile] {
    BundledFiles.paths.filter { path in
      path.hasPrefix(prefix) && path.hasSuffix(".lua") && !path.contains("/fixtures/")
    }.map { path in
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
      return ScenarioFile(name: String(name(path)), location: .bundled(folder)) {
        Array(BundledFiles.bytes(path) ?? UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
  }

  /// The result of a search.
  package struct Found: Sendable {
    /// The scripts, in the order of the given paths; those of a folder are sorted by path.
    package var files: [ScenarioFile] = []
    /// Scripts of folders that are not run: those without scenarios, or, in a folder with a `*_spec.lua`, those with
    /// scenarios and another name.
    package var leftOut: [String] = []
    /// Unreadable files and folders that could be or contain scripts: `PATH: WHY`.
    package var unseen: [String] = []
    /// Messages about lines that no scenario or block contains.
    package var outside: [String] = []
  }

  /// The patterns for files in folders.
  package struct Patterns: Sendable {
    /// Lua patterns for the names of files; empty means `_spec.lua` at the end, or scenarios inside.
    package var included: [NamePattern] = []
    /// Lua patterns for the names of files to leave out.
    package var excluded: [NamePattern] = []
    /// Whether to search nested folders.
    package var isRecursive = true

    /// Creates the default patterns.
    package init() {}
  }

  /// Finds the scripts of files, folders and globs (`spec/**/*_spec.lua`). A named file is always taken. A folder gives
  /// every `*_spec.lua` below it, or if it has none, each `.lua` file with scenarios, except those in folders named
  /// `fixtures` or beginning with a dot, and a project's settings. Symbolic links are followed inside the named folder.
  /// A missing path can be the name of a script inside the executable, as reports show it.
  /// - Throws: ``ScenarioFinderError`` for a missing path, `FileTreeError` for a folder that cannot be read.
  package static func find(_ paths: [String], _ patterns: Patterns = Patterns()) throws -> Found {
    var found = Found()
    for path in paths {
      do {
        try add(path, patterns, to: &found)
      } catch {
        guard let own = (builtIn + facts + measured).first(where: { ExactText.isSame($0.name, path) }) else {
          throw error
        }
        found.files.append(own)
      }
    }
    return found
  }

  /// Returns whether a path on the command line means a script: its own path, or the path of a folder or glob with it.
  package static func names(_ path: String, _ script: String) -> Bool {
    guard let script = RealPath.of(script) else { return false }
    if let real = RealPath.of(path) { return RealPath.lies(script, in: real) }
    guard let glob = PathGlob(path), let folder = RealPath.of(glob.folder) else { return false }
    let prefix = folder == "/" ? folder : "\(folder)/"
    return ExactText.begins(script, with: prefix)
      && glob.matches(String(Substring(script.utf8.dropFirst(prefix.utf8.count))))
  }

  private static func add(_ path: String, _ patterns: Patterns, to found: inout Found) throws {
    let parent = folder(of: path)
    let name = lastComponent(of: path)
    if let glob = PathGlob(path), (try? FolderTree(parent).kind(of: name)) == nil {
      found.files += try scripts(matching: glob, path, &found.unseen)
      return
    }
    let tree = try FolderTree(parent)
    switch name.isEmpty ? .directory : tree.kind(of: name) {
    case .directory: try addScripts(below: path, patterns, to: &found)
    case .file: found.files.append(file(path))
    case .other, nil:
      if let named = file(withLine: path, &found.outside) { return found.files.append(named) }
      // Reading gives the reason.
      do { _ = try tree.readPrefix(name, count: 1) } catch {
        throw ScenarioFinderError(path: path, reason: error.message + meaning(of: path))
      }
      throw ScenarioFinderError(path: path, reason: "this is not a script")
    }
  }

  /// Returns the file of a path such as `icons_spec.lua:17`, with the line of the innermost scenario or block that
  /// contains this line; nil if the file does not exist.
  private static func file(withLine path: String, _ outside: inout [String]) -> ScenarioFile? {
    guard let colon = path.lastIndex(of: ":"), let line = Int(path[colon...].dropFirst()) else { return nil }
    var file = file(String(path[..<colon]))
    guard let text = try? file.read() else { return nil }
    let calls = ScenarioWords.lines(ofCallsIn: text)
    file.line = calls.filter { $0.contains(line) }.map(\.lowerBound).max() ?? 0
    guard file.line == 0 else { return file }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    func distance(_ call: ClosedRange<Int>) -> Int { max(call.lowerBound - line, line - call.upperBound) }
    let nearest = calls.sorted { (distance($0), $0.lowerBound) < (distance($1), $1.lowerBound) }.prefix(3)
    outside.append(
      TerminalText.visible("\(path): no block or scenario contains this line", isOneLine: true)
        + (nearest.isEmpty ? "" : "; the nearest:")
        + nearest.map { call in
          let source = String(decoding: lines[call.lowerBound - 1].drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
          return "\n  lines \(call.lowerBound) to \(call.upperBound): \(TerminalText.visible(source, isOneLine: true))"
        }.joined())
    return file
  }

  /// Returns what a missing path may mean: a script of a usual folder.
  private static func meaning(of path: String) -> String {
    func exists(_ path: String) -> Bool { (try? CurrentMachine.value.status(path, followsLink: true)) != nil }
    if ["xml", "html", "json", "jsonl", "tap"].contains(FileTreePath.lowercasedExtension(of: path)) {
      return "; a report goes to a file with --format NAME=\(ShellWord.path(path))"
    }
    if path.contains(".lua::") {
      return "; FILE:LINE runs the scenario at a line, --filter TEXT those whose name contains a text"
    }
    let found = usualFolders.map { "\($0)/\(path)" }.first(where: exists)
    return found.map { "; did you mean \($0)?" } ?? ""
  }

  private static func scripts(
    matching glob: PathGlob, _ path: String, _ unseen: inout [String]
  ) throws -> [ScenarioFile] {
    let files = try walk(glob.folder, &unseen) { glob.matches($0) || glob.mayMatch(below: $0) }.files.filter {
      glob.matches($0.path) && ExactText.ends($0.path, with: ".lua")
    }
    guard !files.isEmpty else { throw ScenarioFinderError(path: path, reason: "no script matches") }
    return files.map { file(glob.folder == "." ? $0.path : join(glob.folder, $0.path)) }
  }

  private static func join(_ folder: String, _ path: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + path : "\(folder)/\(path)"
  }

  /// - Parameter isWanted: returns whether an unreadable path should be reported.
  private static func walk(
    _ folder: String, _ unseen: inout [String], isWanted: (String) -> Bool = { _ in true }
  ) throws -> FileTreeWalk {
    let walk = FileTreeWalk(try FolderTree(folder)) { _, entry in
      entry.name.utf8.first == UInt8(ascii: ".") || (entry.kind == .directory && entry.name == "fixtures")
    }
    // A link that loops or leaves the folder is fine, but unreadable scripts are a problem.
    if let problem = walk.problems.first(where: { $0.kind == .unreadable || $0.kind == .tooManyEntries }) {
      throw problem
    }
    for problem in walk.problems where isWanted(problem.path) {
      if let reason = reason(problem, in: folder) { unseen.append("\(join(folder, problem.path)): \(reason)") }
    }
    return walk
  }

  /// Returns why a script, or a folder that may contain some, is unreadable; nil for other files.
  private static func reason(_ problem: FileTreeError, in folder: String) -> String? {
    let isScript = ExactText.ends(problem.path, with: ".lua")
    switch problem.kind {
    // The target of the link contains the same scripts.
    case .linkLoop: return nil
    case .notFound where problem.path.unicodeScalars.contains("\u{FFFD}"): return "its name is not valid UTF-8"
    case .outsideOfTree:
      let target = try? CurrentMachine.value.status(join(folder, problem.path), followsLink: true)
      return isScript || target?.kind == .folder ? problem.message : nil
    case .notFound, .notADirectory, .isADirectory, .unreadable, .unwritable, .forbidden, .badPath, .notARegularFile,
      .tooLarge,
      .tooManyEntries, .damaged, .conflict:
      return isScript ? problem.message : nil
    }
  }

  private static func addScripts(below folder: String, _ patterns: Patterns, to found: inout Found) throws {
    var files: [ScenarioFile] = []
    for entry in try walk(folder, &found.unseen).files
    where ExactText.ends(entry.path, with: ".lua") && !isSettings(entry.path) {
      if patterns.isRecursive || lastComponent(of: entry.path) == entry.path {
        files.append(file(join(folder, entry.path)))
      }
    }
    if !patterns.excluded.isEmpty {
      let search = try PatternSearch()
      try files.removeAll { file in
        try patterns.excluded.contains { try search.finds($0, in: lastComponent(of: file.name)) }
      }
    }
    if !patterns.included.isEmpty {
      let search = try PatternSearch()
      found.files += try files.filter { file in
        try patterns.included.contains { try search.finds($0, in: lastComponent(of: file.name)) }
      }
      return
    }
    let specs = files.filter(\.isSpec)
    for file in files where specs.isEmpty || !file.isSpec {
      let holdsScenarios = holdsScenarios(file)
      if specs.isEmpty, holdsScenarios { found.files.append(file) }
      if specs.isEmpty != holdsScenarios { found.leftOut.append(file.name) }
    }
    found.files += specs
  }

  /// Returns whether a file of a folder contains scenarios. An unreadable one counts, so that it is reported.
  private static func holdsScenarios(_ file: ScenarioFile) -> Bool {
    guard let text = try? file.read() else { return true }
    return ScenarioWords.areCalled(in: text)
  }

  private static func isSettings(_ path: String) -> Bool { lastComponent(of: path) == ProjectSettings.fileName }

  private static func file(_ path: String) -> ScenarioFile {
    ScenarioFile(name: path, location: .folder(folder(of: path))) {
      try FolderTree(folder(of: path)).read(lastComponent(of: path))
    }
  }

  static func split(_ path: String) -> (folder: String, name: String) { (folder(of: path), lastComponent(of: path)) }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
  }

  private static func lastComponent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(Substring(path.utf8[path.utf8.index(after: $0)...])) }
      ?? path
  }
}

/// The error of a named path that cannot be run.
package struct ScenarioFinderError: Error, CustomStringConvertible {
  /// The path as it was named.
  package let path: String
  /// The reason, without a full stop.
  package let reason: String
  /// The message.
  package var description: String { "\(path): \(reason)" }
}

/// A path with `*`, `?`, `[…]` or `**`: `spec/**/*_spec.lua`. Shells expand the first three unless they are quoted; few
/// expand `**`, any number of folders.
struct PathGlob {
  /// The folder that contains all possible matches.
  let folder: String
  private let parts: [[UInt8]]

  /// Returns nil for a path without a special character.
  init?(_ path: String) {
    let all = FileTreePath.parts(of: path)
    guard let first = all.firstIndex(where: { $0.utf8.contains(where: Self.isSpecial) }) else { return nil }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let prefix = all[..<first].joined(separator: "/")
    folder = isAbsolute ? "/" + prefix : prefix.isEmpty ? "." : prefix
    parts = all[first...].map { Array($0.utf8) }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[")
  }

  /// Returns whether a path below ``folder`` matches.
  func matches(_ path: String) -> Bool { states(after: path).contains(parts.count) }

  func mayMatch(below path: String) -> Bool { states(after: path).contains { $0 < parts.count } }

  private func states(after path: String) -> Set<Int> {
    let names = FileTreePath.parts(of: path).map { Array($0.utf8) }
    // The parts of the pattern that may come next, after each name: at most parts times names steps.
    var states: Set<Int> = closure([0])
    for name in names {
      var following: Set<Int> = []
      for state in states where state < parts.count {
        if parts[state] == Self.anyFolders {
          if name.first != UInt8(ascii: ".") { following.insert(state) }
        } else if FileTreePath.matches(name, parts[state]) {
          following.insert(state + 1)
        }
      }
      states = closure(following)
    }
    return states
  }

  private static let anyFolders = Array("**".utf8)

  /// Adds the states in which `**` matches no folder.
  private func closure(_ states: Set<Int>) -> Set<Int> {
    var result = states
    for state in states {
      var state = state
      while state < parts.count, parts[state] == Self.anyFolders {
        state += 1
        result.insert(state)
      }
    }
    return result
  }
}

/// Detects from a script's text whether it has scenarios: it calls `describe`, `it` or another such word, or
/// `museum.exhibit`, which calls them.
///
/// A folder of scenarios also contains helpers, which must not run as scenarios. Comments, strings, other methods
/// (`x.it()`) and functions of that name do not count.
enum ScenarioWords {
  private static let words: Set<String> = Set(
    SpecWord.allCases.filter { [.block, .scenario, .pending, .fact].contains($0.role) }.map(\.rawValue))
  /// The function of the museum that makes scenarios.
  private static let maker = "exhibit"
  private static let longestWord = words.map(\.utf8.count).max() ?? 0

  static func areCalled(in text: [UInt8]) -> Bool { firstCall(in: text) { _ in true } }

  /// Returns the lines of each call, from the word to its last bracket.
  static func lines(ofCallsIn text: [UInt8]) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var open: [(first: Int, depth: Int)] = []
    var (depth, current, counted) = (0, 1, 0)
    func line(at position: Int) -> Int {
      current += text[counted..<position].count { $0 == UInt8(ascii: "\n") }
      counted = position
      return current
    }
    func take(_ change: Int, at position: Int) {
      depth += change
      guard change < 0 else { return }
      let line = line(at: position)
      // `pending "name"` has no brackets, and `it "name" (function() … end)` may have two pairs.
      while let last = open.last, last.depth > depth || last.depth == depth && !isCall(text, position + 1) {
        found.append(last.first...(last.depth == depth ? line : last.first))
        open.removeLast()
      }
    }
    _ = firstCall(in: text, bracket: take) { position in
      open.append((line(at: position), depth))
      return false
    }
    return found + open.map { $0.first...$0.first }
  }

  /// Returns whether one of the calls, at a position of the text, is wanted.
  /// - Parameter bracket: gets 1 for each opening bracket and -1 for each closing one, with its position.
  private static func firstCall(
    in text: [UInt8], bracket: (Int, Int) -> Void = { _, _ in }, isWanted: (Int) -> Bool
  ) -> Bool {
    var position = 0
    /// The token before a name decides whether it is one of busted's.
    var before = Before.other
    /// Whether a name after `function` follows, with its fields: `function museum.exhibit`.
    var isDefining = false
    while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): position += 1
      case UInt8(ascii: "-") where next(text, position) == UInt8(ascii: "-"):
        position += 2
        position = endOfLongText(text, position) ?? endOfLine(text, position)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        position = endOfText(text, position)
        before = .other
      case UInt8(ascii: "["):
        position = endOfLongText(text, position) ?? position + 1
        before = .other
      case UInt8(ascii: "."), UInt8(ascii: ":"):
        // `..` concatenates strings: the next name is not a field.
        before = next(text, position) == byte ? .other : .selection
        position += before == .other ? 2 : 1
      case _ where isLetter(byte):
        let start = position
        while position < text.count, isLetter(text[position]) || isDigit(text[position]) { position += 1 }
        let length = position - start
        let word = length <= longestWord || length == 8 ? String(decoding: text[start..<position], as: UTF8.self) : ""
        if before == .other, words.contains(word), isCall(text, position), isWanted(start) { return true }
        if before == .selection, !isDefining, length == maker.utf8.count, isCall(text, position, orTable: true),
          text[start..<position].elementsEqual(maker.utf8), isWanted(start)
        {
          return true
        }
        isDefining = word == "function" || isDefining && before != .other
        before = word == "function" || word == "local" ? .definition : .other
      default:
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { bracket(1, position) }
        if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}") { bracket(-1, position) }
        position += 1
        isDefining = false
        before = .other
      }
    }
    return false
  }

  /// Returns whether a script has code and calls none of the words. A script whose matrix has no cells calls them, even
  /// if it defines no scenarios.
  static func isPlainCode(_ text: [UInt8]) -> Bool { isCode(text) && !areCalled(in: text) }

  private static func isCode(_ text: [UInt8]) -> Bool {
    // A shebang is not code.
    var position = text.first == UInt8(ascii: "#") ? endOfLine(text, 0) : 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\t")...UInt8(ascii: "\r"), UInt8(ascii: " "): position += 1
      case UInt8(ascii: "-") where next(text, position) == UInt8(ascii: "-"):
        position += 2
        position = endOfLongText(text, position) ?? endOfLine(text, position)
      default: return true
      }
    }
    return false
  }

  private enum Before { case selection, definition, other }

  /// Returns whether arguments follow: parentheses, a string or, if requested, a table.
  private static func isCall(_ text: [UInt8], _ position: Int, orTable: Bool = false) -> Bool {
    var position = position
    while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
    guard position < text.count else { return false }
    switch text[position] {
    case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"): return true
    case UInt8(ascii: "{"): return orTable
    case UInt8(ascii: "["): return endOfLongText(text, position) != nil
    default: return false
    }
  }

  private static func next(_ text: [UInt8], _ position: Int) -> UInt8? {
    position + 1 < text.count ? text[position + 1] : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func endOfLine(_ text: [UInt8], _ position: Int) -> Int {
    text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
  }

  private static func endOfText(_ text: [UInt8], _ start: Int) -> Int {
    var position = start + 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\\"): position += 2
      case text[start], UInt8(ascii: "\n"): return position + 1
      default: position += 1
      }
    }
    return text.count
  }

  /// Returns the end of a `[[ … ]]` or `[==[ … ]==]` that begins here; nil if none does.
  private static func endOfLongText(_ text: [UInt8], _ start: Int) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "[") else { return nil }
    var position = start + 1
    while position < text.count, text[position] == UInt8(ascii: "=") { position += 1 }
    let level = position - start - 1
    guard position < text.count, text[position] == UInt8(ascii: "[") else { return nil }
    position += 1
    while let close = text[position...].firstIndex(of: UInt8(ascii: "]")) {
      var end = close + 1
      while end < text.count, end - close - 1 < level, text[end] == UInt8(ascii: "=") { end += 1 }
      if end - close - 1 == level, end < text.count, text[end] == UInt8(ascii: "]") { return end + 1 }
      position = close + 1
    }
    return text.count
  }
}

/// A script with its location and its name in reports.
package struct ScenarioFile: Sendable {
  /// The name in reports and messages: the given path, or `seeds/change-app-icon.lua` for a built-in one.
  package let name: String
  /// The folder to which the script's paths are relative.
  package let location: ScriptLocation
  /// The position among all files of the run, from 0.
  var position = 0
  /// The line of the scenario or block that runs alone; nil for all. No scenario begins in line 0.
  package fileprivate(set) var line: Int?
  /// Reads the text.
  package let read: @Sendable () throws -> [UInt8]

  /// Creates a script that is not a file, such as standard input.
  package static func text(_ text: [UInt8], named name: String) -> ScenarioFile {
    ScenarioFile(name: name, location: .folder(".")) { text }
  }

  /// Returns the files of a run in its order, with their positions among all.
  static func prepare(_ files: [ScenarioFile], for options: RunOptions) -> [ScenarioFile] {
    var files = files
    if let seed = options.shuffleSeed { ShuffledOrder(seed: seed).apply(to: &files) }
    for position in files.indices { files[position].position = position }
    return options.shard.map { shard in files.filter { shard.includes($0.name) } } ?? files
  }

  /// Whether this is the name of a file with scenarios.
  var isSpec: Bool { ExactText.ends(name, with: "_spec.lua") }
}
