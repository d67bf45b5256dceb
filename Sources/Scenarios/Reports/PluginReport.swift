public import Events
public import LuaAPI
internal import LuaEngine
import Platform
import PropertyLists

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
    let session = try Session(at: .folder("."), options: options.lua, services: options.services)
    session.files.access = .reading
    self.session = session
    Watchdog.note("the reporter \(TerminalText.visible(name, isOneLine: true))")
    // The files of the run tell what is wrong with a plugin; here it would be told twice.
    Watchdog.limiting(options.watchdog) {
      session.load(settings, plugins: options.plugins, report: { _ in })
    }
    guard let reporter = session.plugins?.reporter(name) else {
      let others = session.plugins?.reporterNames ?? []
      let note =
        settings?.withheld.isEmpty == false
        ? " (the project's plugins did not run, because the checkout is not trusted: homescreen trust)"
        : others.isEmpty ? " (plugins can add more)" : ""
      throw UnknownFormat(name, known: (options.services?.formats ?? []) + others, note: note)
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
        try reporter.add(LuaValue(event.record), write: write)
      }
    } catch {
      hasFailed = true
      onFailure(error)
      fallBack.add(event)
    }
  }
}

extension LuaValue {
  /// What is written as JSON, in tables.
  fileprivate init(_ json: JSONTree) {
    switch json {
    case .text(let text): self = .string(text)
    case .number(let number): self = .integer(Int64(number))
    case .flag(let flag): self = .boolean(flag)
    case .null, .written: self = .nil
    case .list(let values): self = .table(LuaTable(array: values.map { LuaValue($0) }))
    case .object(let members): self = .table(LuaTable(fields: members.map { (.string($0.name), LuaValue($0.value)) }))
    }
  }
}
