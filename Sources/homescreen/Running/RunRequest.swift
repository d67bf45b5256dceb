import AppPackages
import Console
import Events
import HomeScreenReports
import Lint
import LuaAPI
import LuaEngine
import Platform
import PropertyLists
import Scenarios

/// The request of `homescreen run`.
struct RunRequest {
  /// Scripts, folders and globs; if empty, those of the project.
  var paths: [String]
  /// Whether to run the built-in scenarios instead of paths.
  var isBuiltIn = false
  var busted: BustedSettings?
  /// Scripts to run instead of paths.
  var files: [ScenarioFile]?
  var onlyLastFailures = false
  /// Formats of homescreen, or reporters of plugins.
  var reports = [ReportRequest(RunFormats.all[0].name)]
  /// Whether the reports are the default, so that others may be added where they are useful.
  var choosesReports = true
  /// The scenarios that report their steps; nil for those that fail, if a report shows them.
  var steps: StepChoice?
  var options = Self.usualOptions()

  /// Whether the REPL opens for each failed scenario.
  var opensREPL = false

  /// Returns whether to run a script; nil for all.
  var concerns: ((String) -> Bool)?
  /// Called with the number of files before they run.
  var willRun: ((Int) -> Void)?

  /// The exit code of a run that does not start; its message has been shown.
  struct Ending: Error { let code: ExitCode }

  /// Returns the defaults without any option.
  static func usualOptions() -> RunOptions {
    var options = RunOptions()
    options.services = ReportServices()
    options.surroundings.readSources = SurroundingsOptions.readSources
    options.trust = PluginOptions.usual
    options.snapshots = SnapshotOptions.usualMode
    return options
  }

  /// Returns the named paths, those of `.busted`, or the usual folders of the working directory. Folders above it do
  /// not count: a run in a subfolder of a checkout must not run files outside it.
  /// - Throws: ``Ending`` if there are none; a message says so.
  private func chosenPaths() throws(Ending) -> [String] {
    if !paths.isEmpty { return paths }
    if onlyLastFailures, let failed = lastFailures?.files, !failed.isEmpty { return failed }
    if let roots = busted?.roots, !roots.isEmpty { return roots }
    let found = ScenarioFinder.usualFolders.filter {
      (try? CurrentMachine.value.status($0, followsLink: true))?.kind == .folder
    }
    if found.isEmpty {
      let entries = (try? CurrentMachine.value.entries(in: ".", maximum: 10_000)) ?? []
      var hint =
        "homescreen run PATH… runs scripts and folders; homescreen init --write creates a folder specs for an app"
      if let own = entries.first(where: { $0.name.hasSuffix("_spec.lua") }) {
        hint = "\(own.name) is here: homescreen run . runs it"
      }
      StandardStream.error.write(
        """
        homescreen: nothing to run: no folder specs or spec in \(line: ProcessEnvironment.workingFolder)
          \(line: hint);
          homescreen run --built-in runs the built-in scenarios

        """)
      throw Ending(code: .nothingMatched)
    }
    return found
  }

  private func findFiles() throws -> [ScenarioFile] {
    if let files { return files }
    if paths.contains("-") { return [try inputScript()] }
    if isBuiltIn { return ScenarioFinder.builtIn }
    if paths.isEmpty, let root = busted?.rootOutside { try refuseOutside(root, root) }
    let found = try ScenarioFinder.find(try chosenPaths(), busted?.patterns ?? ScenarioFinder.Patterns())
    if paths.isEmpty { try refuseOutside(found.files) }
    for message in found.outside where concerns == nil { StandardStream.error.write("homescreen: \(message)\n") }
    if !found.leftOut.isEmpty, concerns == nil {
      let names = found.leftOut.prefix(3).map { TerminalText.visible($0, isOneLine: true) }.joined(separator: ", ")
      let count = found.leftOut.count
      StandardStream.error.write(
        "note: \(count == 1 ? "a file is" : "\(count) files are") not run: \(names)\(count > 3 ? ", …" : ""); "
          + "a folder runs its *_spec.lua or, if there are none, the .lua files with scenarios\n")
    }
    if !found.unseen.isEmpty, concerns == nil {
      let names = found.unseen.prefix(3).map { TerminalText.visible($0, isOneLine: true) }.joined(separator: ", ")
      let count = found.unseen.count
      StandardStream.error.write(
        "note: \(count == 1 ? "a file or folder" : "\(count) files or folders") cannot be reached and did not run: "
          + "\(names)\(count > 3 ? ", …" : "")\n")
    }
    return found.files
  }

