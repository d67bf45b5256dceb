import Events
import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import Platform
import PropertyLists
import Scenarios

/// The scenarios of facts: those inside the executable, or those of a script or a folder.
struct FactRun {
  /// The path of the scripts; nil for those inside the executable.
  var from: String?

  /// Returns the facts and cells of the scenarios, for `facts --status`.
  func trials() throws -> [FactTrial] { FactTrials.trials(in: try files()) }

  /// Compares the model with measurements by other projects, for `facts --measured`.
  func compare() throws -> (comparison: MeasuredComparison, code: ExitCode) {
    // No file there has a word that scripts are known by.
    let files = try files(inside: ScenarioFinder.measured, named: ".lua")
    var comparison = MeasuredComparison()
    let code = ScenarioSupervisor(options: RunRequest.usualOptions()).run(
      files, pause: {}, emit: { comparison.add($0) })
    return (comparison, code)
  }

  private func files(
    inside: [ScenarioFile] = ScenarioFinder.facts, named pattern: String? = nil
  ) throws -> [ScenarioFile] {
    guard let from else { return inside }
    do {
      var patterns = ScenarioFinder.Patterns()
      patterns.included = try [pattern].compactMap { $0 }.map { try NamePattern(parsing: $0) }
      return try ScenarioFinder.find([from], patterns).files
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(.noInput).error
    }
  }

  /// Runs the scenarios, and shows a summary on standard error.
  /// - Parameters:
  ///   - ids: the IDs of facts, or their beginnings; empty means all facts.
  ///   - isForPeople: whether no format was requested.
  func perform(_ ids: [String], _ reports: [ReportRequest], isForPeople: Bool) throws -> ExitCode {
    let files = try files()
    let all = FactTrials.trials(in: files)
    let beginnings = ids.map(Self.beginning)
    let chosen = all.filter { trial in
      ids.isEmpty || beginnings.contains { !$0.isEmpty && trial.id.rawValue.hasPrefix($0) }
    }
    // Otherwise a mistyped one among others would be ignored silently.
    let strangers = zip(ids, beginnings).filter { _, beginning in
      beginning.isEmpty || !all.contains { $0.id.rawValue.hasPrefix(beginning) }
    }
    guard strangers.isEmpty else {
      let names = strangers.map { "“\(TerminalText.visible($0.0, isOneLine: true))”" }.joined(separator: ", ")
      StandardStream.error.write("homescreen: no fact with a scenario begins with \(names)\n")
      return .nothingMatched
    }
    var request = RunRequest(paths: [])
    request.files = ids.isEmpty ? files : files.filter { file in chosen.contains { $0.file == file.name } }
    // Scripts without a fact are left out.
    request.options.facts = ids.isEmpty && !all.isEmpty ? nil : Set(chosen.map(\.id))
    request.reports = reports
    request.choosesReports = isForPeople
    let code = request.perform()
    // Nothing has run.
    guard code != .usage else { return code }
    let missing = ids.isEmpty && from == nil ? all.missing.map { "; \($0)" } ?? "" : ""
    StandardStream.error.write("\(chosen.summary + missing)\n")
    return code
  }

  /// Returns `ICON-074` for `icon-74`, and `ICON` for `icon`, the beginning of several IDs.
  private static func beginning(_ id: String) -> String {
    FactLedger.fact(named: id)?.id.rawValue
      ?? String(id.uppercased().filter { $0.isLetter || $0.isNumber || $0 == "-" })
  }

  /// Returns the script of one fact's scenario, to paste.
  /// - Parameter name: an ID as people type it.
  /// - Returns: nil and a message for an unknown fact.
  static func script(of name: String) -> (text: String?, complaint: String) {
    guard let fact = FactLedger.fact(named: name) else {
      guard Explanation(ReportServices()).text(of: name) != nil else { return (nil, Knowledge.unknown(name)) }
      let shown = TerminalText.visible(String(Spelling.beginning(of: name)), isOneLine: true)
      return (nil, "“\(shown)” is not a fact; only facts have scenarios")
    }
    guard let script = (try? FactScript.all(in: ScenarioFinder.facts))?.first(where: { $0.id == fact.id }) else {
      return (
        nil,
        "\(fact.id) has no scenario\(fact.status.hasScenario ? " yet" : ": it is \(fact.status.word)")"
      )
    }
    let fixtures =
      script.text.contains("\"fixtures/")
      ? "-- The scenario opens projects: copy lua/facts/\(fact.ledger)/fixtures of homescreen's sources next to it.\n"
      : ""
    return ("-- \(fact.id): \(fact.behaviour)\n\(fixtures)\(script.text)", "")
  }
}
