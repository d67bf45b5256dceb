import AppPackages
import AppSources
import ArgumentParser
import Console
import HomeScreenReports
import Lint
import LuaAPI
import Platform
import Scenarios
import SourceClient

/// A session for a person: with the settings and plugins of the project in the working directory, and, once it is
/// prepared, a device.
struct CommandContext {
  let session: Session
  private let watchdog: Double
  /// Whether a part of the settings or plugins is missing.
  var hasProblems: Bool { problems.count > 0 }
  /// A separate object, because the session must not hold its owner.
  private let problems = Count()

  private final class Count {
    var count = 0
  }

  /// - Parameters:
  ///   - plugins: the plugins to load, and whether the project's plugins may be loaded.
  ///   - own: the user's own start-up file.
  ///   - access: the access of plugins and lines to files.
  ///   - readableFolders: folders that they may read, in addition to the project.
  ///   - writableFolders: folders that they may write, in addition to the working directory.
  ///   - isRewindable: whether the session keeps what `device:rewind` needs.
  ///   - namesApp: whether the command line names the app.
  ///   - isQuiet: returns whether output and problems of plugins were shown before.
  init(
    plugins: PluginOptions, own: [PluginSource] = [], limits: LimitOptions, access: ScriptFiles.Access = .whole,
    readableFolders: [ReadableFolder] = [], writableFolders: [WritableFolder] = [], isRewindable: Bool = false,
    namesApp: Bool = false, isQuiet: @escaping () -> Bool = { false }
  ) throws {
    watchdog = limits.watchdog
    session = try Session(at: .folder("."), options: limits.lua, services: ReportServices())
    if access != .none { session.surroundings.readSources = SurroundingsOptions.readSources }
    session.files.access = access
    session.files.readableFolders = readableFolders
    session.files.writableFolders = writableFolders
    if isRewindable { session.devices.logCommands() }
    session.output = { if !isQuiet() { CommandContext.write($0) } }
    limits.time.run(loading: ProjectSettings.fileName) { [session] in
      let settings = ProjectFinder(trust: plugins.project, rules: Rules.descriptions).settings(for: .folder("."))
      session.load(settings, plugins: plugins.sources + own, namesApp: namesApp) {
        [problems] problem in
        problems.count += 1
        if !isQuiet() { ErrorText.lines(problem).forEach(CommandContext.complain) }
      }
    }
  }

  /// Reports the code of the project that ran without being named on the command line.
  static func tellCode(of settings: ProjectSettings) {
    guard !settings.code.isEmpty, let file = settings.file else { return }
    let root = Checkout.of(file).root
    complain(
      """
      note: code of \(line: root) ran: \(line: settings.code.joined(separator: ", "))\
      \(VersionControl.isDetached(root) ? ". \(TrustCommand.detached)" : "")
      """)
  }

  static func write(_ line: String) { StandardStream.output.write("\(line)\n") }

  /// Reports a problem of the settings or a plugin.
  static func complain(_ problem: PluginProblem) { ErrorText.lines(problem).forEach(complain) }

  static func complain(_ line: StyledText) { StandardStream.error.write("\(line)\n") }

  /// Makes the device and the app; ends the process with a message if that fails.
  func prepare(_ request: PlayRequest) throws {
    do {
      try makeDevice(request).forEach { CommandContext.complain("note: \(line: $0)") }
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(error.exitCode).error
    }
    session.beginPlaying()
  }

  /// Makes the device and the app; returns remarks about them.
  func makeDevice(_ request: PlayRequest) throws(REPLFailure) -> [String] {
    var name = "the app"
    if case .path(let path, _) = request.app { name = path }
    return try TimeLimitOption(seconds: watchdog).run(name) { () throws(REPLFailure) in try session.prepare(request) }
  }
}

extension DeviceOptions {
  /// Returns the request for the device and the app of a session.
  /// - Parameter usesApp: false for a device alone.
  func request(app: String?, _ selection: PackageSelection, usesApp: Bool = true) -> PlayRequest {
    PlayRequest(
      app: !usesApp ? .none : app.map { .path($0, selection.options) } ?? .usual(selection.options), model: model,
      os: os,
      locale: locale)
  }
}

/// The environment of scripts: module search paths and environment variables.
struct SurroundingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to find modules below the project’s root, such as “./lib/?.lua;./src/?.lua”; may be repeated.",
      valueName: "templates"))
  var lpath: [String] = []

  @Flag(
    help: """
      Also look for modules in LUA_PATH or, if it is unset, in Lua's default places, even outside the project.
      """)
  var luaPath = false

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "Variable that os.getenv can read, as NAME or NAME=VALUE; may be repeated. Other variables are nil.",
      valueName: "name"))
  var variables: [String] = []

  var surroundings: ScriptSurroundings {
    var surroundings = ScriptSurroundings()
    surroundings.readSources = Self.readSources
    surroundings.searchTemplates = lpath.flatMap(Self.templates)
    if luaPath {
      let path = Self.variable("LUA_PATH_5_4") ?? Self.variable("LUA_PATH") ?? ";;"
      surroundings.lastSearchTemplates = Self.templates(path)
      // As in Lua, `;;` means the default places.
      if path.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).contains(where: \.isEmpty) {
        surroundings.lastSearchTemplates += Self.usualTemplates
      }
    }
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      surroundings.environment[parts[0]] = parts.count > 1 ? parts[1] : Self.variable(parts[0])
    }
    return surroundings
  }

  /// Created and called only when a script installs an app with its sources.
  static let readSources: @Sendable (AppPackage) -> (document: SourceDocument?, problem: String) = { package in
    let client = SourceOptions.clientOfScripts()
    let document = client.document(of: package)
    return (document, client.problems.first ?? "it has no sources")
  }

  private static let usualTemplates = ["/usr/local/share/lua/5.4/", "/usr/share/lua/5.4/"].flatMap {
    ["\($0)?.lua", "\($0)?/init.lua"]
  }

  /// Returns the templates of a path. Empty ones, as in `;;`, are dropped: they mean the default places.
  private static func templates(_ path: String) -> [String] { path.split(separator: ";").map(String.init) }

  private static func variable(_ name: String) -> String? { ProcessEnvironment.value(name) }
}