  /// Reads the script on standard input, for `-`.
  private func inputScript() throws -> ScenarioFile {
    func refuse(_ reason: String, _ code: ExitCode = .usage) -> Ending {
      CommandContext.complain("homescreen: \(line: reason)")
      return Ending(code: code)
    }
    guard paths.count == 1 else { throw refuse("“-” is standard input and must be the only script") }
    guard concerns == nil else { throw refuse("--watch needs a script in a file; “-” is standard input") }
    let input = PipedInput(wasInterrupted: { Interrupt.wasRequested })
    var text = ""
    while true {
      switch try input.readLine() {
      case .line(let line): text += line + "\n"
      case .interrupted: throw Ending(code: .interrupted)
      case .endOfFile:
        if text.isEmpty { throw refuse("standard input is empty: it has no script", .noInput) }
        return .text(Array(text.utf8), named: "-")
      }
      guard text.utf8.count <= PipedInput.maximumLineBytes else {
        throw refuse(
          "standard input has more than \(PipedInput.maximumLineBytes >> 20) MiB: put the script into a file", .noInput)
      }
    }
  }

  /// Checks that files that were not named on the command line are in the checkout of the working directory, or in a
  /// trusted one. A link of the project may point out of it, too.
  private func refuseOutside(_ files: [ScenarioFile]) throws(Ending) {
    let checkout = Checkout.of(settingsFile)
    var inside: Set<ExactText> = []
    for file in files {
      guard file.name.hasSuffix(".lua") else {
        CommandContext.complain("homescreen: .busted names \(line: file.name), which is not a .lua file; nothing ran")
        throw Ending(code: .scriptError)
      }
      guard let real = RealPath.of(file.name) else { continue }
      let folder = ExactText(FileTreePath.directory(of: real))
      if inside.contains(folder) { continue }
      guard checkout.covers(real) else {
        try refuseOutside(real, file.name)
        continue
      }
      inside.insert(folder)
    }
  }

  private var settingsFile: String {
    busted?.file ?? FileTreePath.join(ProcessEnvironment.workingFolder, BustedSettings.fileName)
  }

  /// - Parameter name: the name of the path in messages.
  private func refuseOutside(_ path: String, _ name: String) throws(Ending) {
    guard let refusal = options.trust.refusal(of: path, namedBy: settingsFile) else { return }
    CommandContext.complain("homescreen: \(line: name) cannot run, so nothing ran: \(line: refusal.description)")
    CommandContext.complain("  \(line: refusal.hint ?? "")")
    throw Ending(code: .scriptError)
  }

  /// Returns the files to run, and the failures of the last run.
  private mutating func prepare() throws(Ending) -> (files: [ScenarioFile], failures: LastFailures?) {
    var files: [ScenarioFile]
    do {
      files = try findFiles()
    } catch let ending as Ending {
      throw ending
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      if let error = error as? ScenarioFinderError, paths.count > 1, error.path != paths[0], paths[0].hasSuffix(".lua")
      {
        let words = paths.dropFirst().map(ShellWord.quoted).joined(separator: " ")
        StandardStream.error.write(
          "  Arguments of the script go after “--”: homescreen run \(ShellWord.path(paths[0])) -- \(words)\n"
        )
      }
      throw Ending(code: .noInput)
    }
    if let app = options.defaultApp, (try? CurrentMachine.value.status(app, followsLink: true)) == nil {
      StandardStream.error.write("homescreen: --app \(line: app): there is no such file or folder\n")
      throw Ending(code: .noInput)
    }
    if concerns == nil { noteMisplacedOption(files) }
    if let busted, !busted.unsupported.isEmpty {
      StandardStream.error.write(
        "note: .busted has options that homescreen does not support: \(busted.unsupported.joined(separator: ", "))\n")
    }
    var failures = onlyLastFailures ? lastFailures : CurrentMachine.aside { lastFailures }
    if onlyLastFailures, concerns != nil, failures?.isEmpty ?? true {
      // All failures are fixed: from now on every changed script runs.
      StandardStream.error.write("note: nothing failed; from now on, changes rerun what they affect\n")
    } else if onlyLastFailures {
      guard let known = failures, !known.isEmpty else {
        StandardStream.error.write("homescreen: no script of this folder failed in its last run\n")
        throw Ending(code: .nothingMatched)
      }
      options.lastFailures = known
      files.removeAll { !known.concerns($0.name) }
    } else if concerns == nil {
      CurrentMachine.aside { failures?.keep { ProcessEnvironment.fileExists($0) } }
    }
    if let concerns {
      files.removeAll { !concerns($0.name) }
      if files.isEmpty { throw Ending(code: .nothingMatched) }
    }
    return (files, failures)
  }

  /// The failures of the last run in this folder.
  private var lastFailures: LastFailures? {
    LastFailures(
      workingFolder: ProcessEnvironment.workingFolder,
      cache: ProcessEnvironment.cacheFolder)
  }

