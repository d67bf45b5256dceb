public import LuaAPI
import LuaEngine

/// Hands the events of a run to a plugin's reporter, in a session that it shares with no script.
public final class PluginReport {
  private let session: Session
  private let reporter: PluginReporter
  private let write: (String) -> Void
  private let fallBack: TerminalReport
  private let onFailure: (PluginProblem) -> Void
  /// Seconds of real time that the reporter may take for an event.
  private let limit: Double
  /// The reporter has failed: the rest goes to the terminal's report.
  public private(set) var hasFailed = false

  /// Loads the plugins and takes the reporter of this name.
  /// - Parameters:
  ///   - write: gets each line, without its end.
  ///   - fallBack: shows what is left when the reporter fails.
  ///   - onFailure: hears of that, once.
  /// - Throws: ``UnknownReporter``.
  public init(
    _ name: String, settings: ProjectSettings?, options: RunOptions, write: @escaping (String) -> Void,
    fallBack: TerminalReport, onFailure: @escaping (PluginProblem) -> Void
  ) throws {
    limit = options.watchdog
    let session = try Session(at: .folder("."), options: options.lua)
    self.session = session
    Watchdog.note("the reporter \(name)")
    // The files of the run tell what is wrong with a plugin; here it would be told twice.
    Watchdog.limiting(options.watchdog) {
      session.load(settings, plugins: options.plugins, reservedReporters: ReportFormat.allNames, report: { _ in })
    }
    guard let reporter = session.plugins?.reporter(name) else {
      throw UnknownReporter(name: name, others: session.plugins?.reporterNames ?? [])
    }
    self.reporter = reporter
    self.write = write
    self.fallBack = fallBack
    self.onFailure = onFailure
    session.output = write
  }

  public func add(_ event: RunEvent) {
    guard !hasFailed else { return fallBack.add(event) }
    session.arm()
    do {
      try Watchdog.limiting(limit) { () throws(PluginProblem) in
        try reporter.add(EventRecord(event).table, write: write)
      }
    } catch {
      hasFailed = true
      onFailure(error)
      fallBack.add(event)
    }
  }
}
