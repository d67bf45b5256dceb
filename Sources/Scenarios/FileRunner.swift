internal import AppPackages
package import Events
import HomeScreenSimulator
package import LuaAPI
package import LuaEngine
internal import Platform
import PropertyLists

/// Runs one script in a new Lua state, and reports it as events.
final class FileRunner {
  private let file: ScenarioFile
  private let options: RunOptions
  private let projects: ProjectFinder
  private let emit: (RunEvent) -> Void
  private var counts = RunCounts()
  private var hash = TraceDigest()
  private var source: SourceLines?
  private var start = ContinuousClock.now
  private var definitions: SpecDefinitions?
  private var hasPrinted = false
  private var counter = ScenarioCounter()
  var onFailure = FailureHooks()
  /// Called after each scenario.
  var observer: ((IsolationCheck.Ran) -> Void)?
  /// Called for each fact with a scenario in the file, selected or not.
  var onFact: ((FactScenario) -> Void)?
  /// Whether Ctrl-C was pressed; then nothing more runs.
  private(set) var isInterrupted = false
  /// Whether a failure ends the run, because of an option, or because the person who inspected it ended the run.
  private(set) var hasFailed = false

  init(file: ScenarioFile, options: RunOptions, projects: ProjectFinder, emit: @escaping (RunEvent) -> Void) {
    self.file = file
    var options = options
    options.line = file.line
    (self.options, self.projects, self.emit) = (options, projects, emit)
  }

  /// Runs the file and reports all of it as events.
  func run() {
    emit(.fileStarted(file: file.name, position: file.position, worker: options.worker))
    note()
    Watchdog.arm(seconds: options.watchdog)
    defer { Watchdog.disarm() }
    do {
      let text = try file.read()
      source = SourceLines(file: file.name, text: text)
      let session = try Session(at: file.location, options: options.lua, services: options.services)
      do {
        try run(text, in: session)
      } catch let error as LuaError {
        failFile(Problem(error, source: source, in: session))
      }
    } catch let error as LuaError {
      failFile(Problem(error, source: source))
    } catch {
      failFile(Problem(.unreadableScript, message: "\(error)"))
    }
    let orderIsByChance = options.shuffleSeed != nil || definitions?.isRandomized == true
    // Closing the state belongs to the file, so a crash in it is the file's.
    definitions?.close()
    definitions = nil
    if options.isolation == .it { runAlone(orderIsByChance: orderIsByChance) }
    emit(.fileFinished(file: file.name, counts: counts, traceHash: hash.description))
  }

  private func run(_ text: [UInt8], in session: Session) throws {
    session.packages.defaultApp = options.defaultApp
    session.packages.defaultAppOptions = options.defaultAppOptions
    session.devices.defaults = options.device
    session.matrixChoice = options.matrix
    if options.steps != .none { session.devices.recordSteps(session.services, isHidden: ErrorAdvice.isHidden) }
    session.files.readableFolders = options.readableFolders
    session.files.writableFolders = options.writableFolders
    session.snapshots.script = ScenarioFinder.split(file.name).name
    session.snapshots.mode = options.snapshots
    session.surroundings = options.surroundings
    session.surroundings.scriptName = file.name
    session.output = { [unowned self] in
      hasPrinted = true
      emit(.output(file: file.name, text: Self.cut($0)))
    }
    session.onNote = { [unowned self] in emit(.note(file: file.name, text: $0)) }
    let definitions = SpecDefinitions(
      in: session, selection: Selection(options, file: file.name), isLazy: options.setupIsLazy,
      seed: options.shuffleSeed ?? options.lua.seed)
    self.definitions = definitions
    definitions.onFact = { [unowned self] in onFact?($0) }
    session.load(
      projects.settings(for: file.location), plugins: options.plugins
    ) { [emit] in emit(.pluginFailed(plugin: $0.plugin, problem: Problem($0))) }
    let app = options.defaultApp.map { PlayRequest.App.path($0, options.defaultAppOptions) }
    var request = PlayRequest(app: app ?? .usual(options.defaultAppOptions))
    request.isOfScript = true
    session.prepareOnUse(request) {
      [unowned session, unowned definitions] in
      // A scenario, and a script that makes devices, names its app.
      guard definitions.isEmpty, session.devices.areNone, case .block = definitions.phase else { return false }
      return true
    }
    refillPlainScript(in: session, definitions)
    if let helper = options.helper { try run(helper: helper, in: session) }
    let runner = SpecRunner(
      session, options: options, definitions: definitions,
      willRun: { [unowned self] in note($0) },
      willBegin: { [unowned self] in
        hash.combine(session.devices.takeTraceHash())
        session.devices.recorder?.begin()
        start = .now
      },
      report: { [unowned self] in finish($0, in: session) },
      note: { [unowned self] in emit(.note(file: file.name, text: $0)) })
    runner.onFailure = onFailure
    if onFailure.inspect != nil { session.lua.watchLocals() }
    defer {
      session.flushOutput()
      finishSnapshots(of: session, isInterrupted: runner.hasEnded)
      isInterrupted = isInterrupted || runner.isInterrupted
      hasFailed = hasFailed || runner.wasEnded
      hash.combine(session.devices.takeTraceHash())
    }
    isBroken = true
    try runCells(text, runner)
    isBroken = definitions.isExhausted || hasBrokenBlock
    if definitions.isEmpty, !file.isSpec, !options.isFiltered, !options.isListing, ScenarioWords.isPlainCode(text) {
      counts.scripts = 1
    }
    if definitions.isEmpty, !hasPrinted, !lacksCells {
      emit(.note(file: file.name, text: "the file has no scenarios and printed nothing"))
    }
  }

