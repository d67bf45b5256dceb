import AppPackages
import ArgumentParser
import Events
import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Platform
import Scenarios

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run Lua scripts and scenarios, and report what failed.",
    discussion: """
      Without a path, runs the folders specs and spec of the working directory, or what its .busted names. For a folder, \
      runs every *_spec.lua below it or, if there are none, every .lua file with scenarios, except in folders named \
      “fixtures”. A path can contain *, ? and **.

      Settings come from the nearest homescreen.lua in the script's folder or above, within its checkout. Plugins that \
      it names run if the project is trusted (homescreen trust). --device, --os and --locale are the defaults of each \
      Device {}; --device and --os also select the cells of a matrix.
      """)

  /// The options in the short help of `run`.
  static let commonOptions: Set<String> = [
    "--filter", "--last-failed", "--jobs", "--device", "--os", "--locale", "--trust", "--built-in", "--format",
    "--json", "--app", "--watch", "--repl-on-failure", "--version", "--help",
  ]

  @Argument(
    help:
      "Scripts, folders, globs; FILE:LINE for one scenario, “-” for standard input. Arguments after “--” are in “arg”.")
  var paths: [String] = []

  /// The arguments after `--`: the parser takes no second list of arguments.
  @Option(name: .customLong("script-argument"), parsing: .unconditionalSingleValue, help: .hidden)
  var scriptArguments: [String] = []

  @Flag(help: "Run the built-in scenarios instead of the project's.")
  var builtIn = false

  @OptionGroup
  var output: FormatOptions<RunFormats>

  @OptionGroup(title: "Choosing")
  var choice: ChoiceOptions

  @Option(help: "The app that device:install() installs if the script does not name one.")
  var app: String?

  @OptionGroup(title: "Snapshots")
  var snapshots: SnapshotOptions

  @OptionGroup(title: "Jobs")
  var parallel: ParallelOptions

  private static let stepWords = StepChoice.allCases.map(\.rawValue).joined(separator: "|")

  @Option(
    help: ArgumentHelp(
      "Include the steps of these scenarios in html and json reports, with the state of the device and the line of Lua; "
        + "by default, html includes those of failed scenarios.",
      valueName: stepWords),
    transform: { text in
      guard let choice = StepChoice(rawValue: text) else { throw ValidationError("--steps must be \(stepWords).") }
      return choice
    })
  var steps: StepChoice?

  @Flag(
    help: """
      Run a script again whenever the script, or a module, app, settings file or plugin that it reads, changes. \
      Ctrl-C exits with the exit code of the last run.
      """)
  var watch = false

  @Flag(
    help: """
      Open a REPL when a scenario fails, with its variables and its device; Ctrl-D continues. Needs a terminal, and \
      runs one file at a time regardless of --jobs.
      """)
  var replOnFailure = false

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @Option(
    help: ArgumentHelp(
      "With “it”, also run each scenario alone after its file; a scenario that then behaves differently fails.",
      valueName: "file|it"))
  var isolate = Isolation.file.rawValue

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Folders")
  var folders: FolderOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Modules and variables")
  var surroundings: SurroundingsOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      "Virtual time that a scenario may take, in seconds; timeout(SECONDS) in a scenario overrides it.",
      valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    for (isGiven, message) in conflicts where isGiven { throw ValidationError(message) }
    if replOnFailure, !FailureREPL.isPossible {
      throw ValidationError("--repl-on-failure needs a terminal: standard input or standard output is not one.")
    }
    if let timeout, !(timeout >= 0.001 && timeout <= 1_000_000_000) {
      throw ValidationError("--timeout must be from 0.001 to 1000000000 seconds.")
    }
    guard Isolation(rawValue: isolate) != nil else {
      throw ValidationError("--isolate must be \(Isolation.allCases.map(\.rawValue).joined(separator: " or ")).")
    }
  }

  /// Combinations of options that contradict each other, with messages.
  private var conflicts: [(isGiven: Bool, message: String)] {
    let path = TerminalText.visible(paths.first ?? "", isOneLine: true)
    return [
      (builtIn && !paths.isEmpty, "--built-in cannot be used with a path: \(path). Use one of them."),
      (builtIn && choice.task != nil, "--built-in does not read .busted: leave out --task."),
      (watch && paths.contains("-"), "--watch waits for a change of a file, and standard input never changes."),
      (replOnFailure && watch, "--repl-on-failure and --watch both need the terminal. Use one of them."),
      (replOnFailure && isolate == Isolation.it.rawValue, "--repl-on-failure changes what --isolate it compares."),
    ]
  }

  func run() throws {
    guard !watch else {
      var watching = RunWatch()
      return try ExitStatus.end(watching.perform { try request() })
    }
    var run = try request()
    try ExitStatus.end(run.perform())
  }

  /// Returns the request of the options and the settings.
  private func request() throws -> RunRequest {
    let trust = plugins.project
    let busted = builtIn ? nil : try busted(trust)
    var request = RunRequest(paths: paths, busted: busted)
    request.options.trust = trust
    request.isBuiltIn = builtIn
    request.reports = try output.requests(isVerdict: true)
    request.choosesReports = output.isDefault
    request.options.lua = limits.lua
    request.options.watchdog = limits.watchdog
    request.options.timeout = timeout
    request.options.defaultApp = app
    request.options.defaultAppOptions = selection.options
    request.options.readableFolders = try folders.readable
    request.options.outputs = SourceOptions.cachePlaces(above: 1)
    request.options.writableFolders = try folders.writable
    request.options.plugins = plugins.sources
    request.options.surroundings = surroundings.surroundings
    request.options.surroundings.arguments = scriptArguments
    let defaults = try defaultDevice()
    request.options.device = defaults
    request.options.matrix = MatrixChoice(model: defaults.model, os: defaults.os)
    request.options.isolation = Isolation(rawValue: isolate) ?? .file
    request.options.arguments = repeatedArguments
    try choice.apply(to: &request.options, busted)
    if let busted { request.options.helper = try helper(of: busted, trust) }
    if !trust.usesPlugins { request.options.surroundings.leftOut = [busted?.helper].compactMap(\.self) }
    request.options.snapshots = snapshots.mode
    request.options.jobs = try parallel.jobCount
    request.options.shard = try parallel.chosenShard
    request.onlyLastFailures = choice.lastFailed
    request.steps = steps
    request.opensREPL = replOnFailure
    return request
  }

  /// Returns the `.busted` of the working folder, if it applies: for paths of the file system.
  private func busted(_ trust: ProjectTrust) throws -> BustedSettings? {
    do {
      return try limits.time.run(loading: BustedSettings.fileName) { () throws(UserError) in
        try BustedSettings(in: ".", task: choice.task, trust: trust, surroundings: surroundings.surroundings)
      }
    } catch {
      CommandContext.complain("homescreen: \(line: error.description)")
      if let hint = error.hint { CommandContext.complain("  \(line: hint)") }
      throw ExitStatus(.scriptError).error
    }
  }

  /// Returns the helper that runs before each file: one in the named paths, a trusted one, or, for scripts of the same
  /// checkout, one in the folders that are run by default. Without the helper, scenarios could behave differently, so
  /// nothing runs if it is refused.
  private func helper(of busted: BustedSettings, _ trust: ProjectTrust) throws -> String? {
    guard let helper = busted.helper, trust.usesPlugins else { return nil }
    if paths.contains(where: { ScenarioFinder.names($0, helper) }) || busted.isUsual(helper, for: paths) {
      return helper
    }
    guard let refusal = trust.refusal(of: helper, namedBy: busted.file) else { return helper }
    CommandContext.complain(
      "homescreen: .busted names the helper \(line: helper), which did not run: \(line: refusal.description)")
    CommandContext.complain("  \(line: refusal.hint ?? "")")
    throw ExitStatus(.scriptError).error
  }

  /// The arguments that affect scripts, for the command that repeats a run.
  private var repeatedArguments: [String] {
    func option(_ name: String, _ value: String?) -> [String] { value.map { ["--\(name)", $0] } ?? [] }
    var arguments = option("app", app) + option("device", device.model) + option("os", device.os)
    arguments += option("locale", device.locale)
    if isolate != Isolation.file.rawValue { arguments += ["--isolate", isolate] }
    if snapshots.ci == true { arguments.append("--ci") }
    if limits.seed != LuaOptions.defaultSeed { arguments += option("seed", "\(limits.seed)") }
    arguments += option("budget", limits.budget.map { "\($0)" })
    for template in surroundings.lpath { arguments += option("lpath", template) }
    if surroundings.luaPath { arguments.append("--lua-path") }
    for variable in surroundings.variables { arguments += option("env", variable) }
    arguments += option("task", choice.task)
    arguments += option("timeout", timeout.map { "\($0)" })
    for folder in folders.read { arguments += option("read", folder) }
    for folder in folders.write { arguments += option("write", folder) }
    for plugin in plugins.files { arguments += option("plugin", plugin) }
    if plugins.trust { arguments.append("--trust") }
    if plugins.noPlugins { arguments.append("--no-plugins") }
    return arguments
  }

  private func defaultDevice() throws -> DeviceDefaults {
    do {
      // A misspelt or impossible device is reported before any script runs. Without --os, a matrix names the version.
      let model = try device.model.map { try DeviceModel(named: $0) }
      let os = try device.os.map { try OSVersion(parsing: $0) }
      if os != nil { _ = try device.devices() }
      return DeviceDefaults(model: model, os: os, locale: try device.locale.map { try Device.language(named: $0) })
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
  }
}

