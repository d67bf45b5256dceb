import AppPackages
internal import Events
import HomeScreenSimulator
import LuaEngine
import Platform

/// The plugins of one session: loads them, gives their names to scripts, calls what they declare.
///
/// Whatever is wrong with one of them is a ``PluginProblem``, and the rest goes on.
public final class PluginHost {
  /// A plugin that is in force, or was loaded and lost a part.
  final class Loaded {
    let object: PluginObject
    let source: PluginSource
    let environment: PluginEnvironment
    /// Units that it may still use before the session is armed again.
    var budget: Int64
    /// Parts that cannot be used, as `part.name`.
    var missing: Set<String> = []

    init(_ object: PluginObject, _ source: PluginSource, _ environment: PluginEnvironment, budget: Int64) {
      self.object = object
      self.source = source
      self.environment = environment
      self.budget = budget
    }
  }

  unowned let lua: LuaState
  private unowned let globals: ScriptGlobals
  private unowned let prelude: PreludeLoader
  private(set) var loaded: [Loaded] = []
  /// Who has a name: part and name → plugin.
  private var owners: [String: String] = [:]
  private let services: (any SessionServices)?
  private let report: (PluginProblem) -> Void
  private var reports = 0
  /// Whether a rule looks at a package just now.
  var isChecking = false

  /// Loading, and what a plugin runs by itself for one scenario or line, may use this part of the session's budget.
  static let budgetShare: Int64 = 10
  /// Nobody reads more.
  private static let maximumReports = 100

  init(
    _ lua: LuaState, _ globals: ScriptGlobals, _ prelude: PreludeLoader,
    services: (any SessionServices)?, report: @escaping (PluginProblem) -> Void
  ) {
    self.lua = lua
    self.globals = globals
    self.prelude = prelude
    self.services = services
    self.report = report
  }

  private var share: Int64 { lua.options.mostBudget / Self.budgetShare }

  /// Gives each plugin its budget anew.
  func refill() {
    for plugin in loaded { plugin.budget = share }
  }

  func tell(_ problem: PluginProblem) {
    reports += 1
    if reports <= Self.maximumReports { report(problem) }
  }

  // MARK: Loading

  func load(_ source: PluginSource) {
    guard lua.stop == nil else { return }
    var owner = source.name
    do {
      let environment = try PluginEnvironment(for: source, in: lua, globals, prelude)
      guard let object = try run(source, in: environment) else { return }
      owner = object.name
      if let other = loaded.first(where: { $0.object.name == object.name }) {
        throw PluginProblem(
          plugin: object.name,
          "two plugins have the name '\(object.name)': \(other.source.name) and \(source.name)",
          hint: "The second one is ignored. Rename it, or load only one of them.")
      }
      let plugin = Loaded(object, source, environment, budget: share)
      loaded.append(plugin)
      install(plugin)
    } catch let problem as PluginProblem {
      tell(problem)
    } catch {
      tell(PluginProblem(plugin: owner, error))
    }
  }

  /// Runs the file; nil for a start-up file that returns nothing.
  private func run(_ source: PluginSource, in environment: PluginEnvironment) throws -> PluginObject? {
    let text: [UInt8]
    do {
      text = try source.read(source.file)
    } catch {
      throw LuaFailure("the plugin cannot be read: \(error.message)", code: "unreadable", hint: error.hint)
    }
    let stack = lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    let run = lua.withOwnBudget(share) {
      let chunk = try environment.adopt(lua.load(text, chunkName: "@\(source.name)"), in: lua)
      try lua.call(chunk, keepingResultOf: [])
    }
    if run.isUsedUp { throw Self.endless }
    try run.outcome.get()
    if let object = stack.object(at: -1) as? PluginObject { return object }
    if source.isStartUpFile, stack.kind(at: -1) == .nil { return nil }
    throw LuaFailure(
      "the file returns \(stack.shortDescription(at: -1)) instead of a plugin", code: "plugin",
      hint: "It must end with return homescreen.plugin { name = \"…\", … }.")
  }

  static let endless = LuaFailure(
    "the plugin does not end", code: "plugin",
    hint: "It has a tenth of the script's budget; --budget N allows both more.")

