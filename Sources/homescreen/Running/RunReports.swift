import Console
import Events
import HomeScreenReports
import Lint
import LuaAPI
import Platform
import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reports over the events of one run, wherever these come from, and where the lines of each go.
final class RunReports {
  private let outputs: [ReportOutput]
  private var reports: [any EventReport] = []
  private var reporterFailed = false
  private var progress = RunProgress()
  private var status: StatusLine?

  /// - Parameters:
  ///   - requests: in homescreen's own formats, or in those of plugins' reporters.
  ///   - addsGitHub: under GitHub Actions there are annotations and a summary of the job, too.
  ///   - location: whose settings name the plugins.
  /// - Throws: `UnknownFormat`.
  init(_ requests: [ReportRequest], addsGitHub: Bool, location: ScriptLocation, options: RunOptions) throws {
    let actions = Actions()
    var outputs: [ReportOutput] = []
    var fail: () -> Void = {}
    for request in requests {
      let output = ReportOutput(request)
      outputs.append(output)
      let write = { (line: OutputText) -> Void in output.write(line) }
      if let own = RunFormats.named(request.format) {
        reports.append(own.make(Self.surroundings, write))
      } else {
        reports.append(
          try Self.plugin(request.format, location, options, write: { write(.forPrograms($0)) }, onFailure: { fail() }))
      }
    }
    if addsGitHub, let actions, let first = outputs.first {
      reports.append(
        GitHubReport(Self.surroundings, isAnnotationsOnly: true) { first.write(.forPrograms($0, as: .commands)) })
      if let summary = actions.openSummary() {
        outputs.append(summary)
        reports.append(MarkdownReport { summary.write(.forPrograms($0)) })
      }
    }
    self.outputs = outputs
    fail = { [unowned self] in self.reporterFailed = true }
  }

  private static func plugin(
    _ format: String, _ location: ScriptLocation, _ options: RunOptions, write: @escaping (String) -> Void,
    onFailure: @escaping () -> Void
  ) throws -> any EventReport {
    let complain = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    let fail = { (problem: PluginProblem) -> Void in
      onFailure()
      ErrorText.lines(problem).forEach(complain)
    }
    return try PluginReport(
      format, settings: ProjectFinder(trust: options.trust, rules: Rules.descriptions).settings(for: location),
      options: options, write: write,
      fallBack: TerminalReport(write: complain), onFailure: fail)
  }

  private static var surroundings: ReportSurroundings {
    ReportSurroundings(
      workingFolder: ProcessEnvironment.workingFolder, checkout: ProcessEnvironment.value("GITHUB_WORKSPACE"))
  }

  /// Opens the files.
  func open() throws(LostReport) {
    for output in outputs { try output.open() }
  }

  /// Draws from now on how far the run is, where a person looks on.
  func showProgress() { status = StatusLine() }

  /// Takes the next event.
  func add(_ event: RunEvent) {
    for report in reports { report.add(event) }
    if status != nil { progress.add(event) }
  }

  /// No event waits: what was kept is written.
  func pause() {
    for output in outputs { output.flush() }
    status?.draw(progress.text)
  }

  /// Writes the rest, and says of each file that was lost why.
  /// - Returns: the exit code, which is `code` unless a report failed.
  func finish(_ code: ExitCode) -> ExitCode {
    var code = code
    status?.wipe()
    for output in outputs {
      do {
        try output.finish()
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = .lostOutput
      }
    }
    return reporterFailed && code != .lostOutput ? max(code, .scriptError) : code
  }
}

/// What GitHub Actions tells the processes of a job.
private struct Actions {
  /// Nil anywhere else.
  init?() {
    guard ProcessEnvironment.value("GITHUB_ACTIONS") == "true" else { return nil }
  }

  /// The summary of the job, which each step adds to. Nobody asked for it, so where it cannot be written that is said and
  /// nothing more.
  func openSummary() -> ReportOutput? {
    guard let path = ProcessEnvironment.value("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return nil }
    let output = ReportOutput(ReportRequest("markdown", file: path), appends: true)
    do {
      try output.open()
      return output
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      return nil
    }
  }
}

/// What `--coverage` asks for.
struct CoverageRequest {
  /// Stands for `--coverage` without a file.
  static let shown = "-"

  /// Files, and ``shown``.
  var targets: [String] = []

  var isWanted: Bool { !targets.isEmpty }

