import AppPackages
import AppSources
import ArgumentParser
import Events
import HomeScreenReports
import Lint
import LuaAPI
import Platform
import SourceClient

/// The options that `lint` and `check` share: apps, rules, sources, and a time limit.
///
/// A debug build of the parser checks each group four times, and a group within a group sixteen times, so the groups
/// are in the commands.
protocol LintingOptions: ParsableCommand {
  var paths: [String] { get }
  var choice: RuleOptions { get }
  var selection: PackageSelection { get }
  var plugins: PluginOptions { get }
  var sources: SourceOptions { get }
  var limit: TimeLimitOption { get }
}

extension LintingOptions {
  /// Returns the rules of the options and the project.
  /// - Parameters:
  ///   - known: the options about known findings; nil for the file in the settings.
  ///   - readsSources: whether the app's own code is read by default.
  ///   - matrix: the devices, versions and languages on which archived builds are tried; nil if they are not tried.
  func linting(
    _ known: BaselineOptions? = nil, readsSources: Bool, trying matrix: CheckMatrix? = nil
  ) throws -> Linting {
    try Linting(choice, plugins, known, sources.client(isUsual: readsSources, limit), trying: matrix, limit: limit)
  }

  func inputs(_ linting: Linting) -> [LintedInput] { linting.lint(paths, selection, limit) }
}

/// The rights that `lint` and `check` give up before they read untrusted files.
extension LintingOptions {
  /// Makes the kernel, if it supports this, refuse writes to all files except the given ones, the cache of sources and,
  /// with `fixes`, the inputs.
  ///
  /// - Parameters:
  ///   - requests: the reports, some of which go to files.
  ///   - outputs: other files that are written.
  ///   - fixes: whether the inputs are changed.
  ///   - readsSources: whether the source reader may write its cache.
  func confine(_ requests: [ReportRequest], _ outputs: [String?] = [], fixes: Bool = false, readsSources: Bool) {
    let files = requests.map(\.file) + outputs
    let places = files.compactMap(\.self).flatMap(Confinement.place(ofOutput:))
    let cache = sources.noCache || !readsSources ? [] : SourceOptions.cachePlaces(above: 2)
    Confinement.ofKernel.confine(writing: places + cache + (fixes ? fixableFolders.map { RealPath.leading($0) } : []))
  }

  /// The folders in which fixes change files: the inputs, or the folder of a project or a file. Other files that a
  /// project names, for example in the checkout around it, are read and stay unchanged.
  var fixableFolders: [String] {
    paths.compactMap { input in
      guard CurrentMachine.value.exists(input) else { return nil }
      var folder = input.utf8.first == UInt8(ascii: "/") ? input : "./\(input)"
      while !Self.holdsFiles(folder) { folder = FileTreePath.directory(of: folder) }
      return folder.isEmpty ? "/" : folder
    }
  }

  private static func holdsFiles(_ path: String) -> Bool {
    let isProject = ["xcodeproj", "xcworkspace"].contains(FileTreePath.lowercasedExtension(of: path))
    return path.isEmpty
      || !isProject && path.utf8.last != UInt8(ascii: "/")
        && ((try? CurrentMachine.value.status(path, followsLink: true))?.kind == .folder)
  }
}

/// The linter of `lint` and `check`: the rules of the options, the project's settings and its plugins, and the
/// treatment of findings.
struct Linting {
  let linter: Linter
  let failOn: FailureLevel
  private let filter: FindingFilter
  private let baseline: FindingBaseline?
  private let hasBrokenSettings: Bool
  /// The settings of the project, if any.
  private let settings: SettingsUse?
  /// The session of plugins with rules; nil without plugins. Rules do not keep their session.
  private let context: CommandContext?
  /// Whether a report for people lists notes, because of an option or chosen rules.
  private let listsNotes: Bool
  /// Reads the app's own code; nil if it is not read.
  let sources: SourceClient?