  /// Runs the scripts and writes the reports.
  mutating func perform() -> ExitCode {
    let files: [ScenarioFile]
    var failures: LastFailures?
    do {
      (files, failures) = try prepare()
    } catch {
      return error.code
    }
    willRun?(files.count)
    noteEmptyPart(of: files)
    let isPart = options.isPart || files.contains { $0.line != nil }
    let outputs = RunOutputs(reports: self.reports)
    if let problem = outputs.problem(beside: files.map(\.name), which: "is run") {
      StandardStream.error.write("homescreen: \(line: problem)\n")
      return .usage
    }
    let reports: RunReports
    var problem = ExitCode.usage
    do {
      reports = try RunReports(
        self.reports, addsGitHub: choosesReports, location: files.first?.location ?? .folder("."), options: options)
      // Opened late, so that a misspelt format empties no file.
      problem = .lostOutput
      try reports.open()
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return problem
    }
    // A line of progress would be drawn into the person's input.
    if !opensREPL { reports.showProgress() }
    options.steps = steps ?? (self.reports.contains { $0.format == RunFormats.page } ? .failed : .none)
    var supervisor = ScenarioSupervisor(options: options)
    if opensREPL {
      supervisor.onFailure.inspect = {
        reports.pause()
        return FailureREPL.open($0)
      }
    }
    var hasRun = false
    var repaired: ScenarioResult?
    let isAlone =
      options.snapshots != .update && options.filters.count == 1 && !onlyLastFailures && options.lastFailures == nil
    var code = supervisor.run(
      files,
      pause: reports.pause,
      emit: { event in
        reports.add(event)
        if case .scenarioFinished(let result) = event {
          hasRun = true
          if isAlone, failures?.isRepaired(by: result) == true { repaired = result }
        }
        failures?.add(event, isPart: isPart)
      })
    if self.files == nil, !options.isListing { keep(failures) }
    code = reports.finish(code)
    if let repaired, failures?.includes(repaired.name, in: repaired.file) == false { Self.tellIfPassing(repaired) }
    explainIfNothingRan(code, hasRun)
    return code
  }

  private func explainIfNothingRan(_ code: ExitCode, _ hasRun: Bool) {
    let isHidden = code == .scriptError && !hasRun && options.isFiltered && !options.isListing
    Self.tellIfNothingRan(
      isHidden ? .nothingMatched : code, isFiltered: options.isFiltered || options.isPart,
      by: busted?.choosesScenarios == true ? BustedSettings.fileName : nil)
  }

  /// Writes that all files are in other parts of the run.
  private func noteEmptyPart(of files: [ScenarioFile]) {
    guard let shard = options.shard, !files.isEmpty, !files.contains(where: { shard.includes($0.name) }) else { return }
    let count = files.count == 1 ? "the only file is in another part" : "all \(files.count) files are in other parts"
    StandardStream.error.write("note: part \(shard) has nothing to run: \(count)\n")
  }

  /// Writes that a scenario failed when more of its file ran, and how to find the reason.
  private static func tellIfPassing(_ result: ScenarioResult) {
    StandardStream.error.write(
      """
      note: “\(line: result.name.joined(separator: " "))” failed before, with more of its file, and passes now. If you have \
      changed nothing since, it depends on other scenarios: homescreen run \(ShellWord.path(result.file)) --isolate it

      """)
  }

  /// Writes a message if the exit code says that nothing ran.
  static func tellIfNothingRan(_ code: ExitCode, isFiltered: Bool = true, by file: String? = nil) {
    guard code == .nothingMatched else { return }
    let reason =
      isFiltered
      ? "no scenario matched; --list shows names and #tags, --filter is plain text or a /pattern/"
      : "there is no scenario; a script has it(\"NAME\", function() … end), and a folder is searched for scripts"
    let other = file.map { "; \($0) chooses scenarios, too" } ?? ""
    StandardStream.error.write("homescreen: nothing ran: \(reason)\(other)\n")
  }

  /// Stores the failures for `--last-failed`. If that is not possible, the run does not fail.
  private func keep(_ failures: LastFailures?) {
    do {
      try CurrentMachine.aside { try failures?.save() }
    } catch {
      StandardStream.error.write("note: could not save what failed for --last-failed: \(error)\n")
    }
  }
}

/// The REPL in the state of a failed scenario.
enum FailureREPL {
  /// Whether a person can use the REPL.
  static var isPossible: Bool { StandardInput.isTyped }

  /// Lets a person look around until they leave.
  /// - Returns: whether the run continues: false after `:quit`.
  static func open(_ failed: FailedScenario) -> Bool {
    let errors = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    var goesOn = true
    failed.inspect {
      let session = failed.session
      var running: REPL?
      let completer = Completer(begun: { running?.begunText ?? "" }, session: { session })
      let source = StandardInput.open(
        promptStyles: [.bold], completer: completer.answer(line:cursor:),
        wasInterrupted: { Interrupt.wasRequested })
      errors("“\(line: failed.name)” has failed:")
      ErrorText.lines(failed.error, in: session).forEach(errors)
      let names = session.localNames.filter { $0 != "_ENV" }
      if !names.isEmpty { errors("its variables: \(line: names.joined(separator: ", "))") }
      errors("Ctrl-D continues the run, :quit ends it.")
      do {
        let repl = try REPL(
          inspecting: session, source: source, output: { StandardStream.output.write("\($0)\n") }, errors: errors)
        running = repl
        _ = repl.run()
        goesOn = !repl.wasQuit
        if let editor = source as? LineEditor { try editor.saveHistory() }
      } catch {
        errors("\(line: "\(error)")")
      }
    }
    return goesOn
  }
}
