import AppPackages
import ArgumentParser
import Events
import Exploration
import HomeScreenReports
import Lint
import LuaAPI
import LuaEngine
import Platform
import Scenarios

struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Try every order of events and find the shortest failure.",
    discussion: """
      PATH is a script that ends with return require "homescreen.explore" { app = …, code = … }, or an app whose \
      sources homescreen-sources can read.

      A story is a sequence of steps: taps, quick actions, Home, jetsam, lock, updates, answers to alerts, and what the \
      script adds. The command plays all stories of up to --depth steps, short ones first, then long random ones. It \
      shortens a failing story and plays it again before reporting it. --device, --os and --locale take \
      comma-separated lists and replace the script’s. As with run, settings and plugins come from the nearest \
      homescreen.lua.
      """)

  @Argument(help: ArgumentHelp("A script, or an app with its sources; with --merge, reports.", valueName: "path"))
  var paths: [String]

  @OptionGroup
  var output: FormatOptions<ExplorationFormats>

  @Option(help: ArgumentHelp("Play all stories of up to this many steps.", valueName: "steps"))
  var depth = 4

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Stop after this many seconds and report what was found.", valueName: "seconds"))
  var seconds: Double?

  @Option(help: "Seed of the random stories.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Number of long random stories on each device.", valueName: "number"))
  var walks = 100

  @Option(help: ArgumentHelp("Number of steps in a random story.", valueName: "steps"))
  var walkLength = 40

  @Option(help: ArgumentHelp("Maximum number of states to keep; each takes about 100 bytes.", valueName: "number"))
  var maxStates = 1_000_000

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Jobs")
  var parallel: ParallelOptions

  @OptionGroup(title: "Folders")
  var folders: FolderOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  @Flag(
    help: """
      Merge the parts of a sharded exploration: each PATH is a report that one of them wrote with --format json=FILE.
      """)
  var merge = false

  @Option(
    help: ArgumentHelp(
      "Write the shortest failing story to FILE, as a scenario that fails until the app is fixed.", valueName: "file"))
  var minimized: String?

  @Flag(help: "Also list, by subject, the facts of the model that no story reached.")
  var verbose = false

  func validate() throws {
    guard depth >= 0, depth <= 1000 else { throw ValidationError("--depth must be from 0 to 1000 steps.") }
    guard walks >= 0, walks <= 1_000_000_000 else { throw ValidationError("--walks must be from 0 to 1000000000.") }
    guard walkLength >= 1, walkLength <= 10_000 else {
      throw ValidationError("--walk-length must be from 1 to 10000 steps.")
    }
    guard maxStates >= 1 else { throw ValidationError("--max-states must be greater than 0.") }
    if let seconds, !(seconds > 0 && seconds <= 1_000_000_000) {
      throw ValidationError("--for must be a number of seconds greater than 0.")
    }
    guard merge || paths.count == 1 else {
      throw ValidationError("explore takes one path; only --merge takes several.")
    }
  }

  func run() throws {
    let requests = try output.requests(isVerdict: true)
    let outputs = RunOutputs(reports: requests, others: [("--minimized", minimized)])
    if let problem = outputs.problem(beside: paths, which: "is read") {
      CommandContext.complain("homescreen: \(line: problem)")
      throw ExitStatus(.usage).error
    }
    let report: ExplorationReport
    do {
      report = try merge ? merged() : explored()
    } catch let error as ExploreError {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(error.isMissingInput ? .noInput : error.isEmpty ? .nothingMatched : .scriptError).error
    }
    var code = report.exitCode
    if merge, !report.parts.isWhole {
      let missing = report.parts.missing
      CommandContext.complain(
        "homescreen: \(missing.count == 1 ? "part" : "parts") \(missing.joined(separator: ", ")) of this exploration "
          + "\(missing.count == 1 ? "is" : "are") missing")
      code = max(code, .noInput)
    }
    code = Documents<ExplorationFormats>(requests).write(code) { $0(report, verbose) }
    if let minimized, let finding = report.apps.flatMap(\.findings).min(by: ExplorationFinding.precedes) {
      do {
        let scenario = finding.scenario(
          in: FileTreePath.directory(of: minimized), workingFolder: ProcessEnvironment.workingFolder)
        try ReportFile.write(scenario, to: minimized)
      } catch {
        CommandContext.complain("homescreen: \(error)")
        code = .lostOutput
      }
    }
    try ExitStatus.end(code)
  }

  private func merged() throws -> ExplorationReport {
    do {
      return try ExplorationReport.merging(
        paths.map { path in
          // A report is one object on one line.
          try ExplorationReport(parsing: Array(RecordFile(path).next()?.bytes ?? []), file: path)
        })
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(.noInput).error
    }
  }

  private func explored() throws -> ExplorationReport {
    var options = ExploreOptions()
    options.services = ReportServices()
    options.depth = depth
    options.seconds = seconds
    options.watchdog = limit.seconds
    options.seed = seed
    options.walks = walks
    options.walkLength = walkLength
    options.maximumStates = maxStates
    let lists = device.lists
    options.devices = DeviceChoice(
      models: lists.models ?? [], versions: lists.versions ?? [], languages: lists.languages ?? [])
    options.plugins = plugins.sources
    options.readableFolders = try folders.readable
    options.writableFolders = try folders.writable
    var surroundings = ScriptSurroundings()
    surroundings.readSources = SurroundingsOptions.readSources
    options.surroundings = surroundings
    if let shard = try parallel.chosenShard { options.part = ExplorePart(index: shard.index - 1, count: shard.count) }
    let jobs = try parallel.jobCount
    let source = ExploreSource(paths[0], trust: plugins.project, rules: Rules.descriptions)
    let status = ExploreStatus()
    defer { status.end() }
    if jobs > 1 {
      var workers = ExploreJobs(source, options: options, count: jobs)
      workers.onWaiting = { status.show("\(jobs) processes, \(Int($0)) s") }
      return try workers.explore()
    }
    Interrupt.install()
    let explorer = Explorer(source, options: options)
    explorer.onProgress = { status.show($0) }
    return try explorer.explore()
  }
}

/// The line at the bottom of the terminal with the progress of an exploration.
final class ExploreStatus {
  private var line = StatusLine()
  private let start = ContinuousClock.now

  func show(_ progress: ExploreProgress) {
    let passed = start.duration(to: .now).components
    let seconds = Double(passed.seconds) + Double(passed.attoseconds) / 1e18
    let rate = seconds > 0.1 ? ", \(Int(Double(progress.stories) / seconds)) stories per second" : ""
    show(
      "\(progress.name): depth \(progress.depth), \(progress.stories) stories, \(progress.states) states, "
        + "\(progress.transitions) transitions\(rate)")
  }

  func show(_ text: String) {
    line?.draw { columns in
      StyledText(DisplayWidth.clipped(TerminalText.visible(text, isOneLine: true), to: max(1, columns - 1)))
    }
  }

  func end() { line?.wipe() }
}
