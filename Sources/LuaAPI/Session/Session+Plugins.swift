import AppPackages
import LuaEngine
import Simulator

/// Plugins and the project's settings.
extension Session {
  /// Takes the project's settings, then loads plugins: those that the settings name, then `others`. Before the script
  /// runs.
  /// - Parameters:
  ///   - reservedReporters: the names of formats that homescreen has itself.
  ///   - report: hears what is wrong with one of them; the part is missing then.
  public func load(
    _ settings: ProjectSettings?, plugins others: [PluginSource] = [], reservedReporters: [String] = [],
    report: @escaping (PluginProblem) -> Void
  ) {
    self.settings = settings
    settings?.problems.forEach(report)
    if defaultApp == nil { defaultApp = settings?.app }
    let sources = (settings?.plugins ?? []) + others
    guard !sources.isEmpty else { return }
    let host = PluginHost(session: self, reservedReporters: reservedReporters, report: report)
    for source in sources { host.load(source) }
    plugins = host
    lua.armCeiling()
  }

  /// Calls the event hooks that a stopped script left waiting; with a fresh budget.
  public func deliverWaitingEvents() {
    guard let events = plugins?.events, events.hasWaiting else { return }
    if lua.stop == .budget { arm() }
    events.deliver()
  }

  /// The model and version that a device has when a script names neither: those of the project, or the newest iPhone.
  func defaults(model: DeviceModel?, os: OSVersion?) -> (model: DeviceModel, os: OSVersion) {
    let wanted = os ?? settings?.os.first { model?.runs($0) ?? true }
    let chosen = model ?? settings?.models.first { wanted.map($0.runs) ?? $0.runs(.newest) } ?? .iPhone
    return (chosen, wanted ?? .newest)
  }
}