  private func install(_ plugin: Loaded) {
    for part in PluginPart.allCases {
      for entry in plugin.object.entries(part) {
        do {
          try claim(entry, of: part, for: plugin)
        } catch {
          plugin.missing.insert("\(part.rawValue).\(entry.name)")
          tell(PluginProblem(plugin: plugin.object.name, error))
        }
      }
    }
  }

  /// Puts one entry in force.
  private func claim(_ entry: PluginObject.Entry, of part: PluginPart, for plugin: Loaded) throws {
    guard !part.isShared else { return }
    // Names of assertions are compared without letter case.
    let key = "\(part.rawValue).\(part == .matchers ? entry.name.lowercased() : entry.name)"
    if let other = owners[key] {
      throw LuaFailure(
        "two plugins have the \(part.noun) '\(entry.name)': \(other) and \(plugin.object.name)", code: "plugin",
        hint: "\(other) comes first and keeps it.")
    }
    if let owner = otherOwner(of: entry.name, part) {
      throw LuaFailure(
        "the \(part.noun) '\(entry.name)' of the plugin \(plugin.object.name) is already a name of \(owner)",
        code: "plugin", hint: "Use another name.")
    }
    switch part {
    case .globals: lua.setGlobal(entry.name, to: entry.value)
    case .matchers:
      // For scripts, and for the plugin itself.
      for prelude in [prelude, plugin.environment.prelude] {
        let add = try prelude.function("add", of: "assert/extend")
        try lua.call(add, LuaValue.nil, entry.name, entry.value)
      }
    case .commands, .rules, .reporters, .renderers, .on: break
    }
    owners[key] = plugin.object.name
  }

  /// Whose the name is, besides other plugins.
  private func otherOwner(of name: String, _ part: PluginPart) -> String? {
    switch part {
    case .globals: return globals.owner(of: name)?.rawValue
    case .commands: return REPLWord(named: name) != nil ? "the REPL" : nil
    case .reporters: return services?.formats.contains(name) == true ? "homescreen" : nil
    case .matchers:
      let known = try? lua.call(try prelude.function("has", of: "assert/extend"), name).first?.boolean
      return known == true ? "assert" : nil
    case .rules: return services?.rules.contains { $0.code.rawValue == name } == true ? "lint" : nil
    case .renderers, .on: return nil
    }
  }

  // MARK: Running

  /// Calls a plugin's function on the plugin's own budget.
  /// - Throws: ``LuaError`` or ``LuaFailure``.
  @discardableResult
  func call(_ function: LuaReference, of plugin: Loaded, _ arguments: [any LuaPushable]) throws -> [LuaValue] {
    let run = lua.withOwnBudget(plugin.budget) { try lua.call(function, arguments: arguments) }
    plugin.budget = max(0, plugin.budget - run.used)
    if run.isUsedUp { throw Self.endless }
    return try run.outcome.get()
  }

  /// The entries of a part that are in force, by plugin.
  func entries(_ part: PluginPart) -> [(plugin: Loaded, entry: PluginObject.Entry)] {
    loaded.flatMap { plugin in
      plugin.object.entries(part).filter { !plugin.missing.contains("\(part.rawValue).\($0.name)") }
        .map { (plugin, $0) }
    }
  }

  /// What help says of a plugin's name; nil when no plugin has it.
  func help(_ name: String) -> String? {
    let bare = name.hasPrefix(":") ? String(name.dropFirst()) : name
    for plugin in loaded {
      for part in PluginPart.allCases where !part.isShared {
        guard let entry = plugin.object.entries(part).first(where: { $0.name == bare }) else { continue }
        return "\(name)\n  A \(part.noun) of the plugin \(plugin.object.name) (\(plugin.source.name))."
          + (entry.summary.map { " \($0)" } ?? "") + (entry.console?.help.map { "\n  \($0)" } ?? "")
      }
    }
    return nil
  }

  /// The reporter of a name, which is called with each event; nil when no plugin has it.
  public func reporter(_ name: String) -> PluginReporter? {
    guard let found = entries(.reporters).first(where: { $0.entry.name == name }) else { return nil }
    return PluginReporter(plugin: found.plugin.object.name) { arguments in
      self.refill()
      try self.call(found.entry.value, of: found.plugin, arguments)
    }
  }

  /// The names of all reporters.
  public var reporterNames: [String] { entries(.reporters).map(\.entry.name) }
}
