import AppPackages
package import LuaAPI
import LuaEngine
package import Platform

/// The settings in a project's `.busted`: a Lua file that returns tables of busted's options by the names of tasks.
/// `_all` applies to every task, `default` to runs without one.
package struct BustedSettings {
  package static let fileName = ".busted"

  /// Paths that are run when none is given: busted's `ROOT`. Empty: the usual folders.
  package private(set) var roots: [String] = []
  /// The patterns for files in folders.
  package private(set) var patterns = ScenarioFinder.Patterns()
  /// Additional search templates of `require`.
  package private(set) var searchTemplates: [String] = []
  /// A script that runs before each file.
  package private(set) var helper: String?
  /// Whether `setup` and `teardown` mean `lazy_setup` and `lazy_teardown`.
  package private(set) var setupIsLazy = false
  package private(set) var endsWithFirstFailure = false
  /// Whether files, blocks and scenarios run in random order.
  package private(set) var isShuffled = false
  /// The seed of that order.
  package private(set) var seed: UInt64?
  /// Selects scenarios with tags that match one of these.
  package private(set) var tags: [TagExpression] = []
  /// Excludes scenarios with tags that match one of these.
  package private(set) var excludedTags: [TagExpression] = []
  /// Selects scenarios with one of these in their full name.
  package private(set) var filters: [NamePattern] = []
  /// Excludes scenarios with one of these in their full name.
  package private(set) var excludedNames: [NamePattern] = []
  /// Options that homescreen does not support.
  package private(set) var unsupported: [String] = []
  /// Whether names or tags leave out scenarios.
  package var choosesScenarios: Bool {
    !tags.isEmpty || !excludedTags.isEmpty || !filters.isEmpty || !excludedNames.isEmpty
  }

  /// The real path of the file.
  package let file: String

  /// Reads the file in a folder; nil if no task is requested and the file is missing, or is code that `--no-plugins`
  /// excludes.
  /// - Parameters:
  ///   - task: the requested task: busted's `--run`.
  ///   - trust: decides whether the file runs, if it is code.
  ///   - surroundings: the environment of its code.
  /// - Throws: `UserError`.
  package init?(
    in folder: String, task: String?, trust: ProjectTrust, surroundings: ScriptSurroundings = ScriptSurroundings()
  ) throws(UserError) {
    let text: [UInt8]
    do throws(FileTreeError) {
      text = try SettingsText.read(Self.fileName, in: folder)
    } catch {
      if error.kind == .notFound || error.kind == .isADirectory {
        guard let task else { return nil }
        throw UserError("no .busted here has a task “\(task)”")
      }
      throw UserError(".busted cannot be read: \(error.message)")
    }
    file = FileTreePath.join(RealPath.of(folder) ?? folder, Self.fileName)
    let path = file
    let all: LuaTable
    do {
      all = try SettingsText.table(
        text, name: Self.fileName, in: folder, surroundings,
        refusal: trust.usesPlugins ? trust.refusal(of: path, namedBy: path) : ProjectTrust.leftOut
      ).table
    } catch let failure as LuaFailure where failure.code == "untrusted" && !trust.usesPlugins && task == nil {
      return nil
    } catch {
      throw UserError(busted: error)
    }
    let tables = try Self.tables(of: all, task: task)
    // The first table with an option decides.
    func value(_ names: String...) -> LuaValue? {
      for table in tables { for name in names { if let value = table[name], !value.isNil { return value } } }
      return nil
    }
    func texts(_ names: String..., separator: UInt8? = nil) throws(UserError) -> [String] {
      for name in names {
        guard let value = value(name) else { continue }
        return try Self.texts(value, name, separator: separator)
      }
      return []
    }
    func flag(_ name: String) -> Bool { value(name)?.boolean == true }
    if value("ROOT") != nil { roots = try texts("ROOT") }
    patterns.included = try Self.names(try texts("pattern", "p"))
    patterns.excluded = try Self.names(try texts("exclude-pattern"))
    // busted's own default.
    if patterns.included.isEmpty { patterns.included = try Self.names(["_spec"]) }
    if value("recursive")?.boolean == false || flag("no-recursive") { patterns.isRecursive = false }
    searchTemplates = try texts("lpath", "m", separator: UInt8(ascii: ";"))
    helper = try texts("helper").first
    setupIsLazy = flag("lazy")
    endsWithFirstFailure = value("keep-going")?.boolean == false || flag("no-keep-going")
    isShuffled = flag("shuffle") || flag("shuffle-tests") || flag("shuffle-files")
    seed = value("seed").flatMap { $0.integer.map(UInt64.init(bitPattern:)) ?? $0.string.flatMap { UInt64($0) } }
    do {
      let comma = UInt8(ascii: ",")
      tags = try texts("tags", "t", separator: comma).map { try TagExpression(parsing: $0) }
      excludedTags = try texts("exclude-tags", separator: comma).map { try TagExpression(parsing: $0) }
    } catch {
      throw UserError(".busted: \(error)")
    }
    filters = try Self.names(try texts("filter"))
    excludedNames = try Self.names(try texts("filter-out"))
    unsupported = ["e", "coverage", "cpath", "loaders", "repeat", "sort", "sort-files", "sort-tests"].filter {
      value($0).map { $0.boolean != false } ?? false
    }
  }

  /// Returns whether a helper is in a default folder, and the checkout of the file contains all default folders.
  package func isUsual(_ helper: String, for paths: [String]) -> Bool {
    let checkout = Checkout.of(file)
    guard let real = RealPath.of(helper), checkout.covers(real) else { return false }
    return paths.allSatisfy { checkout.covers(RealPath.leading($0)) }
      && ScenarioFinder.usualFolders.contains { ScenarioFinder.names($0, real) }
  }

  /// The first root that leads out of the checkout, by its path alone.
  package var rootOutside: String? {
    let checkout = Checkout.of(file)
    return roots.first { !checkout.covers(FileTreePath.join(RealPath.leading($0), "x")) }
  }

  /// Returns the tables that apply, the one with the highest precedence first.
  private static func tables(of all: LuaTable, task: String?) throws(UserError) -> [LuaTable] {
    func table(_ name: String) -> LuaTable? { if case .table(let table)? = all[name] { table } else { nil } }
    if let task {
      guard let chosen = table(task) else {
        let known = all.fields.compactMap { if case .string(let name) = $0.key, name != "_all" { name } else { nil } }
        throw UserError(".busted has no task “\(task)”; it has: \(known.sorted().joined(separator: ", "))")
      }
      return [chosen, table("_all")].compactMap(\.self)
    }
    return [table("default"), table("_all")].compactMap(\.self)
  }

  private static func texts(_ value: LuaValue, _ name: String, separator: UInt8?) throws(UserError)
    -> [String]
  {
    switch value {
    case .string(let text):
      guard let separator else { return [text] }
      return text.utf8.split(separator: separator).map { String(decoding: Array($0), as: UTF8.self) }
    case .table(let table) where table.fields.isEmpty:
      let texts = table.array.compactMap(\.string)
      if texts.count == table.array.count { return texts }
    case .nil, .boolean, .integer, .number, .bytes, .table, .object, .function, .other: break
    }
    throw UserError(".busted: \(name) must be a string or a list of strings, got a \(value.typeName)")
  }

  /// Parses busted's patterns, which are Lua's.
  private static func names(_ patterns: [String]) throws(UserError) -> [NamePattern] {
    do {
      return try patterns.map { try NamePattern(parsing: "/\($0)/") }
    } catch {
      throw UserError(".busted: \(error)")
    }
  }
}

extension UserError {
  /// Creates an error from the one that running `.busted` raised.
  fileprivate init(busted error: any Error) {
    let problem = PluginProblem(plugin: BustedSettings.fileName, error)
    let (message, hint) = ErrorAdvice.explain(problem.error)
    self.init(
      "\(ErrorAdvice.place(of: problem.error).map { "\($0)" } ?? BustedSettings.fileName): \(message)", hint: hint)
  }
}
