import AppPackages
package import LuaAPI
import LuaEngine
import Platform

/// What a project's `.busted` says: a Lua file that returns tables of busted's options by the names of tasks. `_all`
/// holds for every task, `default` where none is named.
package struct BustedSettings {
  /// What the file is called.
  package static let fileName = ".busted"

  /// Paths that are run when none is given: busted's `ROOT`. None: the usual folders.
  package private(set) var roots: [String] = []
  /// Which files of a folder are meant.
  package private(set) var patterns = ScenarioFinder.Patterns()
  /// Where `require` looks besides.
  package private(set) var searchTemplates: [String] = []
  /// A script that runs before each file.
  package private(set) var helper: String?
  /// `setup` and `teardown` are the lazy ones.
  package private(set) var setupIsLazy = false
  /// The run ends with the first failure.
  package private(set) var endsWithFirstFailure = false
  /// Files, blocks and scenarios run in an order of chance.
  package private(set) var isShuffled = false
  /// What decides that order.
  package private(set) var seed: UInt64?
  /// Only scenarios with tags for which one of these holds.
  package private(set) var tags: [TagExpression] = []
  /// Not what has tags for which one of these holds.
  package private(set) var excludedTags: [TagExpression] = []
  /// Only scenarios in whose full name one of these is found.
  package private(set) var filters: [NamePattern] = []
  /// Not what has one of these in its full name.
  package private(set) var excludedNames: [NamePattern] = []
  /// Options that change what is run and that homescreen does not have.
  package private(set) var unsupported: [String] = []

  /// The real path of the file.
  package let file: String

  /// Reads the file of a folder; nil when there is none, and for code where code of settings is left out.
  /// - Parameters:
  ///   - task: the one that was asked for: busted's `--run`.
  ///   - trust: decides whether the file runs, if it is code.
  ///   - surroundings: what code in it finds around it.
  /// - Throws: ``BustedSettingsError``.
  package init?(
    in folder: String, task: String?, trust: ProjectTrust, surroundings: ScriptSurroundings = ScriptSurroundings()
  ) throws(BustedSettingsError) {
    let text: [UInt8]
    do throws(FileTreeError) {
      text = try SettingsText.read(Self.fileName, in: folder)
    } catch {
      if error.kind == .notFound || error.kind == .isADirectory {
        guard let task else { return nil }
        throw BustedSettingsError("no .busted here has a task “\(task)”")
      }
      throw BustedSettingsError(".busted cannot be read: \(error.message)")
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
      throw BustedSettingsError(error)
    }
    let tables = try Self.tables(of: all, task: task)
    // The first table that has an option decides.
    func value(_ names: String...) -> LuaValue? {
      for table in tables {
        for name in names {
          if let value = table[name], !value.isNil { return value }
        }
      }
      return nil
    }
    func texts(_ names: String..., separator: UInt8? = nil) throws(BustedSettingsError) -> [String] {
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
      throw BustedSettingsError(".busted: \(error)")
    }
    filters = try Self.names(try texts("filter"))
    excludedNames = try Self.names(try texts("filter-out"))
    unsupported = ["e", "cpath", "loaders", "repeat", "sort", "sort-files", "sort-tests"].filter { value($0) != nil }
  }

  /// Where a project keeps its scenarios: what `homescreen init` begins, and what busted looks for.
  package static let usualFolders = ["specs", "spec"]

  /// Whether a helper is in a folder that is run when nothing is named, and all of that in the checkout of the file.
  package func isUsual(_ helper: String, for paths: [String]) -> Bool {
    let checkout = Checkout.of(file)
    guard let real = RealPath.of(helper), checkout.covers(real) else { return false }
    return paths.allSatisfy { checkout.covers(RealPath.leading($0)) }
      && Self.usualFolders.contains { ScenarioFinder.names($0, real) }
  }

  /// The first root that leads out of the checkout, without a look at what is there.
  package var rootOutside: String? {
    let checkout = Checkout.of(file)
    return roots.first { !checkout.covers(FileTreePath.join(RealPath.leading($0), "x")) }
  }

  /// The tables that hold, the strongest first.
  private static func tables(of all: LuaTable, task: String?) throws(BustedSettingsError) -> [LuaTable] {
    func table(_ name: String) -> LuaTable? {
      if case .table(let table)? = all[name] { table } else { nil }
    }
    if let task {
      guard let chosen = table(task) else {
        let known = all.fields.compactMap { if case .string(let name) = $0.key, name != "_all" { name } else { nil } }
        throw BustedSettingsError(".busted has no task “\(task)”; it has: \(known.sorted().joined(separator: ", "))")
      }
      return [chosen, table("_all")].compactMap(\.self)
    }
    return [table("default"), table("_all")].compactMap(\.self)
  }

  private static func texts(_ value: LuaValue, _ name: String, separator: UInt8?) throws(BustedSettingsError)
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
    throw BustedSettingsError(".busted: \(name) must be a string or a list of strings, got a \(value.typeName)")
  }

  /// busted's patterns are Lua's.
  private static func names(_ patterns: [String]) throws(BustedSettingsError) -> [NamePattern] {
    do {
      return try patterns.map { try NamePattern(parsing: "/\($0)/") }
    } catch {
      throw BustedSettingsError(".busted: \(error)")
    }
  }
}

/// A `.busted` that cannot be used.
package struct BustedSettingsError: Error, CustomStringConvertible {
  /// What a person reads, without a full stop.
  package let description: String

  /// What to do, in full sentences.
  package let hint: String?

  init(_ text: String, hint: String? = nil) {
    description = text
    self.hint = hint
  }

  init(_ error: any Error) {
    let problem = PluginProblem(plugin: BustedSettings.fileName, error)
    let (message, hint) = ErrorAdvice.explain(problem.error)
    self.init(
      "\(ErrorAdvice.place(of: problem.error).map { "\($0)" } ?? BustedSettings.fileName): \(message)", hint: hint)
  }
}
