import AppPackages
internal import Events
import HomeScreenSimulator
import LuaEngine
import Platform

/// The plugins of a session: loads them, provides their names to scripts, and calls their functions.
///
/// Each problem of a plugin becomes a ``PluginProblem``, and the other plugins continue.
package final class PluginHost {
  /// An active plugin, which may have lost parts.
  final class Loaded {
    let object: PluginObject
    let source: PluginSource
    let environment: PluginEnvironment
    /// The remaining budget, in units, until the session is armed again.
    var budget: Int64
    /// The parts that cannot be used, in the form `part.name`.
    var missing: Set<String> = []

    init(_ object: PluginObject, _ source: PluginSource, _ environment: PluginEnvironment, budget: Int64) {
      (self.object, self.source, self.environment, self.budget) = (object, source, environment, budget)
    }
  }

  unowned let lua: LuaState
  private unowned let globals: ScriptGlobals
  private unowned let prelude: PreludeLoader
  private(set) var loaded: [Loaded] = []
  /// The owners of names: part and name → plugin.
  private var owners: [String: String] = [:]
  private let services: (any SessionServices)?
  private let report: (PluginProblem) -> Void
  private var reports = 0
  /// Whether a rule is currently checking a package.
  var isChecking = false

  /// The divisor of the session's budget for loading a plugin, and for its automatic calls in a scenario or line.
  static let budgetShare: Int64 = 10
  /// The maximum number of reported problems.
  private static let maximumReports = 100

  init(
    _ lua: LuaState, _ globals: ScriptGlobals, _ prelude: PreludeLoader,
    services: (any SessionServices)?, report: @escaping (PluginProblem) -> Void
  ) {
    (self.lua, self.globals, self.prelude, self.services) = (lua, globals, prelude, services)
    self.report = report
  }

  private var share: Int64 { lua.options.mostBudget / Self.budgetShare }

  /// Resets the budget of each plugin.
  func refill() { for plugin in loaded { plugin.budget = share } }

  func noteProblem(_ problem: PluginProblem) {
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
          hint: "The second plugin is ignored. Rename one of the two, or load only one.")
      }
      let plugin = Loaded(object, source, environment, budget: share)
      loaded.append(plugin)
      install(plugin)
    } catch let problem as PluginProblem {
      noteProblem(problem)
    } catch {
      noteProblem(PluginProblem(plugin: owner, error))
    }
  }

  /// Runs the file; returns nil for a start-up file that returns nothing.
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
      hint: "End the file with return homescreen.plugin { name = \"…\", … }.")
  }

  static let endless = LuaFailure(
    "the plugin does not end", code: "plugin",
    hint: "Use --budget N to allow more instructions: a plugin has a tenth of the script's budget.")

  private func install(_ plugin: Loaded) {
    for part in PluginPart.allCases {
      for entry in plugin.object.entries(part) {
        do {
          try claim(entry, of: part, for: plugin)
        } catch {
          plugin.missing.insert("\(part.rawValue).\(entry.name)")
          noteProblem(PluginProblem(plugin: plugin.object.name, error))
        }
      }
    }
  }

  /// Activates an entry.
  private func claim(_ entry: PluginObject.Entry, of part: PluginPart, for plugin: Loaded) throws {
    guard !part.isShared else { return }
    // Names of assertions are case-insensitive.
    let key = "\(part.rawValue).\(part == .matchers ? entry.name.lowercased() : entry.name)"
    if let other = owners[key] {
      throw LuaFailure(
        "two plugins have the \(part.noun) '\(entry.name)': \(other) and \(plugin.object.name)", code: "plugin",
        hint: "Rename one of the two: \(other) comes first and keeps the name.")
    }
    if let owner = otherOwner(of: entry.name, part) {
      throw LuaFailure(
        "the \(part.noun) '\(entry.name)' of the plugin \(plugin.object.name) has a name that \(owner) already uses",
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

  /// Returns the owner of a name, apart from plugins.
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

  /// Calls a plugin's function with the plugin's own budget.
  /// - Throws: ``LuaError`` or ``LuaFailure``.
  @discardableResult
  func call(_ function: LuaReference, of plugin: Loaded, _ arguments: [any LuaPushable]) throws -> [LuaValue] {
    let run = lua.withOwnBudget(plugin.budget) { try lua.call(function, arguments: arguments) }
    plugin.budget = max(0, plugin.budget - run.used)
    if run.isUsedUp { throw Self.endless }
    return try run.outcome.get()
  }

  /// Returns the active entries of a part, by plugin.
  func entries(_ part: PluginPart) -> [(plugin: Loaded, entry: PluginObject.Entry)] {
    loaded.flatMap { plugin in
      plugin.object.entries(part).filter { !plugin.missing.contains("\(part.rawValue).\($0.name)") }
        .map { (plugin, $0) }
    }
  }

  /// Returns the help for a plugin's name; nil if no plugin has it.
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

  /// Returns the reporter with a name, to be called with each event; nil if no plugin has it.
  package func reporter(_ name: String) -> PluginReporter? {
    guard let found = entries(.reporters).first(where: { $0.entry.name == name }) else { return nil }
    return PluginReporter(plugin: found.plugin.object.name) { arguments in
      self.refill()
      try self.call(found.entry.value, of: found.plugin, arguments)
    }
  }

  package var reporterNames: [String] { entries(.reporters).map(\.entry.name) }
}

/// The environment of a plugin's code: its own globals (copies of Lua's libraries, the names of the API, its own
/// names), its own string library, and its own modules of the prelude. Scripts and other plugins do not see changes to
/// it, and it does not see theirs.
struct PluginEnvironment {
  let globals: LuaReference
  let stringLibrary: LuaStringLibrary
  let prelude: PreludeLoader

  /// - Throws: ``LuaFailure`` if there are too many plugins.
  init(for source: PluginSource, in lua: LuaState, _ scriptGlobals: ScriptGlobals, _ prelude: PreludeLoader) throws {
    globals = lua.copyEnvironment()
    stringLibrary = try lua.makeStringLibrary(ofStringsIn: globals)
    self.prelude = PreludeLoader(beside: prelude, stringLibrary: stringLibrary)
    let stack = lua.stack
    stack.push(globals)
    stack.push(globals)
    stack.setRaw("_G", in: -2)
    stack.pushWarn()
    stack.setRaw("warn", in: -2)
    // A hook that draws random numbers would change those of the script.
    for name in ["random", "randomseed"] {
      stack.pushRaw("math", of: -1)
      stack.pushNil()
      stack.setRaw(name, in: -2)
      stack.removeLast()
    }
    let modules = ModuleLoader(
      lua, prelude: self.prelude, environment: globals, stringLibrary: stringLibrary, owner: "the plugin",
      read: source.read, name: source.name(of:))
    stack.pushFunction { call in
      call.result(try modules.require(try ModuleLoader.moduleName.read(call, 1)))
    }
    stack.setRaw("require", in: -2)
    setLoad(on: stack)
    stack.pushTable(fieldCapacity: 2)
    stack.pushFunction { [prelude = self.prelude, unowned scriptGlobals] call in
      try scriptGlobals.read(call, ofPluginWith: prelude)
    }
    stack.setRaw("__index", in: -2)
    stack.push("the environment of a plugin")
    stack.setRaw("__metatable", in: -2)
    stack.setMetatable(of: -2)
    stack.removeLast()
  }

  /// Gives a chunk that has not run yet the plugin's environment.
  func adopt(_ chunk: LuaReference, in lua: LuaState) throws -> LuaReference {
    let chunk = try lua.move(chunk, to: stringLibrary)
    lua.setEnvironment(globals, of: chunk)
    return chunk
  }

  /// Sets `load` so that it uses the plugin's environment by default.
  private func setLoad(on stack: LuaStack) {
    stack.pushRaw("load", of: -1)
    let original = stack.reference(to: -1)
    stack.removeLast()
    stack.pushFunction { [globals] call in
      let count = call.count
      guard count < 4 else {
        call.stack.push(original)
        return try call.callTop(argumentsFrom: 1, through: count)
      }
      for index in 1...3 { if index <= count { call.stack.pushCopy(of: index) } else { call.stack.pushNil() } }
      call.stack.push(globals)
      call.stack.push(original)
      return try call.callTop(argumentsFrom: count + 1, through: count + 4)
    }
    stack.setRaw("load", in: -2)
  }
}

/// Calls the event hooks of plugins.
///
/// A hook runs after the command that caused the event, so that the device is idle and the hook may use commands.
/// Events are delivered in order, each one to the plugins in order. An event that a hook causes is not delivered to its
/// plugin, nor to any plugin with a hook that led to it, so hooks cannot recurse forever.
final class PluginEvents {
  private unowned let host: PluginHost
  private unowned let devices: SessionDevices
  private let hooks: [TraceEventKind: [(index: Int, function: LuaReference)]]
  /// The undelivered events: device, index in its trace, and the plugins that led to it.
  private var waiting: [(device: Device, number: Int, causes: Set<Int>)] = []
  private var position = 0
  /// The plugins with hooks that led to the events being delivered.
  private var causes: Set<Int> = []
  private var isDelivering = false

  init(host: PluginHost, _ devices: SessionDevices) {
    (self.host, self.devices) = (host, devices)
    var hooks: [TraceEventKind: [(index: Int, function: LuaReference)]] = [:]
    for (index, plugin) in host.loaded.enumerated() {
      for entry in plugin.object.entries(.on) {
        guard let kind = TraceEventKind(rawValue: entry.name) else { continue }
        hooks[kind, default: []].append((index, entry.value))
      }
    }
    self.hooks = hooks
  }

  var isEmpty: Bool { hooks.isEmpty }

  /// Adds the events that a command added to a device's trace.
  func add(_ numbers: Range<Int>, of device: Device) {
    for number in numbers where hooks[device.trace[number].kind] != nil { waiting.append((device, number, causes)) }
    deliver()
  }

  /// Calls the hooks for all waiting events; does nothing while the script is stopped.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer {
      isDelivering = false
      causes = []
      if position == waiting.count {
        waiting = []
        position = 0
      }
    }
    while position < waiting.count, host.lua.stop == nil {
      let (device, number, causes) = waiting[position]
      position += 1
      let event = device.trace[number]
      for hook in hooks[event.kind] ?? [] where !causes.contains(hook.index) {
        self.causes = causes.union([hook.index])
        call(hook.function, of: hook.index, event.kind, EventObject(event, number: number, of: device), device)
        guard host.lua.stop == nil else { break }
      }
    }
  }

  /// Whether events are waiting because the script was stopped.
  var hasWaiting: Bool { !waiting.isEmpty }

  private func call(
    _ function: LuaReference, of index: Int, _ kind: TraceEventKind, _ event: EventObject, _ device: Device
  ) {
    let plugin = host.loaded[index]
    let part = "\(PluginPart.on.rawValue).\(kind.rawValue)"
    guard !plugin.missing.contains(part) else { return }
    // Hooks must not change the script's clock.
    let current = devices.current
    defer { devices.current = current }
    do {
      try host.call(function, of: plugin, [event, device])
    } catch {
      if let stop = host.lua.stop, stop != .budget { return }
      plugin.missing.insert(part)
      var problem = PluginProblem(plugin: plugin.object.name, error)
      problem = PluginProblem(plugin: problem.plugin, problem.error.naming("the hook on.\(kind.rawValue)"))
      host.noteProblem(problem)
    }
  }
}

extension LuaError {
  /// Returns the error with its origin at the start of the message. The failed part is not called again in this session.
  func naming(_ what: String, isSwitchedOff: Bool = true) -> LuaError {
    var error = self
    error.message = "\(what) failed\(isSwitchedOff ? " and is disabled" : ""): \(message)"
    error.failure?.message = error.message
    return error
  }
}
