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

/// The reports of one run's events from any source, with their outputs.
final class RunReports {
  private let outputs: [ReportOutput]
  private var reports: [any EventReport] = []
  private var reporterFailed = false
  private var progress = RunProgress()
  private var status: StatusLine?

  /// - Parameters:
  ///   - requests: formats of homescreen, or reporters of plugins.
  ///   - addsGitHub: whether to add annotations and a job summary under GitHub Actions.
  ///   - location: the location with the settings that name the plugins.
  /// - Throws: `UserError`.
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
  func open() throws(LostReport) { for output in outputs { try output.open() } }

  /// Shows the progress of the run from now on, if a person can see it.
  func showProgress() { status = StatusLine() }

  func add(_ event: RunEvent) {
    for report in reports { report.add(event) }
    if status != nil { progress.add(event) }
  }

  /// Writes buffered lines while no event is pending.
  func pause() {
    for output in outputs { output.flush() }
    status?.draw(progress.text)
  }

  /// Writes the rest, and reports each lost file.
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

/// The GitHub Actions variables of a job.
private struct Actions {
  /// Returns nil outside GitHub Actions.
  init?() { guard ProcessEnvironment.value("GITHUB_ACTIONS") == "true" else { return nil } }

  /// Opens the summary of the job, which each step appends to. It was not requested, so a failure is only reported.
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

/// The files that a command writes, checked before any of them is emptied: all are different, and none is an input.
struct RunOutputs {
  private var targets: [(option: String, file: String)] = []

  /// - Parameter others: options that name a file each.
  init(reports: [ReportRequest], others: [(option: String, file: String?)] = []) {
    for report in reports { add("--format \(report.format)", report.file) }
    for (option, file) in others { add(option, file) }
  }

  private mutating func add(_ option: String, _ file: String?) {
    if let file { targets.append((option, file)) }
  }

  /// Returns the problem if a report would overwrite an input or another report; nil if there is none.
  /// - Parameter inputs: the paths of files that must not change.
  /// - Parameter fate: how the inputs are used, as a predicate, such as `is read`.
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

  /// The identity of a file on the disk; for a missing file, the identity of its folder, and its name.
  private struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let name: String

    /// Returns nil if the identity is unknown, and for pipes and terminals, which may have several writers.
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

/// The documents of a command's result: those for standard output are written at once, files at the end, after all
/// documents are rendered.
struct Documents<Formats: ReportFormats> {
  private struct Document {
    let file: String?
    let make: Formats.Make
    /// The contents; nil if nothing was added yet.
    var content: [UInt8]?
  }

  private var documents: [Document]

  init(_ requests: [ReportRequest]) {
    documents = requests.compactMap { request in
      Formats.named(request.format).map { Document(file: request.file, make: $0.make) }
    }
  }

  /// Renders one result in every requested format, without writing it.
  func render(_ render: (Formats.Make) throws -> OutputText) rethrows -> [OutputText] {
    try documents.map { try render($0.make) }
  }

  /// Adds the results of ``render(_:)``.
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

  /// Writes the files, and reports each failure. If there is nothing to write, because no input could be read or
  /// rendered, the files stay unchanged.
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

  /// Writes one result, and returns the exit code: `code`, unless a file was lost.
  func write(_ code: ExitCode = .success, _ render: (Formats.Make) throws -> OutputText) rethrows -> ExitCode {
    var all = self
    all.add(try all.render(render))
    let lost = all.finish()
    return lost == .success ? code : lost
  }
}
