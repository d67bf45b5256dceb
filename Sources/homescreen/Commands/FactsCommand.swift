import ArgumentParser
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Platform

struct FactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "facts",
    abstract: "List the known facts about iOS, with versions and sources.",
    discussion: """
      --run runs the scenario of each fact, or of the given facts only, on devices and versions on both sides of the \
      fact's limits. --measured compares the model with sequences of events that other projects recorded on simulators \
      and devices, in tests and logs.
      """)

  @Argument(
    help: "Words that the listed facts contain. With --run: only these facts, by ID or prefix such as ICON.",
    completion: .custom { _, _, _ in FactLedger.all.map(\.id.rawValue) })
  var ids: [String] = []

  @Option(help: "List only facts whose ID begins with this, such as ICON.")
  var area: String?

  @Flag(help: "List only facts that homescreen models.")
  var modelled = false

  @Flag(
    help: """
      Show where each fact is implemented or why it is not, and on how many combinations of device and version its \
      scenario runs, with totals. Only for the terminal format.
      """)
  var status = false

  @Flag(name: .customLong("run"), help: "Run the scenarios of all facts, or of the given ones.")
  var runs = false

  @Flag(help: "Compare the model with measured sequences of events, and print those that differ.")
  var measured = false

  @Option(
    help: ArgumentHelp(
      "With --run or --measured: use the scripts of this file or folder instead of the built-in ones.",
      valueName: "path"))
  var from: String?

  @OptionGroup
  var output: FormatOptions<FactFormats>

  func validate() throws {
    if measured, runs || area != nil || modelled || status || !ids.isEmpty {
      throw ValidationError("--measured takes only --from and --format.")
    }
    if !runs, !measured, let from {
      throw ValidationError("“--from \(TerminalText.visible(from, isOneLine: true))” needs --run.")
    }
    if runs, area != nil || modelled || status {
      throw ValidationError("--run takes IDs; --area, --modelled and --status are for lists.")
    }
    // The formats of a run are checked when it begins.
    let known = measured ? MeasuredFormats.names : FactFormats.names
    if !runs, let unknown = try output.requests().first(where: { !known.contains($0.format) }) {
      throw ValidationError("\(UserError(unknownFormat: unknown.format, known: known))")
    }
  }

  func run() throws {
    let scenarios = FactRun(from: from)
    if runs {
      return try ExitStatus.end(
        scenarios.perform(ids, try output.requests(isVerdict: true), isForPeople: output.isDefault))
    }
    if measured {
      let (comparison, code) = try scenarios.compare()
      try ExitStatus.end(Documents<MeasuredFormats>(try output.requests()).write { $0(comparison) })
      return try ExitStatus.end(code)
    }
    let trials = status ? try scenarios.trials() : []
    let listing = FactListing(area: area, words: ids, onlyModelled: modelled, trials: trials)
    guard !listing.facts.isEmpty else {
      let what = area.map { "begins with “\($0)”" } ?? "contains “\(ids.joined(separator: " "))”"
      StandardStream.error.write("homescreen: no fact \(line: what)\n")
      throw ExitStatus(.nothingMatched).error
    }
    try ExitStatus.end(Documents<FactFormats>(try output.requests()).write { $0(listing, status) })
  }
}

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the lint rules.")

  @Argument(
    help: "Rules to list: a code or its beginning, a fact, or an App Store Connect error such as ITMS-90895.",
    completion: .rules)
  var selectors: [String] = []

  @OptionGroup
  var output: FormatOptions<RuleFormats>

  func validate() throws {
    do throws(UserError) {
      for selector in selectors { _ = try RuleSelector(selector) }
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    let chosen = Set(selectors.flatMap { RuleSelector.rules($0).map(\.code) })
    let rules = Rules.descriptions.filter { selectors.isEmpty || chosen.contains($0.code) }
    try ExitStatus.end(Documents<RuleFormats>(try output.requests()).write { $0(rules) })
  }
}

extension CompletionKind {
  /// The codes of rules. They are collected when a shell asks.
  static var rules: CompletionKind { .custom { _, _, _ in Rules.descriptions.map(\.code.rawValue) } }
}