  /// - Parameters:
  ///   - known: the options about known findings; nil for the file in the settings.
  ///   - sources: reads the app's own code; nil if it is not read.
  ///   - matrix: the devices, versions and languages on which archived builds are tried; nil if they are not tried.
  ///   - limit: for loading settings and plugins.
  init(
    _ choice: RuleOptions, _ plugins: PluginOptions, _ known: BaselineOptions? = nil, _ sources: SourceClient? = nil,
    trying matrix: CheckMatrix? = nil, limit: TimeLimitOption
  ) throws {
    self.sources = sources
    listsNotes = choice.verbose || !choice.select.isEmpty
    let project = limit.run(loading: ProjectSettings.fileName) {
      ProjectFinder(trust: plugins.project, rules: Rules.descriptions).settings(for: .folder("."))
    }
    let hasPlugins = !plugins.sources.isEmpty || project?.plugins.isEmpty == false
    var limits = try LimitOptions.parse([])
    limits.time = limit
    context = hasPlugins ? try CommandContext(plugins: plugins, limits: limits, access: .none) : nil
    if let project { CommandContext.tellCode(of: project) }
    // The context reports them.
    let problems = project?.problems(replacing: known?.baseline == nil ? nil : "lint.baseline") ?? []
    if context == nil { for problem in problems { CommandContext.complain(problem) } }
    hasBrokenSettings = !problems.isEmpty
    let others = context?.session.plugins?.rules ?? []
    let rules = Rules.all + others
    let descriptions = Rules.descriptions + others.map(\.description)
    // The names of rules are unknown if a plugin does not run, or only in part.
    let isWhole = project?.withheld.isEmpty == true && context?.hasProblems != true
    let own = project.map {
      isWhole ? $0.lint : $0.lint.keeping { !RuleSelector.rules($0, among: descriptions).isEmpty }
    }
    let settings = choice.settings(over: own ?? LintSettings())
    let asked: FindingFilter
    do throws(UserError) {
      filter = try FindingFilter(settings, among: descriptions)
      // Findings that only the project ignores are collected, to count them in the summary.
      asked = try FindingFilter(choice.settings(over: LintSettings()), among: descriptions)
    } catch {
      throw ValidationError("\(error)")
    }
    do {
      baseline = try (known ?? BaselineOptions.parse([])).read(settings.baseline)
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(.noInput).error
    }
    failOn = settings.failOn ?? .error
    self.settings = project?.file.map { file in
      SettingsUse(file: file, neverFails: choice.failOn == nil && project?.lint.failOn == .never)
    }
    let unread = Rules.aboutCode.filter { asked.applies($0.code) }.map(\.code.rawValue)
    if sources == nil, !choice.select.isEmpty, !unread.isEmpty {
      CommandContext.complain(
        "\(StyledText("note", .yellow)): the app’s code was not read, which \(Names.list(unread)) "
          + "\(unread.count == 1 ? "needs" : "need"): add --sources")
    }
    linter = Linter(
      rules.filter { [asked] in asked.applies($0.code) }, readsPixels: !choice.noPixels,
      isPedantic: choice.pedantic || !choice.select.isEmpty, matrix: matrix,
      sources: sources?.reading)
  }

  func lint(_ paths: [String], _ selection: PackageSelection, _ limit: TimeLimitOption) -> [LintedInput] {
    // Unreadable code is not a finding about the app.
    defer { for problem in sources?.problems ?? [] { CommandContext.complain("homescreen: \(problem)") } }
    let options = selection.options
    var linter = linter
    linter.xcode = selection.version
    // Rules of plugins run on this thread.
    guard context == nil, paths.count > 1 else {
      return paths.map { path in limit.run(path) { linter.lint(path, options: options) } }
    }
    let limit = limit.shared()
    return linter.lint(paths, options: options) { path, lint in limit.run(path, lint) }
  }