extension RunRequest {
  /// Notes an option of `run` after a script that does not read its arguments.
  func noteMisplacedOption(_ files: [ScenarioFile]) {
    let arguments = options.surroundings.arguments
    guard let option = arguments.first(where: { $0.hasPrefix("-") }), files.count == 1, let file = files.first,
      RunCommand.helpMessage().split(whereSeparator: { " ,\n".contains($0) }).contains(option.split(separator: "=")[0]),
      let text = try? file.read(),
      !String(decoding: text, as: UTF8.self).contains(/\barg\b|\.\.\./.wordBoundaryKind(.simple))
    else { return }
    let words = (arguments + [file.name]).map(ShellWord.quoted).joined(separator: " ")
    StandardStream.error.write(
      "note: \(line: option) after the file is an argument of the script, which does not read it; put options before the "
        + "file: homescreen run \(line: words)\n")
  }
}

/// The arguments for the parser, and those of a run without options.
struct RunArguments {
  let paths: [String]
  let scriptArguments: [String]

  /// Parses the arguments of `run FILE…`; nil for others.
  init?(_ completed: [String]) {
    let prefix = "\(Self.scriptArgument)="
    let own = completed.dropFirst().prefix { !$0.hasPrefix("-") }
    let rest = completed.dropFirst(1 + own.count)
    guard completed.first == "run", !own.isEmpty, rest.allSatisfy({ $0.hasPrefix(prefix) }) else { return nil }
    paths = Array(own)
    scriptArguments = rest.map { String($0.dropFirst(prefix.count)) }
  }

