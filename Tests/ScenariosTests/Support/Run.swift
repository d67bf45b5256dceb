import Events
import HomeScreenReports
import LuaAPI
import LuaEngine
import Platform
import Scenarios
import TestSupport

/// A run of scripts in its own folder, with all its events.
final class Run {
  let folder = TemporaryFolder()
  private(set) var events: [RunEvent] = []
  private(set) var exitCode = ExitCode.success

  /// Writes and runs a script, `test.lua`.
  convenience init(_ script: String, options: RunOptions = Run.options) throws {
    try self.init(files: [("test.lua", script)], options: options)
  }

  /// Writes and runs a script next to settings.
  convenience init(_ script: String, settings: String, options: RunOptions = Run.options) throws {
    try self.init(files: [("test.lua", script)], settings: settings, options: options)
  }

  /// Writes and runs several scripts, in this order.
  init(
    files: [(name: String, text: String)], settings: String? = nil, options: RunOptions = Run.options
  ) throws {
    if let settings { folder.write("homescreen.lua", settings) }
    let paths = files.map { folder.write($0.name, $0.text) }
    exitCode = ScenarioRunner(options: options).run(try ScenarioFinder.find(paths).files) { self.events.append($0) }
  }

  /// The results of scenarios with default limits, and the failures.
  static func results(of files: [ScenarioFile]) -> (results: [ScenarioResult], problems: [String]) {
    var options = RunOptions()
    options.services = ReportServices()
    options.watchdog = 0
    var results: [ScenarioResult] = []
    var problems: [String] = []
    _ = ScenarioRunner(options: options).run(files) { event in
      switch event {
      case .scenarioFinished(let result):
        results.append(result)
        if let problem = result.problem {
          problems.append("\(result.name.joined(separator: " › ")): \(problem.message)")
        }
      case .fileFailed(let file, let problem): problems.append("\(file): \(problem.message)")
      default: break
      }
    }
    return (results, problems)
  }

  /// Limits that keep tests short, without the watchdog, which belongs to the process.
  static var options: RunOptions {
    var options = RunOptions()
    options.services = ReportServices()
    options.lua.budget = 20_000_000
    options.lua.memoryCeiling = 32 << 20
    options.watchdog = 0
    return options
  }

  static func options(
    filter: String? = nil, exclude: String? = nil, tags: [String] = [], excludedTags: [String] = []
  ) throws -> RunOptions {
    var options = options
    options.filters = try filter.map { [try NamePattern(parsing: $0)] } ?? []
    options.excludedNames = try exclude.map { [try NamePattern(parsing: $0)] } ?? []
    options.tags = try tags.map { try TagExpression(parsing: $0) }
    options.excludedTags = try excludedTags.map { try TagExpression(parsing: $0) }
    return options
  }

  /// The printed lines.
  var output: [String] { events.compactMap { if case .output(_, let text) = $0 { text } else { nil } } }

  /// The full names of listed scenarios.
  var listed: [String] {
    events.compactMap {
      if case .scenarioListed(let scenario) = $0 { scenario.name.joined(separator: " ") } else { nil }
    }
  }

  var notes: [String] { events.compactMap { if case .note(_, let text) = $0 { text } else { nil } } }

  var results: [ScenarioResult] {
    events.compactMap { if case .scenarioFinished(let result) = $0 { result } else { nil } }
  }

  /// `✓ name`, `✗`, `!` (an error), `○` (pending) for each scenario.
  var summary: [String] {
    results.map { result in
      let mark =
        switch result.status {
        case .passed: "✓"
        case .failed: "✗"
        case .error: "!"
        case .pending: "○"
        }
      return "\(mark) \(result.name.joined(separator: " › "))"
    }
  }

  /// Failures outside scenarios.
  var fileProblems: [Problem] {
    events.compactMap { if case .fileFailed(_, let problem) = $0 { problem } else { nil } }
  }

  var counts: RunCounts? {
    if case .runFinished(let counts, _, _)? = events.last { counts } else { nil }
  }

  var traceHash: String? {
    if case .runFinished(_, let hash, _)? = events.last { hash } else { nil }
  }

  /// The terminal report without colours and the folder's name.
  var terminalText: String {
    var lines: [String] = []
    let report = TerminalReport { lines.append($0.rendered(hasStyles: false)) }
    for event in events { report.add(event) }
    return withoutFolder(lines)
  }

  /// A terminal report without the final hash.
  static func withoutHash(_ text: String) -> String {
    text.firstRange(of: /\ \ trace [0-9a-f]{16}$/).map { String(text[..<$0.lowerBound]) } ?? text
  }

  /// The JSON report without the folder's name.
  var jsonText: String {
    var lines: [String] = []
    let report = JSONReport { lines.append($0) }
    for event in events { report.add(event) }
    return withoutFolder(lines)
  }

  private func withoutFolder(_ lines: [String]) -> String {
    lines.joined(separator: "\n").split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
  }
}