  /// - Parameter unread: the exit code for code that should have been read; nil if nothing is missing.
  func report(_ inputs: [LintedInput], _ unread: Platform.ExitCode?) -> LintReport {
    LintReport(
      inputs, filter, baseline: baseline, unchecked: sources == nil ? Rules.needingCode : [], failOn: failOn,
      hasBrokenRules: hasBrokenSettings || context?.hasProblems == true, unread: unread, settings: settings,
      listsNotes: listsNotes, surroundings: .here)
  }
}

/// The selected rules, and the severities of their findings.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Check only this rule, or several separated by commas; may be repeated.", valueName: "rule"),
    completion: .rules)
  var select: [String] = []

  @Option(
    help: ArgumentHelp("Skip this rule, or several separated by commas; may be repeated.", valueName: "rule"),
    completion: .rules)
  var ignore: [String] = []

  @Option(
    name: .customLong("severity"),
    help: ArgumentHelp(
      "Set the severity of a rule: error, warning or note; may be repeated.", valueName: "rule=word"))
  var severities: [String] = []

  @Option(
    help: ArgumentHelp(
      "Lowest severity that fails the command: error, warning, note or never; error by default.", valueName: "word")
  )
  var failOn: String?

  @Flag(name: .shortAndLong, help: "List notes, too, instead of only counting them.")
  var verbose = false

  @Flag(help: "Also report minor faults: missing xcconfig files, missing files that Git ignores, old icon slots.")
  var pedantic = false

  @Flag(help: "Skip checks of image pixels, which are the slowest.")
  var noPixels = false

  func validate() throws {
    for (name, texts) in [("--select", select), ("--ignore", ignore)] {
      guard let empty = texts.first(where: { Self.words([$0]).isEmpty }) else { continue }
      throw ValidationError("\(name) needs the name of a rule, not “\(empty)”; homescreen rules lists them.")
    }
    if let failOn, FailureLevel(rawValue: failOn) == nil {
      let known = FailureLevel.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--fail-on must be one of \(known), not “\(failOn)”.")
    }
    // The rules are known once the plugins are loaded.
    for text in severities { _ = try Self.severity(text) }
  }

  /// Returns the settings with the options taking precedence; findings that the options or the project ignore are ignored.
  func settings(over project: LintSettings) -> LintSettings {
    var settings = project
    if !select.isEmpty { settings = settings.selecting(Self.words(select)) }
    settings.ignore += Self.words(ignore)
    settings.severity += severities.compactMap { try? Self.severity($0) }
    settings.failOn = failOn.flatMap { FailureLevel(rawValue: $0) } ?? project.failOn
    return settings
  }

  private static func words(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func severity(_ text: String) throws -> (selector: String, severity: PackageWarning.Severity) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let severity = PackageWarning.Severity(rawValue: parts[1]) else {
      let known = PackageWarning.Severity.allCases.reversed().map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--severity must be RULE=WORD with one of \(known), not “\(text)”.")
    }
    return (parts[0], severity)
  }
}

/// A file of known findings.
struct BaselineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Report only findings that are not in this file.", valueName: "file"))
  var baseline: String?

  @Option(help: ArgumentHelp("Write all findings to this file as the new baseline and exit with 0.", valueName: "file"))
  var writeBaseline: String?

  private static let maximumBytes = 64 << 20

  func validate() throws {
    guard baseline != nil, writeBaseline != nil else { return }
    throw ValidationError("give either --baseline, which compares, or --write-baseline")
  }

  /// Reads the known findings; nil if the file is missing, or about to be written.
  ///
  /// - Parameter settings: the file that the project's settings name.
  func read(_ settings: String?) throws -> FindingBaseline? {
    guard writeBaseline == nil, let file = baseline ?? settings else { return nil }
    let content: FileContent
    do throws(MachineRefusal) {
      content = try CurrentMachine.value.readFollowingLinks(file, .all(maximum: Self.maximumBytes))
    } catch {
      throw UserError(
        "the baseline \(file) cannot be read: \(SystemError.text(error.number)); create it with homescreen lint --write-baseline \(ShellWord.path(file))"
      )
    }
    guard content.status.kind == .file, content.status.size <= Self.maximumBytes else {
      throw UserError("the baseline \(file) is not a file, or it is too large")
    }
    return try FindingBaseline(String(decoding: content.bytes, as: UTF8.self), file: file)
  }

  /// The root of the checkout of the working folder, or the one that a CI service names; nil if unknown.
  static var checkout: String? {
    ProcessEnvironment.value("GITHUB_WORKSPACE") ?? ProcessEnvironment.value("CI_PROJECT_DIR")
      ?? VersionControl.root(of: ProcessEnvironment.workingFolder)
  }
}

