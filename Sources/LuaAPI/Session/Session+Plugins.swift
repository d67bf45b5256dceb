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

  /// The model and version of a device: what the script names, else the command line, else the project; else it is an
  /// iPhone of the newest version.
  func defaults(model: DeviceModel?, os: OSVersion?) -> (model: DeviceModel, os: OSVersion) {
    let model = model ?? deviceDefaults.model.flatMap { wanted in os.map(wanted.runs) ?? true ? wanted : nil }
    let versions = (deviceDefaults.os.map { [$0] } ?? []) + (settings?.os ?? [])
    let wanted = os ?? versions.first { model?.runs($0) ?? true }
    let chosen = model ?? settings?.models.first { wanted.map($0.runs) ?? $0.runs(.newest) } ?? .iPhone
    return (chosen, wanted ?? .newest)
  }
}
