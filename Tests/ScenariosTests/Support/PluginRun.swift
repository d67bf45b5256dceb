import Events
import HomeScreenReports
import LuaAPI
import LuaEngine
import Platform
import Scenarios
import TestSupport

/// A run of a script with plugins.
struct PluginRun {
  private(set) var events: [RunEvent] = []
  let exitCode: ExitCode

  init(_ script: String, plugins: [String], budget: Int64 = 20_000_000) throws {
    let folder = TemporaryFolder()
    let sources = plugins.enumerated().map { index, text in
      PluginSource(path: folder.write("plugin\(index).lua", text), name: "plugin\(index).lua")
    }
    try self.init(script, sources: sources, folder: folder, budget: budget)
  }

  init(
    _ script: String, sources: [PluginSource], folder: TemporaryFolder = TemporaryFolder(), budget: Int64 = 20_000_000
  ) throws {
    var options = Run.options
    options.lua.budget = budget
    options.plugins = sources
    let path = folder.write("test.lua", script)
    var events: [RunEvent] = []
    exitCode = ScenarioRunner(options: options).run(try ScenarioFinder.find([path]).files) { events.append($0) }
    self.events = events
  }

  var results: [ScenarioResult] {
    events.compactMap { if case .scenarioFinished(let result) = $0 { result } else { nil } }
  }

  var problems: [(plugin: String, problem: Problem)] {
    events.compactMap { if case .pluginFailed(let plugin, let problem) = $0 { (plugin, problem) } else { nil } }
  }

  var output: [String] { events.compactMap { if case .output(_, let text) = $0 { text } else { nil } } }

  var traceHash: String? {
    if case .runFinished(_, let hash, _)? = events.last { hash } else { nil }
  }

  /// The terminal report, for failure messages.
  var text: String {
    var lines: [String] = []
    let report = TerminalReport { lines.append($0.rendered(hasStyles: false)) }
    for event in events { report.add(event) }
    return lines.joined(separator: "\n")
  }
}