extension ReportSurroundings {
  /// The surroundings of this process.
  static var here: ReportSurroundings {
    ReportSurroundings(workingFolder: ProcessEnvironment.workingFolder, checkout: BaselineOptions.checkout)
  }
}

/// Whether findings are fixed.
struct FixOptions: ParsableArguments {
  @Flag(help: "Apply safe fixes, and lint again; comments, order and formatting stay as they are.")
  var fix = false

  @Flag(help: "With --fix or --diff: include fixes that guess the intent.")
  var unsafeFixes = false

  @Flag(help: "Show what --fix would change as a unified diff, and write nothing.")
  var diff = false

  func validate() throws {
    if fix, diff { throw ValidationError("give either --fix, which writes, or --diff, which shows") }
    if unsafeFixes, !fix, !diff { throw ValidationError("--unsafe-fixes needs --fix or --diff") }
  }

  /// Lints, and fixes or shows fixes as requested.
  /// - Parameters:
  ///   - folders: only files in them are changed.
  ///   - lint: reads all files again.
  /// - Returns: the report to show: the remaining findings, or with ``diff`` those of the unchanged files.
  func perform(in folders: [String], _ lint: () -> LintReport) throws -> LintReport {
    let first = lint()
    guard fix || diff else { return first }
    var last = first
    var isFirst = true
    let run: FixRun
    do {
      // A path that cannot be opened was not an input; reading it reports that.
      let open = folders.compactMap { try? OutputFolder($0) }
      run = try FixRun(writes: fix, includingUnsafe: unsafeFixes, in: open) {
        if !isFirst { last = lint() }
        isFirst = false
        return (last.packages, last.findings.map(\.finding))
      }
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(.lostOutput).error
    }
    last = fix ? last : first
    last.refused = run.refusals.map(\.finding)
    guard fix else {
      StandardStream.output.write(OutputText.forPrograms(run.diff.text, as: .diff))
      report(run.refusals, first.paths)
      for reason in run.diff.leftOut { CommandContext.complain("\(StyledText("note", .yellow)): \(line: reason)") }
      return last
    }
    report(run, last.paths)
    return last
  }

  private func report(_ run: FixRun, _ paths: ShownPaths) {
    report(run.refusals, paths)
    let files = Counted.text(run.changes.count, "file")
    let changed = run.changes.isEmpty ? "" : ", though \(files) changed"
    CommandContext.complain(
      run.fixed.isEmpty
        ? "nothing was fixed\(changed)"
        : "fixed \(Counted.text(run.fixed.count, "finding")) in \(files)")
    if !run.unsafe.isEmpty {
      CommandContext.complain(
        "\(Counted.text(run.unsafe.count, "finding needs", "findings need")) an unsafe fix: use --unsafe-fixes")
    }
  }

  /// Reports why fixes were not applied. Several findings may share one fix, so its refusal is reported once.
  private func report(_ refusals: [FixPlan.Refusal], _ paths: ShownPaths) {
    var told: Set<String> = []
    for refusal in refusals {
      let fix = refusal.finding.fix.map { " (\($0.summary))" } ?? ""
      let text =
        (refusal.finding.location.map { "\(paths.shown($0)): " } ?? "")
        + "not fixed [\(refusal.finding.code)]\(fix): \(refusal.reason)"
      guard told.insert(text).inserted else { continue }
      CommandContext.complain("\(StyledText("note", .yellow)): \(line: text)")
    }
  }
}
