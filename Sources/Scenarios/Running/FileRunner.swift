internal import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import LuaEngine

/// Runs one script in a state of its own.
final class FileRunner {
  private let file: ScenarioFile
  private let options: RunOptions
  private let projects: ProjectFinder
  private let emit: (RunEvent) -> Void
  private let collector = SpecCollector()
  private var counts = RunCounts()
  private var hash = TraceDigest()
  private var source: SourceLines?
  /// Set by Ctrl-C: nothing more is run.
  private(set) var isInterrupted = false

  init(file: ScenarioFile, options: RunOptions, projects: ProjectFinder, emit: @escaping (RunEvent) -> Void) {
    self.file = file
    self.options = options
    self.projects = projects
    self.emit = emit
  }

  /// Runs the file and tells everything by events.
  func run() {
    emit(.fileStarted(file: file.name))
    note()
    Watchdog.arm(seconds: options.watchdog)
    defer { Watchdog.disarm() }
    do {
      let text = try file.read()
      source = SourceLines(file: file.name, text: text)
      let session = try Session(at: file.location, options: options.lua)
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
    // Closing the state belongs to the file: a fault in it is the file's.
    collector.close()
    emit(.fileFinished(file: file.name, counts: counts, traceHash: hash.description))
  }

  private func run(_ text: [UInt8], in session: Session) throws {
    session.packages.defaultApp = options.defaultApp
    session.packages.defaultAppOptions = options.defaultAppOptions
    session.devices.defaults = options.device
    session.files.writableFolders = options.writableFolders
    session.surroundings = options.surroundings
    session.surroundings.scriptName = file.name
    session.output = { [file, emit] in emit(.output(file: file.name, text: Self.cut($0))) }
    session.onNote = { [file, emit] in emit(.note(file: file.name, text: $0)) }
    collector.install(in: session)
    session.load(
      projects.settings(for: file.location), plugins: options.plugins, reservedReporters: RunFormats.names
    ) { [emit] in emit(.pluginFailed(plugin: $0.plugin, problem: Problem($0))) }
    try session.lua.call(session.lua.load(text, chunkName: "@\(file.name)"))
    session.deliverWaitingEvents()
    hash.combine(session.devices.takeTraceHash())
    for (names, error) in collector.blockErrors {
      var problem = Problem(error, source: source)
      problem.message = "in describe \"\(names.joined(separator: " "))\": \(problem.message)"
      failFile(problem)
    }
    collector.isRunning = true
    run(collector.root, in: session)
  }

  /// What is kept of one printed text, in bytes: a report stays readable, and what reads it stays small.
  static let maximumOutputLength = 4 << 20

  private static func cut(_ text: String) -> String {
    let excess = text.utf8.count - maximumOutputLength
    guard excess > 0 else { return text }
    return String(decoding: text.utf8.prefix(maximumOutputLength), as: UTF8.self) + "… (\(excess) more bytes)"
  }

  /// Tells the watchdog what of the file runs now.
  private func note(_ part: String? = nil) {
    Watchdog.note(TerminalText.visible(part.map { "\(file.name): \($0)" } ?? file.name, isOneLine: true))
  }

  private func failFile(_ problem: Problem) {
    noteInterrupt(problem)
    emit(.fileFailed(file: file.name, problem: problem))
  }

  private func noteInterrupt(_ problem: Problem) {
    if problem.code == LuaError.Stop.interrupt.rawValue { isInterrupted = true }
  }

  // MARK: Blocks and scenarios

  private func includes(_ spec: Spec, in block: SpecBlock) -> Bool {
    options.includes((block.names + [spec.name]).joined(separator: " "))
  }

  private func hasIncluded(_ block: SpecBlock) -> Bool {
    block.items.contains { item in
      switch item {
      case .block(let inner): hasIncluded(inner)
      case .spec(let index): includes(collector.specs[index], in: block)
      }
    }
  }

  private func run(_ block: SpecBlock, in session: Session) {
    guard hasIncluded(block) else { return }
    var setupError: LuaError?
    if !block.setups.isEmpty { note(Self.name("setup", of: block)) }
    for hook in block.setups where setupError == nil { setupError = call(hook, in: session) }
    for item in block.items where !isInterrupted {
      switch item {
      case .block(let inner): run(inner, in: session)
      case .spec(let index):
        let spec = collector.specs[index]
        if includes(spec, in: block) { run(spec, in: block, session, setupError: setupError) }
      }
    }
    if !block.teardowns.isEmpty { note(Self.name("teardown", of: block)) }
    for hook in block.teardowns where !isInterrupted {
      if let error = call(hook, in: session) {
        var problem = Problem(error, source: source, in: session)
        problem.message = "in \(Self.name("teardown", of: block)): \(problem.message)"
        failFile(problem)
      }
    }
  }

  private static func name(_ hook: String, of block: SpecBlock) -> String {
    "\(hook) of \"\(block.names.joined(separator: " "))\""
  }

  private func run(_ spec: Spec, in block: SpecBlock, _ session: Session, setupError: LuaError?) {
    guard let body = spec.body else {
      finish(spec, in: block, session, .pending, nil)
      return
    }
    hash.combine(session.devices.takeTraceHash())
    collector.finalizers = []
    note((block.names + [spec.name]).joined(separator: " › "))
    let blocks = block.chain
    var error = setupError
    for hook in blocks.reversed().flatMap(\.beforeEach) where error == nil { error = call(hook, in: session) }
    if error == nil { error = callBody(body, in: session) }
    error = error ?? runFinalizers(in: session)
    for hook in blocks.flatMap(\.afterEach) {
      let late = call(hook, in: session)
      error = error ?? late
    }
    error = error ?? runFinalizers(in: session)
    session.deliverWaitingEvents()
    guard let error else { return finish(spec, in: block, session, .passed, nil) }
    if error.code == "pending" {
      return finish(spec, in: block, session, .pending, Problem(code: "pending", message: error.message))
    }
    let problem = Problem(error, source: source, in: session)
    noteInterrupt(problem)
    finish(spec, in: block, session, error.code == "assertion" ? .failed : .error, problem)
  }

  /// Runs what `finally` asked for, also what was asked for meanwhile; gives the first error.
  private func runFinalizers(in session: Session) -> LuaError? {
    var first: LuaError?
    var count = 0
    while !collector.finalizers.isEmpty, count < Self.maximumFinalizers {
      let error = call(collector.finalizers.removeFirst(), in: session)
      first = first ?? error
      count += 1
    }
    return first
  }

  /// A `finally` that asks for itself again ends here.
  private static let maximumFinalizers = 10_000

  private func call(_ function: LuaReference, in session: Session) -> LuaError? {
    if let stopped = begin(in: session) { return stopped }
    do {
      try session.lua.call(function)
      return nil
    } catch {
      return error
    }
  }

  private func callBody(_ number: Int64, in session: Session) -> LuaError? {
    if let stopped = begin(in: session) { return stopped }
    do {
      try collector.run(number)
      return nil
    } catch {
      return error
    }
  }

  /// Gives what runs next its budget and its time.
  private func begin(in session: Session) -> LuaError? {
    // A Ctrl-C between two pieces ends the run, and the next one does not start.
    if Interrupt.wasRequested { return LuaError(kind: .stopped, message: "stopped by Ctrl-C", stop: .interrupt) }
    session.arm()
    Watchdog.arm(seconds: options.watchdog)
    return nil
  }

  private func finish(
    _ spec: Spec, in block: SpecBlock, _ session: Session, _ status: ScenarioResult.Status, _ problem: Problem?
  ) {
    let digest = session.devices.takeTraceHash()
    hash.combine(digest)
    counts.count(status)
    emit(
      .scenarioFinished(
        ScenarioResult(
          file: file.name, name: block.names + [spec.name], line: spec.line, status: status, problem: problem,
          traceHash: digest.description)))
  }
}