  /// Runs the file in each cell of the settings' matrix. A file that calls `matrix`, and a plain script, run once.
  private func runCells(_ text: [UInt8], _ runner: SpecRunner) throws {
    let session = runner.session
    let devices = session.settings?.devices ?? []
    var cells = [MatrixChoice()]
    if devices.count > 1, !ScenarioWords.isPlainCode(text),
      !String(decoding: text, as: UTF8.self).contains(/\bmatrix\s*[({]/)
    {
      cells = devices.filter { options.matrix.includes(model: $0.model, os: $0.os) }
      lacksCells = cells.isEmpty
      options.matrix.remark(keeping: cells.count, of: devices.count).map(session.note)
    }
    for cell in cells where !runner.hasEnded {
      session.devices.defaults.model = cell.model ?? options.device.model
      session.devices.defaults.os = cell.os ?? options.device.os
      try runner.run(file: session.lua.load(text, chunkName: "@\(file.name)"), cell: cell.text.nonEmpty)
    }
  }

  /// Gives a plain script its full budget again with each device, up to the maximum: one script replaces many scenarios.
  private func refillPlainScript(in session: Session, _ definitions: SpecDefinitions) {
    var given = session.lua.options.budget
    var rest = session.lua.options.mostBudget
    session.devices.onDevice = { [unowned session, unowned definitions] in
      guard definitions.isEmpty, !session.code.isRunning, case .block = definitions.phase else { return }
      rest -= max(0, given - session.lua.remainingBudget)
      given = max(0, min(session.lua.options.budget, rest))
      session.lua.setBudget(given)
    }
  }

  /// Runs the script that prepares each file. It sees `_G`, as modules do.
  private func run(helper path: String, in session: Session) throws {
    let (folder, name) = ScenarioFinder.split(path)
    let text = try FolderTree(folder).read(name)
    session.arm()
    try session.lua.call(session.lua.load(text, chunkName: "@\(path)"))
  }

  /// The full names of scenarios that did not pass: their snapshots are unknown.
  private var unfinished: Set<ExactText> = []
  /// Whether a hook or the body of a block failed, so that the snapshots of its scenarios are unknown.
  private var hasBrokenBlock = false
  /// Whether the command line excludes all cells of the settings' matrix.
  private var lacksCells = false
  /// Whether the file's own code failed, so that the rest of its snapshots is unknown.
  private var isBroken = false

  private func finishSnapshots(of session: Session, isInterrupted: Bool) {
    guard !options.isListing else { return }
    let report = session.snapshots.finish(
      isComplete: !options.isFiltered && !options.isPart && !isInterrupted && !isBroken,
      unfinished: unfinished.sortedTexts)
    guard !report.isEmpty else { return }
    func note(_ names: [String], _ what: String) {
      guard !names.isEmpty else { return }
      emit(
        .note(
          file: file.name,
          text: "\(names.count == 1 ? "a snapshot" : "\(names.count) snapshots") \(what) \(report.file)"))
    }
    if report.problem == nil {
      note(report.written, "written to")
      note(report.updated, "updated in")
      note(report.removed, "no longer used and removed from")
    }
    let unused = report.unused.map { "“\($0)”" }.joined(separator: ", ")
    if let problem = report.problem {
      failFile(Problem(.snapshot, message: problem))
    } else if options.snapshots == .check, !report.unused.isEmpty {
      failFile(
        Problem(
          .snapshot, message: "snapshots in \(report.file) are no longer used: \(unused)",
          hint: "Remove them: homescreen run --update-snapshots \(ShellWord.path(file.name))"))
    } else {
      note(report.unused, "no longer used (see --update-snapshots) in")
    }
  }

  /// The maximum size of one printed text, in bytes: reports stay readable, and their readers need little memory.
  static let maximumOutputLength = 4 << 20

  private static func cut(_ text: String) -> String {
    let excess = text.utf8.count - maximumOutputLength
    guard excess > 0 else { return text }
    return String(decoding: text.utf8.prefix(maximumOutputLength), as: UTF8.self) + "… (\(excess) more bytes)"
  }

  /// Notes the part of the file that runs now, for the watchdog.
  private func note(_ part: [String] = []) {
    let text = part.isEmpty ? "" : TerminalText.visible(part.joined(separator: " › "), isOneLine: true)
    Watchdog.note(text.isEmpty ? visibleName : "\(visibleName): \(text)")
  }

  private lazy var visibleName = TerminalText.visible(file.name, isOneLine: true)

  private func failFile(_ problem: Problem) {
    if problem.ending == .interrupt { isInterrupted = true }
    hasFailed = options.endsWithFirstFailure
    emit(.fileFailed(file: file.name, problem: problem))
  }

  // MARK: Alone

  /// The scenarios that ran, for ``Isolation/it``.
  private var ran: [IsolationCheck.Ran] = []

  /// Runs each scenario of the file alone, and reports those with a different result.
  private func runAlone(orderIsByChance: Bool) {
    guard !isInterrupted, !hasFailed, !ran.isEmpty else { return }
    let check = IsolationCheck(ran, of: file.name, orderIsByChance: orderIsByChance) {
      [file, projects, options] keys, observer in
      var options = options
      options.isolation = .file
      options.endsWithFirstFailure = false
      options.steps = .none
      options.snapshots = options.snapshots == .check ? .check : .compare
      options.only = keys
      let runner = FileRunner(file: file, options: options, projects: projects, emit: { _ in })
      runner.observer = observer
      runner.run()
      return !runner.isInterrupted
    }
    isInterrupted = !check.run(note: { [unowned self] in emit(.note(file: file.name, text: $0)) }) {
      [unowned self] result in
      var result = result
      result.problem?.sourceLine = result.line.flatMap { source?.line($0, of: file.name) }
      counts.count(result.status)
      hasFailed = options.endsWithFirstFailure
      emit(.scenarioFinished(result))
      return !hasFailed
    }
  }

  /// The number of trace events below a failure.
  private static let eventsBelowFailure = 8

  private func finish(_ outcome: SpecOutcome, in session: Session) {
    session.flushOutput()
    if options.isListing, outcome.error == nil {
      return emit(
        .scenarioListed(
          ListedScenario(file: file.name, name: outcome.name, line: outcome.line, cell: outcome.cell)))
    }
    var problem: Problem?
    if !outcome.isScenario, outcome.status == .error { hasBrokenBlock = true }
    if outcome.status != .passed { unfinished.insert(ExactText(outcome.name.joined(separator: " "))) }
    if let error = outcome.error {
      if outcome.status == .pending {
        problem = Problem(code: "pending", message: error.message)
      } else {
        var failure = Problem(error, source: source, in: session)
        failure.hint = [outcome.hint ?? failure.hint, outcome.note].compactMap(\.self).joined(separator: " ").nonEmpty
        if let step = outcome.step { failure.message += "\nin step “\(step)”" }
        failure.lastEvents = session.devices.lastEvents(Self.eventsBelowFailure)
        problem = failure
        hasFailed = options.endsWithFirstFailure
      }
    }
    let digest = session.devices.takeTraceHash()
    hash.combine(digest)
    counts.count(outcome.status)
    let elapsed = start.duration(to: .now).components
    var result = ScenarioResult(
      file: file.name, name: outcome.name, line: outcome.line, cell: outcome.cell, status: outcome.status,
      problem: problem, traceHash: digest.description,
      microseconds: Int(elapsed.seconds) * 1_000_000 + Int(elapsed.attoseconds / 1_000_000_000_000))
    result.hook = outcome.hook?.rawValue
    if let recorder = session.devices.recorder {
      if options.steps.includes(outcome.status) { result.steps = recorder.take() } else { recorder.begin() }
    }
    emit(.scenarioFinished(result))
    guard outcome.isScenario, options.isolation == .it || observer != nil else { return }
    let one = IsolationCheck.Ran(key: counter.key(outcome.name, cell: outcome.cell), result)
    if options.isolation == .it { ran.append(one) }
    observer?(one)
  }
}

extension String { fileprivate var nonEmpty: String? { isEmpty ? nil : self } }

/// The lines of a script, to show the one that failed.
package struct SourceLines: Sendable {
  let file: String
  private let lines: [Substring]

  init(file: String, text: [UInt8]) {
    self.file = file
    // By bytes: Swift makes one character of a return and a line feed.
    let bytes = String(decoding: text, as: UTF8.self).utf8
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  /// Returns the line (from 1) without its indentation; nil for a line of another file.
  func line(_ number: Int, of file: String) -> String? {
    guard ExactText.isSame(file, self.file), lines.indices.contains(number - 1) else { return nil }
    let text = lines[number - 1].drop { $0 == " " || $0 == "\t" }
    return Self.shortened(text)
  }

  private static func shortened(_ text: Substring) -> String {
    text.utf8.count > 160 && text.count > 160 ? text.prefix(160) + "…" : String(text)
  }

  /// The number of lines before and after the place in an excerpt.
  private static let linesAround = 2

  /// Returns the line after a place that declares a local with this name.
  func declaration(of name: String?, after number: Int, of file: String) -> Int? {
    guard let name, ExactText.isSame(file, self.file), lines.indices.contains(number) else { return nil }
    return lines[number...].firstIndex { line in
      let words = line.split(maxSplits: 3) { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return words.first == "local" && words.dropFirst(words.dropFirst().first == "function" ? 2 : 1).first == name[...]
    }.map { $0 + 1 }
  }

  /// Returns the line (from 1) with those around it; nil for a line of another file.
  func excerpt(around number: Int, of file: String) -> Problem.Excerpt? {
    guard ExactText.isSame(file, self.file), lines.indices.contains(number - 1) else { return nil }
    let first = max(0, number - 1 - Self.linesAround)
    let last = min(lines.count - 1, number - 1 + Self.linesAround)
    return Problem.Excerpt(firstLine: first + 1, lines: lines[first...last].map { Self.shortened($0) })
  }
}

extension Problem {
  /// Creates a problem from an error of a script.
  /// - Parameter session: knows where the app's code was at the time of the error.
  package init(_ error: LuaError, source: SourceLines? = nil, in session: Session? = nil) {
    let place = ErrorAdvice.place(of: error)
    let line = place.flatMap { source?.line($0.line, of: $0.file) }
    let later = place.flatMap {
      source?.declaration(of: ErrorAdvice.missingGlobal(in: error), after: $0.line, of: $0.file)
    }
    let explained = ErrorAdvice.explain(
      error,
      absence: later.map { "A local of line \($0) has this name: declare it above its use." }
        ?? session?.reasonForNil(in: error), line: line)
    self.init(
      code: error.stop?.ending?.rawValue ?? error.code, message: Self.shortened(explained.message),
      hint: session?.hintWithLeftOut(explained.hint, for: explained.message) ?? explained.hint,
      fact: error.failure?.fact,
      place: place?.description, sourceLine: line,
      traceback: error.traceback.filter { !ErrorAdvice.isHidden($0) })
    appStack = session?.code.appStack(of: error) ?? []
    picture = error.failure?.attachment as? Picture
    excerpt = place.flatMap { source?.excerpt(around: $0.line, of: $0.file) }
  }

  /// Creates a problem from one of a plugin or the project's settings.
  package init(_ problem: PluginProblem) { self.init(problem.error) }
}

extension LuaError.Stop {
  /// The kind of ending in reports; nil for an error of the script.
  fileprivate var ending: Problem.Ending? {
    switch self {
    case .budget: nil
    case .interrupt: .interrupt
    case .deadline: .deadline
    }
  }
}