  /// Shows and writes what was exercised.
  /// - Parameters:
  ///   - code: how the run ended.
  ///   - requests: the reports of the run.
  /// - Returns: how the run ends: with `code`, unless a file is lost.
  func end(_ code: ExitCode, _ totals: CoverageTotals, beside requests: [ReportRequest]) -> ExitCode {
    var code = code
    // Standard output may have a report for programs.
    let hasReport = requests.contains { $0.file == nil && $0.format != RunFormats.all[0].name }
    for target in targets {
      if target == Self.shown {
        let stream: StandardStream = hasReport ? .error : .output
        for line in totals.text { stream.write("\(line)\n") }
        continue
      }
      do {
        try ReportFile.write(target.hasSuffix(".info") ? totals.lcov : totals.json, to: target)
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = .lostOutput
      }
    }
    return code
  }
}

/// The files that a command writes, checked before any of them is emptied: no two of them are one, and none is an input.
struct RunOutputs {
  /// How it was asked for, and where it goes.
  private var targets: [(option: String, file: String)] = []

  init(reports: [ReportRequest], coverage: CoverageRequest) {
    let coverage = coverage.targets.filter { $0 != CoverageRequest.shown }
    self.init(reports: reports, others: coverage.map { ("--coverage", $0) })
  }

  /// - Parameter others: options that name a file each.
  init(reports: [ReportRequest], others: [(option: String, file: String?)]) {
    for report in reports { add("--format \(report.format)", report.file) }
    for (option, file) in others { add(option, file) }
  }

  private mutating func add(_ option: String, _ file: String?) {
    if let file { targets.append((option, file)) }
  }

  /// What is wrong with them; nil when nothing is.
  /// - Parameters:
  ///   - inputs: the paths of what must stay.
  ///   - fate: what is done with an input.
  func problem(beside inputs: [String], which fate: String) -> String? {
    var seen: [Identity: String] = [:]
    for (option, file) in targets {
      guard let identity = Identity(file) else { continue }
      if let other = seen.updateValue(option, forKey: identity) {
        return "\(other) and \(option) would both write \(file)"
      }
    }
    for input in inputs {
      guard let option = Identity(input).flatMap({ seen[$0] }) else { continue }
      return "\(option) would overwrite \(input), which \(fate)"
    }
    return nil
  }

  /// A file by its place on the disk, or, where there is none yet, by that of its folder and its name.
  private struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let name: String

    /// nil where it cannot be told, and for what may be written by several, as pipes and terminals.
    init?(_ path: String) {
      var status = stat()
      if stat(path, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        name = ""
      } else {
        var end = path.utf8.endIndex
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { end = slash } else { end = path.startIndex }
        let folder = String(path[..<end])
        guard stat(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder, &status) == 0 else { return nil }
        name = String(path[end...].drop { $0 == "/" })
      }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }
}

/// The documents that a command tells its result with: what goes to standard output at once, each file whole
/// at the end, after all of them are drawn.
struct Documents<Formats: ReportFormats> {
  private struct Document {
    let file: String?
    let make: Formats.Make
    /// nil: nothing was written yet.
    var content: [UInt8]?
  }

  private var documents: [Document]

  init(_ requests: [ReportRequest]) {
    documents = requests.compactMap { request in
      Formats.named(request.format).map { Document(file: request.file, make: $0.make) }
    }
  }

  /// One result in every form that was asked for, written nowhere yet.
  func render(_ render: (Formats.Make) throws -> OutputText) rethrows -> [OutputText] {
    try documents.map { try render($0.make) }
  }

  /// Adds what ``render(_:)`` gave.
  mutating func add(_ texts: [OutputText]) {
    for (index, text) in texts.enumerated() {
      if documents[index].file == nil {
        let terminal = Terminal(.output)
        guard terminal.isTerminal, case .forPeople(let lines) = text else {
          StandardStream.output.write(text)
          continue
        }
        StandardStream.output.write(lines.wrapped(to: terminal.columns))
      } else {
        documents[index].content = (documents[index].content ?? []) + text.fileContent
      }
    }
  }

  /// Writes the files, and says of each that cannot be written why. If there is nothing to write, because no input could
  /// be read or drawn, the files stay as they are.
  func finish() -> ExitCode {
    var code = ExitCode.success
    for document in documents {
      guard let file = document.file, let content = document.content else { continue }
      do {
        try ReportFile.write(content, to: file)
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = .lostOutput
      }
    }
    return code
  }

  /// Tells one result, and gives the exit code: `code`, unless a file was lost.
  func tell(_ code: ExitCode = .success, _ render: (Formats.Make) throws -> OutputText) rethrows -> ExitCode {
    var all = self
    all.add(try all.render(render))
    let lost = all.finish()
    return lost == .success ? code : lost
  }
}
