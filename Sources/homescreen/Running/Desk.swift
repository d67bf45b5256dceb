import Console
import LuaAPI
import Scenarios

/// A session for a person: with the project's settings and plugins of the working directory, and, when it is prepared,
/// a device.
final class Desk {
  let session: Session
  /// Whether something of the settings or plugins is missing.
  private(set) var hasProblems = false

  /// - Parameters:
  ///   - writableFolders: where lines may save files, beside the working directory.
  ///   - isRewindable: the session keeps what `device:rewind` needs.
  ///   - isQuiet: what the plugins print and what is wrong with them has been told before.
  init(
    plugins: [PluginSource], limits: LimitOptions, writableFolders: [WritableFolder] = [], isRewindable: Bool = false,
    isQuiet: Bool = false
  ) throws {
    session = try Session(at: .folder("."), options: limits.lua)
    session.writableFolders = writableFolders
    if isRewindable { session.logCommands() }
    if !isQuiet { session.output = write }
    let settings = ProjectFinder().settings(for: .folder("."))
    session.load(settings, plugins: plugins, reservedReporters: ReportFormat.allNames) { problem in
      self.hasProblems = true
      guard !isQuiet else { return }
      for line in ErrorText(style: Terminal(.error)).lines(problem) { self.complain(line) }
    }
  }

  func write(_ line: String) { StandardStream.output.write(line + "\n") }

  func complain(_ line: String) { StandardStream.error.write(line + "\n") }

  /// Makes the device and the app; ends the process with a message when that cannot be done.
  func prepare(app: String?, _ selection: PackageSelection, _ device: DeviceOptions) throws {
    do {
      try session.prepareREPL(
        app: app, options: selection.options, model: device.model, os: device.os, locale: device.locale)
    } catch {
      complain("homescreen: \(error)")
      throw ExitStatus(error.exitCode).error
    }
  }
}
