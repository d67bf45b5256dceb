internal import AppPackages
import HomeScreenSimulator
package import LuaEngine
package import Platform
import PropertyLists

/// The plugins and the project's settings of a session.
extension Session {
  /// Applies the project's settings, and then loads plugins: those in the settings, and then `others`. Call this before
  /// the script runs.
  /// - Parameters:
  ///   - namesApp: whether the command line names the app, so that the one in the settings is not used.
  ///   - report: called with each problem. The affected part is left out.
  package func load(
    _ settings: ProjectSettings?, plugins others: [PluginSource] = [], namesApp: Bool = false,
    report: @escaping (PluginProblem) -> Void
  ) {
    self.settings = settings
    settings?.problems(replacing: namesApp || packages.defaultApp != nil ? "app" : nil).forEach(report)
    // The command line takes precedence.
    if let budget = settings?.budget, lua.options.budget == LuaOptions.defaultBudget { lua.options.budget = budget }
    libraries.moduleTemplates = settings?.moduleTemplates ?? []
    // An app in the settings can be installed. Scripts can read its files only if the command line names it or it is trusted.
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

  /// Adds to a hint that an unknown name may be missing because of `--no-plugins`; returns nil for other errors.
  package func hintWithLeftOut(_ hint: String?, for message: String) -> String? {
    let files = surroundings.leftOut.map { $0 + (settings?.withheld ?? []).map(\.name) } ?? []
    guard !files.isEmpty,
      message.contains("unknown assertion ") || message.contains("a nil value (global '")
    else { return nil }
    return (hint.map { "\($0) " } ?? "")
      + "--no-plugins left out \(files.joined(separator: ", ")), which may add this name. Run again without --no-plugins: "
      + "once with --trust, or after homescreen trust."
  }

  /// Ends a piece of the script: passes on an incomplete output line, and calls the event hooks for events of a stopped
  /// script, with a fresh budget.
  package func deliverWaitingEvents() {
    flushOutput()
    guard let events = pluginEvents, events.hasWaiting else { return }
    if lua.stop == .budget { arm() }
    events.deliver()
  }

  // MARK: Commands

  /// Runs a command with the current device and words as its arguments, with the budget of a line.
  /// - Throws: ``LuaError``, raised by the command or because it does not exist.
  /// - Parameter takesBackInterrupt: whether to clear an earlier Ctrl-C. If false, it stops the command.
  package func run(
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

  /// Returns the error for an unknown command; nil if the command exists.
  package func refusal(ofCommand name: String) -> LuaError? {
    commandNames.contains(name) ? nil : Self.unknown(name, among: commandNames)
  }

  /// The commands that the REPL accepts after a colon.
  package var commandNames: [String] { REPLWord.allNames + (plugins?.entries(.commands) ?? []).map(\.entry.name) }

  /// Returns the description of a command of the REPL or of a plugin, which continues its name; nil if there is none.
  package func summary(ofCommand name: String) -> String? {
    if let word = REPLWord(named: name) { return word.summary }
    return plugins?.entries(.commands).first { $0.entry.name == name }?.entry.summary
  }

  /// Whether a plugin with this name is loaded.
  package func hasPlugin(_ name: String) -> Bool { plugins?.loaded.contains { $0.object.name == name } ?? false }

  /// Returns the name of the plugin in a file; nil if it was not loaded.
  /// - Parameter file: the name that was passed to ``PluginSource``.
  package func plugin(inFile file: String) -> String? {
    plugins?.loaded.first { $0.source.name == file }?.object.name
  }

  private static func unknown(_ name: String, among names: [String]) -> LuaError {
    let near =
      OtherVocabulary.cure("command.\(name)")
      ?? Spelling.nearest(to: name, in: names).first.map { "Did you mean :\($0)?" }
    let list = names.map { ":\($0)" }.joined(separator: ", ")
    let failure = LuaFailure(
      "unknown command '\(name)'", code: "unknown-command",
      hint: names.isEmpty ? "No plugin with commands is loaded." : near ?? "Commands: \(list).")
    var error = LuaError(kind: .runtime, message: failure.message)
    error.failure = failure
    return error
  }
}

/// The output of `homescreen plugin list` and `:plugins`.
package enum PluginListing {
  /// Returns a paragraph for each plugin, with all its parts.
  package static func lines(_ session: Session) -> [String] {
    let plugins = session.plugins?.loaded ?? []
    guard !plugins.isEmpty else {
      return ["no plugins; name them in homescreen.lua (plugins = { \"FILE\" }) or with --plugin FILE"]
    }
    return plugins.flatMap { plugin in
      let version = plugin.object.version.map { " \($0)" } ?? ""
      return ["\(plugin.object.name)\(version)  (\(plugin.source.name))"]
        + PluginPart.allCases.flatMap { part in plugin.object.entries(part).map { line($0, part, of: plugin) } }
    }
  }

  private static func line(_ entry: PluginObject.Entry, _ part: PluginPart, of plugin: PluginHost.Loaded) -> String {
    let name = (part == .commands ? ":" : "") + entry.name
    var text = "  " + TextRow.text([part.noun, name], widths: [11])
    if let summary = entry.summary { text = TextRow.text([text, summary], widths: [30]) }
    if plugin.missing.contains("\(part.rawValue).\(entry.name)") { return text + "  (left out)" }
    return text
  }
}

/// The output formats of `homescreen plugin list`.
package enum PluginFormats: ReportFormats {
  /// Returns the list of a session's plugins.
  package typealias Make = @Sendable (Session) -> OutputText

  /// `terminal`, which is the default, and `json`.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { session in
      .forPeople(StyledText(PluginListing.lines(session).joined(separator: "\n") + "\n"))
    },
    ReportFormat("json", "one plugin per line") { session in
      .forPrograms((session.plugins?.loaded ?? []).map { line($0) + "\n" }.joined(), as: .json)
    },
  ]

