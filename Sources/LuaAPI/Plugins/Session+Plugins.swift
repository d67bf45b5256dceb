import AppPackages
import HomeScreenSimulator
public import LuaEngine
import PropertyLists

/// Plugins and the project's settings.
extension Session {
  /// Takes the project's settings, then loads plugins: those that the settings name, then `others`. Before the script
  /// runs.
  /// - Parameter report: gets what is wrong with one of them; the part is missing then.
  public func load(
    _ settings: ProjectSettings?, plugins others: [PluginSource] = [], report: @escaping (PluginProblem) -> Void
  ) {
    self.settings = settings
    settings?.problems.forEach(report)
    // What the command line says comes first.
    if let budget = settings?.budget, lua.options.budget == LuaOptions.defaultBudget { lua.options.budget = budget }
    libraries.moduleTemplates = settings?.moduleTemplates ?? []
    // What settings name is opened as an app. As files it is read where the command line names it, or with trust.
    if let app = packages.defaultApp ?? (settings?.hasTrustedApp == true ? settings?.app : nil) { files.allow(app) }
    packages.defaultApp = packages.defaultApp ?? settings?.app
    let sources = (settings?.plugins ?? []) + others
    guard !sources.isEmpty else { return }
    let host = PluginHost(lua, globals, prelude, services: services, report: report)
    for source in sources { host.load(source) }
    plugins = host
    let events = PluginEvents(host: host, devices)
    guard !events.isEmpty else { return lua.armCeiling() }
    pluginEvents = events
    devices.onEvents = { [unowned events] numbers, device in events.add(numbers, of: device) }
    lua.armCeiling()
  }

  /// A hint, and why a name may be missing that a script uses: what `--no-plugins` has left out. Nil for other errors.
  public func hintWithLeftOut(_ hint: String?, for message: String) -> String? {
    let files = surroundings.leftOut.map { $0 + (settings?.withheld ?? []).map(\.name) } ?? []
    guard !files.isEmpty,
      message.contains("unknown assertion ") || message.contains("a nil value (global '")
    else { return nil }
    return (hint.map { "\($0) " } ?? "")
      + "--no-plugins left out \(files.joined(separator: ", ")), which may add it. Run it without --no-plugins: "
      + "once with --trust, or after homescreen trust."
  }

  /// At the end of a piece of the script: gives out what waits for the end of its line, and calls the event hooks that a
  /// stopped script left waiting; with a fresh budget.
  public func deliverWaitingEvents() {
    flushOutput()
    guard let events = pluginEvents, events.hasWaiting else { return }
    if lua.stop == .budget { arm() }
    events.deliver()
  }

  // MARK: Commands

  /// Runs a command with the device at hand and words as its arguments, on a budget like a line's.
  /// - Throws: ``LuaError``: what the command raised, or that there is none of that name.
  /// - Parameter takesBackInterrupt: whether a Ctrl-C that came before is forgotten; else it stops the command.
  public func run(
    command name: String, of plugin: String? = nil, _ words: [String], takesBackInterrupt: Bool = false
  ) throws(LuaError) -> [LuaReference] {
    let all = (plugins?.entries(.commands) ?? []).filter { plugin == nil || $0.plugin.object.name == plugin }
    guard let found = all.first(where: { $0.entry.name == name }) else {
      throw Self.unknown(name, among: all.map(\.entry.name) + (plugin == nil ? REPLWord.allNames : []))
    }
    arm(takesBackInterrupt: takesBackInterrupt)
    do { try devices.prepare() } catch { throw LuaError(kind: .runtime, message: "\(error)") }
    let device: any LuaPushable = devices.current ?? Device?.none
    return try lua.results(of: found.entry.value, [device] + words)
  }

  /// Why a command cannot be run: there is none of that name; nil when there is one.
  public func refusal(ofCommand name: String) -> LuaError? {
    commandNames.contains(name) ? nil : Self.unknown(name, among: commandNames)
  }

  /// The commands that the REPL understands after a colon.
  public var commandNames: [String] {
    REPLWord.allNames + (plugins?.entries(.commands) ?? []).map(\.entry.name)
  }

  /// What a command does, to be read after its name; nil where nobody says it.
  public func summary(ofCommand name: String) -> String? {
    if let word = REPLWord(named: name) { return word.summary }
    return plugins?.entries(.commands).first { $0.entry.name == name }?.entry.summary
  }

  /// Whether a plugin of this name is there.
  public func hasPlugin(_ name: String) -> Bool {
    plugins?.loaded.contains { $0.object.name == name } ?? false
  }

  /// The name of the plugin that a file holds; nil when it was not loaded.
  /// - Parameter file: as ``PluginSource`` was given it.
  public func plugin(inFile file: String) -> String? {
    plugins?.loaded.first { $0.source.name == file }?.object.name
  }

  private static func unknown(_ name: String, among names: [String]) -> LuaError {
    let near = Spelling.nearest(to: name, in: names).first.map { "Did you mean :\($0)?" }
    let list = names.map { ":\($0)" }.joined(separator: ", ")
    let failure = LuaFailure(
      "unknown command '\(name)'", code: "unknown-command",
      hint: names.isEmpty ? "No plugin with commands is loaded." : near ?? "Commands: \(list).")
    var error = LuaError(kind: .runtime, message: failure.message)
    error.failure = failure
    return error
  }
}