  /// Marks one argument of a script, because the parser takes no second list.
  static let scriptArgument = "--script-argument"

  /// Shows all options of a command.
  static let helpAll = "--help-all"

  /// Expands `--help-all`, and marks the arguments after `--` as those of a script of `run`.
  static func completed(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let first = arguments[..<end].map { $0 == helpAll ? "--help" : $0 }
    guard arguments.first == "run" else { return first + arguments[end...] }
    return first + arguments[end...].dropFirst().map { "\(scriptArgument)=\($0)" }
  }
}

/// Runs scripts, and runs those again that a change affects, until Ctrl-C.
struct RunWatch {
  private let watch = ScenarioWatch()
  private var code = Platform.ExitCode.success

  /// - Parameter make: reads the settings and returns the request. Mistakes in them are reported, and can be fixed.
  /// - Returns: the exit code of the last run.
  mutating func perform(_ make: () throws -> RunRequest) throws -> Platform.ExitCode {
    // Also if the first run is empty: Ctrl-C then ends with an exit code, too.
    Interrupt.startCounting()
    Self.clear()
    code = try watch.observe {
      do {
        var request = try make()
        request.willRun = { Self.stamp($0) }
        return request.perform()
      } catch let status as ArgumentParser.ExitCode
        where status.rawValue == Platform.ExitCode.scriptError.rawValue
      {
        // The error was reported; a change may fix it.
        return .scriptError
      }
    }
    while code != .interrupted, !Interrupt.isTermination {
      Self.report("\(StyledText("watching", .dim)); Ctrl-C ends\n")
      guard let last = waitAndRun(make) else { break }
      code = last
    }
    return code
  }

  /// Waits for a change that affects a script, and returns the exit code of its run; nil after Ctrl-C.
  private func waitAndRun(_ make: () throws -> RunRequest) -> Platform.ExitCode? {
    while let change = watch.wait() {
      var hasRun = false
      let result = watch.observe {
        do {
          var request = try make()
          request.concerns = change.concerns
          request.willRun = { count in
            hasRun = true
            Self.clear()
            Self.stamp(count, "\(StyledText("changed", .bold)) \(line: Self.shown(change.paths)); ")
          }
          return request.perform()
        } catch {
          // The error was reported; the next change may fix it.
          hasRun = true
          return Platform.ExitCode.scriptError
        }
      }
      if hasRun { return result }
    }
    return nil
  }

  private static func shown(_ paths: [String]) -> String {
    let folder = ProcessEnvironment.workingFolder + "/"
    // Leaves out other spellings of the same paths.
    let paths = paths.filter { path in !FileTreePath.parts(of: path).contains { $0 == "." || $0 == ".." } }
    guard !paths.isEmpty else { return "the contents of folders" }
    let names = paths.prefix(3).map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 }
    return names.joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
  }

  /// Writes the first line of a run: its time and reason.
  private static func stamp(_ files: Int, _ reason: StyledText = "") {
    report("\(StyledText(ScenarioWatch.timeOfDay, .dim)) \(reason)\(files == 1 ? "1 file runs" : "\(files) files run")")
  }

  /// Clears the results of the previous run from a terminal.
  private static func clear() {
    guard Terminal(.output).isTerminal, Terminal.knowsControlSequences(environment: ProcessEnvironment.value) else {
      return
    }
    StandardStream.output.writeRendered("\u{1B}[H\u{1B}[2J")
  }

  private static func report(_ line: StyledText) { StandardStream.error.write("\(line)\n") }
}
