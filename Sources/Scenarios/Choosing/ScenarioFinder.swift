import AppPackages
import LuaAPI
import Platform
import PropertyLists

/// Finds the scripts that a run is about.
public enum ScenarioFinder {
  /// The scenarios inside the executable, without what lies in their folders named `fixtures`.
  public static var builtIn: [ScenarioFile] {
    bundled(below: "scenarios/", named: { $0.dropFirst("scenarios/".count) })
  }

  /// The scenarios of facts inside the executable: `facts/launch/limits.lua`.
  public static var facts: [ScenarioFile] { bundled(below: "facts/", named: { $0[...] }) }

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

  /// What a search has found.
  public struct Found: Sendable {
    /// The scripts, in the order of the paths that were given and, within a folder, of their own.
    public var files: [ScenarioFile] = []
    /// Scripts of folders that are not run: those without scenarios, or, in a folder that has a `*_spec.lua`, those with
    /// scenarios that are not called so.
    public var leftOut: [String] = []
    /// What could be a script or hold some, and cannot be looked into: `PATH: WHY`.
    public var unseen: [String] = []
  }

  /// Which files of a folder are meant.
  public struct Patterns: Sendable {
    /// Patterns of Lua's for the names of files; none: `_spec.lua` at the end, or scenarios inside.
    public var included: [NamePattern] = []
    /// Patterns of Lua's for the names of files.
    public var excluded: [NamePattern] = []
    /// Folders inside a folder count.
    public var isRecursive = true

    /// As it is usual.
    public init() {}
  }

  /// The scripts of files, folders and globs (`spec/**/*_spec.lua`). A file that is named is taken, whatever it holds. A
  /// folder gives every `*_spec.lua` below it, or where there is none each `.lua` file that holds scenarios, but nothing in
  /// folders named `fixtures` or beginning with a dot, nor a project's settings. A symbolic link is followed inside of the
  /// folder that was named.
  /// Where nothing is, the name of a script inside the executable is meant, as reports show it.
  /// - Throws: ``ScenarioFinderError`` when a path is not there, `FileTreeError` when a folder cannot be read.
  public static func find(_ paths: [String], _ patterns: Patterns = Patterns()) throws -> Found {
    var found = Found()
    for path in paths {
      do {
        try add(path, patterns, to: &found)
      } catch {
        guard let own = (builtIn + facts).first(where: { ExactText.isSame($0.name, path) }) else { throw error }
        found.files.append(own)
      }
    }
    return found
  }

  /// Whether a path that a person gave to run means a script: it is that one, or a folder or glob that has it.
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
      // It says why there is no file to read.
      do { _ = try tree.readPrefix(name, count: 1) } catch {
        throw ScenarioFinderError(path: path, reason: error.message)
      }
      throw ScenarioFinderError(path: path, reason: "this is not a script")
    }
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

  /// - Parameter isWanted: says of a path that cannot be looked into whether somebody would like to know.
  private static func walk(
    _ folder: String, _ unseen: inout [String], isWanted: (String) -> Bool = { _ in true }
  ) throws -> FileTreeWalk {
    let walk = FileTreeWalk(try FolderTree(folder)) { _, entry in
      entry.name.utf8.first == UInt8(ascii: ".") || (entry.kind == .directory && entry.name == "fixtures")
    }
    // A link that leads nowhere new is no problem, but scripts that cannot be seen are.
    if let problem = walk.problems.first(where: { $0.kind == .unreadable || $0.kind == .tooManyEntries }) {
      throw problem
    }
    for problem in walk.problems where isWanted(problem.path) {
      if let reason = reason(problem, in: folder) { unseen.append("\(join(folder, problem.path)): \(reason)") }
    }
    return walk
  }

  /// Why a script, or a folder that may hold some, cannot be looked into; nil for what is neither.
  private static func reason(_ problem: FileTreeError, in folder: String) -> String? {
    let isScript = ExactText.ends(problem.path, with: ".lua")
    switch problem.kind {
    // What a link leads to holds the same scripts.
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

  /// Whether a file of a folder holds scenarios. One that cannot be read does, so that it is told.
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

  /// The folder of a path, and what it is called there.
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

/// A path that was named and cannot be run.
public struct ScenarioFinderError: Error, CustomStringConvertible {
  /// The path, as it was named.
  public let path: String
  /// Without a full stop.
  public let reason: String
  /// What a person reads, without a full stop.
  public var description: String { "\(path): \(reason)" }
}
