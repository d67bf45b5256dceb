import AppPackages
import Console
import HomeScreenReports
import Lint
import LuaAPI
import Platform
import Scenarios

/// A session for a person: with the project's settings and plugins of the working directory, and, when it is prepared,
/// a device.
struct Desk {
  let session: Session
  private let watchdog: Double
  /// Whether something of the settings or plugins is missing.
  var hasProblems: Bool { problems.count > 0 }
  /// Counted beside the session, which must not hold what holds it.
  private let problems = Count()

  private final class Count {
    var count = 0
  }

  /// - Parameters:
  ///   - plugins: which are loaded, and whether those of the project may be.
  ///   - own: the user's own start-up file.
  ///   - access: how far plugins and lines come.
  ///   - readableFolders: where they may read, in addition to the project.
  ///   - writableFolders: where they may save files, in addition to the working directory.
  ///   - isRewindable: the session keeps what `device:rewind` needs.
  ///   - isQuiet: asked each time: what is printed and what is wrong with plugins has been told before.
  init(
    plugins: PluginOptions, own: [PluginSource] = [], limits: LimitOptions, access: ScriptFiles.Access = .whole,
    readableFolders: [ReadableFolder] = [], writableFolders: [WritableFolder] = [], isRewindable: Bool = false,
    isQuiet: @escaping () -> Bool = { false }
  ) throws {
    watchdog = limits.watchdog
    session = try Session(at: .folder("."), options: limits.lua, services: ReportServices())
    if access != .none { session.surroundings.readSources = SurroundingsOptions.readSources }
    session.files.access = access
    session.files.readableFolders = readableFolders
    session.files.writableFolders = writableFolders
    if isRewindable { session.devices.logCommands() }
    session.output = { if !isQuiet() { Desk.write($0) } }
    limits.time.run(loading: ProjectSettings.fileName) { [session] in
      let settings = ProjectFinder(trust: plugins.project, rules: Rules.descriptions).settings(for: .folder("."))
      session.load(settings, plugins: plugins.sources + own) {
        [problems] problem in
        problems.count += 1
        if !isQuiet() { ErrorText.lines(problem).forEach(Desk.complain) }
      }
    }
  }

  /// Says which code of the project ran without being named on the command line.
  static func tellCode(of settings: ProjectSettings) {
    guard !settings.code.isEmpty, let file = settings.file else { return }
    let root = Checkout.of(file).root
    complain(
      """
      note: code of \(line: root) ran: \(line: settings.code.joined(separator: ", "))\
      \(VersionControl.isDetached(root) ? ". \(TrustCommand.detached)" : "")
      """)
  }

  /// A line on standard output.
  static func write(_ line: String) { StandardStream.output.write("\(line)\n") }

  /// What is wrong with the settings or a plugin.
  static func complain(_ problem: PluginProblem) { ErrorText.lines(problem).forEach(complain) }

  /// A line on standard error.
  static func complain(_ line: StyledText) { StandardStream.error.write("\(line)\n") }

  /// Makes the device and the app; ends the process with a message when that cannot be done.
  func prepare(_ request: PlayRequest) throws {
    do {
      try makeDevice(request).forEach { Desk.complain("note: \(line: $0)") }
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(error.exitCode).error
    }
    session.beginPlaying()
  }

  /// Makes the device and the app; gives what a person should know about them.
  func makeDevice(_ request: PlayRequest) throws(REPLFailure) -> [String] {
    var name = "the app"
    if case .path(let path, _) = request.app { name = path }
    return try TimeLimitOption(seconds: watchdog).run(name) { () throws(REPLFailure) in try session.prepare(request) }
  }
}

extension DeviceOptions {
  /// The device and the app of a session for a person.
  /// - Parameter usesApp: false for a device alone.
  func request(app: String?, _ selection: PackageSelection, usesApp: Bool = true) -> PlayRequest {
    PlayRequest(
      app: !usesApp ? .none : app.map { .path($0, selection.options) } ?? .usual(selection.options), model: model,
      os: os,
      locale: locale)
  }
}