  private static func line(_ plugin: PluginHost.Loaded) -> String {
    let parts = PluginPart.allCases.flatMap { part in
      plugin.object.entries(part).map { entry -> JSONTree in
        [
          "kind": .text(part.noun), "name": .text(entry.name), "summary": .text(entry.summary),
          "isLeftOut": .flag(plugin.missing.contains("\(part.rawValue).\(entry.name)")),
        ]
      }
    }
    let json: JSONTree = [
      "plugin": .text(plugin.object.name), "version": .text(plugin.object.version),
      "file": .text(plugin.source.name), "parts": .list(parts),
    ]
    return json.line
  }
}

/// The functions of plugins for the REPL.
extension PluginHost {
  /// Returns the text of the first renderer for a value; nil if no renderer matches or its result is not a text.
  func render(_ value: LuaReference) -> String? {
    for (plugin, entry) in entries(.renderers) {
      do {
        guard try isMeant(value, by: entry, of: plugin) else { continue }
        guard let result = try call(entry.value, of: plugin, [value]).first, !result.isNil else { continue }
        guard let text = result.string else {
          throw LuaFailure("it returned a \(result.typeName) instead of a string", code: "plugin")
        }
        return text
      } catch {
        if let stop = lua.stop, stop != .budget { return nil }
        switchOff(entry, of: plugin, error)
      }
    }
    return nil
  }

  private func isMeant(_ value: LuaReference, by entry: PluginObject.Entry, of plugin: Loaded) throws -> Bool {
    if let condition = entry.console?.when {
      guard case .boolean(true)? = try call(condition, of: plugin, [value]).first else { return false }
      return true
    }
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    guard let object = lua.stack.object(at: -1) as? any LuaRepresentable else { return false }
    return type(of: object).luaType.name == entry.name
  }

  /// Returns completions for the last argument of a plugin's command; empty if unknown.
  func completions(ofCommand name: String, _ words: [String], device: Device?) -> CommandCompletions {
    guard let (plugin, entry) = entries(.commands).first(where: { $0.entry.name == name }),
      let complete = entry.console?.complete
    else { return CommandCompletions() }
    var list = LuaValue.nil
    do {
      complete.push(onto: lua.stack)
      let isFunction = lua.stack.isCallable(at: -1)
      if !isFunction { list = lua.stack.value(at: -1) }
      lua.stack.removeLast()
      if isFunction {
        let device: any LuaPushable = device ?? Device?.none
        list = try call(complete, of: plugin, [device, words]).first ?? .nil
      }
    } catch {
      if let stop = lua.stop, stop != .budget { return CommandCompletions() }
      // The command still runs. The caller shows the problem, so that it does not interrupt a line being typed.
      let problem = PluginProblem(plugin: plugin.object.name, error)
      let named = problem.error.naming("the completion of :\(entry.name)", isSwitchedOff: false)
      return CommandCompletions(problem: PluginProblem(plugin: problem.plugin, named))
    }
    let typed = words.last ?? ""
    return CommandCompletions(
      texts: (list.table?.array ?? []).compactMap(\.string).filter { $0.utf8.starts(with: typed.utf8) })
  }

  private func switchOff(_ entry: PluginObject.Entry, of plugin: Loaded, _ error: any Error) {
    plugin.missing.insert("\(PluginPart.renderers.rawValue).\(entry.name)")
    let problem = PluginProblem(plugin: plugin.object.name, error)
    noteProblem(PluginProblem(plugin: problem.plugin, problem.error.naming("the renderer \(entry.name)")))
  }
}

/// The completions for the arguments of a plugin's command.
package struct CommandCompletions: Sendable {
  /// The completions that begin with the typed text.
  package var texts: [String] = []
  /// The problem, if the plugin's function failed.
  package var problem: PluginProblem?
}

/// The plugins' functions for a console.
extension Session {
  /// Returns completions for the last argument of a plugin's command. Devices refuse commands meanwhile.
  /// - Parameter words: the typed arguments; the last one may be empty.
  package func completions(ofCommand name: String, words: [String]) -> CommandCompletions {
    guard let plugins else { return CommandCompletions() }
    plugins.refill()
    devices.refuseOlderOnes(with: LuaFailure("completion cannot change the device", code: "watch"))
    defer { devices.refuseOlderOnes(with: nil) }
    return plugins.completions(ofCommand: name, words, device: devices.current)
  }
}
