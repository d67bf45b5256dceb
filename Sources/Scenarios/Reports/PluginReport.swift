public import HomeScreenReports
public import LuaAPI
internal import LuaEngine

/// Hands the events of a run to a plugin's reporter, in a session that it shares with no script.
public final class PluginReport: EventReport {
  private let session: Session
  private let reporter: PluginReporter
  private let write: (String) -> Void
  private let fallBack: any EventReport
  private let onFailure: (PluginProblem) -> Void
  /// Seconds of processor time that the reporter may take for an event.
  private let limit: Double
  /// The reporter has failed: the rest goes to the terminal's report.
  public private(set) var hasFailed = false

  /// Loads the plugins and takes the reporter of this name.
  /// - Parameters:
  ///   - write: gets each line, without its end.
  ///   - fallBack: shows what is left when the reporter fails.
  ///   - onFailure: hears of that, once.
  /// - Throws: ``UnknownFormat``.
  public init(
    _ name: String, settings: ProjectSettings?, options: RunOptions, write: @escaping (String) -> Void,
    fallBack: any EventReport, onFailure: @escaping (PluginProblem) -> Void
  ) throws {
    limit = options.watchdog
    let session = try Session(at: .folder("."), options: options.lua)
    session.files.access = .reading
    self.session = session
    Watchdog.note("the reporter \(TerminalText.visible(name, isOneLine: true))")
    // The files of the run tell what is wrong with a plugin; here it would be told twice.
    Watchdog.limiting(options.watchdog) {
      session.load(settings, plugins: options.plugins, reservedReporters: RunFormats.names, report: { _ in })
    }
    guard let reporter = session.plugins?.reporter(name) else {
      let others = session.plugins?.reporterNames ?? []
      let note =
        settings?.withheld.isEmpty == false
        ? " (the project's plugins did not run, because the checkout is not trusted: homescreen trust)"
        : others.isEmpty ? " (plugins can add more)" : ""
      throw UnknownFormat(name, known: RunFormats.names + others, note: note)
    }
    self.reporter = reporter
    self.write = write
    self.fallBack = fallBack
    self.onFailure = onFailure
    session.output = write
  }

  /// Hands the event to the plugin, or, once that has failed, to the format that stands in for it.
  public func add(_ event: RunEvent) {
    guard !hasFailed else { return fallBack.add(event) }
    session.arm(takesBackInterrupt: true)
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

extension EventRecord {
  /// The record as a Lua table.
  fileprivate var table: LuaTable {
    LuaTable(
      fields: fields.map { name, value in
        let value: LuaValue =
          switch value {
          case .text(let text): .string(text)
          case .integer(let number): .integer(Int64(number))
          case .texts(let texts): .table(LuaTable(array: texts.map { .string($0) }))
          case .integers(let numbers): .table(LuaTable(array: numbers.map { .integer(Int64($0)) }))
          case .records(let records): .table(LuaTable(array: records.map { .table($0.table) }))
          case .record(let record): .table(record.table)
          }
        return (.string(name), value)
      })
  }
}
