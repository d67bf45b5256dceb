import AppPackages
import HomeScreenSimulator
public import Events
import LuaEngine

/// A rule that a plugin has written in Lua. Its state belongs to one thread, so a linter with such a rule does, too.
struct PluginRule: Sendable {
  let description: RuleDescription
  // The session that owns both outlives its linters, and works on its own thread.
  private nonisolated(unsafe) let host: PluginHost
  private nonisolated(unsafe) let plugin: PluginHost.Loaded
  private nonisolated(unsafe) let function: LuaReference

  init(_ entry: PluginObject.Entry, of plugin: PluginHost.Loaded, in host: PluginHost) {
    description = PluginRuleFields.description(of: entry, in: plugin.object.name)
    self.host = host
    self.plugin = plugin
    function = entry.value
  }

  private var part: String { "\(PluginPart.rules.rawValue).\(description.code)" }

  /// Calls the plugin's function with a fresh budget. A rule that fails is told once, and not applied again: nobody must
  /// take its silence for praise, so the run ends with the exit code of a failed plugin.
  func findings(in package: AppPackage) -> [Finding] {
    guard !plugin.missing.contains(part), host.lua.stop == nil else { return [] }
    let reader = PluginFindingReader(rule: description, package: package)
    nonisolated(unsafe) var reported: [Finding] = []  // the state and its functions live on one thread
    let report = SwiftFunction { call in
      reported += try reader.reported(call.stack.value(at: 1), after: reported.count)
      return 0
    }
    let wasChecking = host.isChecking
    host.isChecking = true
    defer { host.isChecking = wasChecking }
    host.refill()
    do {
      let results = try host.call(function, of: plugin, [PackageObject(package), report])
      return try reported + reader.findings(results.first ?? .nil, after: reported.count)
    } catch {
      if let stop = host.lua.stop, stop != .budget { return [] }
      plugin.missing.insert(part)
      var problem = PluginProblem(plugin: plugin.object.name, error)
      problem = PluginProblem(plugin: problem.plugin, problem.error.naming("the rule \(description.code)"))
      host.tell(problem)
      return []
    }
  }
}

extension PluginHost {
  /// The rules of all plugins, to be applied beside those of lint on the session's thread, as long as the session lives. A
  /// rule that lints a package itself gets none of them, or it would call itself for ever.
  public var rules: [CustomRule] {
    guard !isChecking else { return [] }
    return entries(.rules).map { name in
      let rule = PluginRule(name.entry, of: name.plugin, in: self)
      return CustomRule(rule.description, findings: rule.findings)
    }
  }
}
