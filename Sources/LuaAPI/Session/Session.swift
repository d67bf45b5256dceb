public import AppPackages
public import LuaEngine
public import Simulator

/// One Lua state with the whole API: what a scenario file or a REPL works in.
///
/// ```swift
/// let session = try Session(at: .folder("Tests"))
/// session.output = { print($0) }
/// try session.run("print(Device().model)", chunkName: "=example")
/// ```
public final class Session {
  public let lua: LuaState
  /// What scripts can name.
  var catalog: APICatalog { makeCatalog() }
  /// Asked for late: a script that names nothing of the API starts without it.
  private let makeCatalog: () -> APICatalog
  /// Where paths of the script start.
  public let location: ScriptLocation
  /// Gets what the script prints, a line at a time.
  public var output: (String) -> Void = { _ in }
  /// Hears of what is not deterministic in the script.
  public var onNote: (String) -> Void = { _ in }
  /// What was noted already.
  private var notes: Set<String> = []
  /// The app that `device:install()` takes without a path.
  public var defaultApp: String?
  /// Which app of a project ``defaultApp`` means.
  public var defaultAppOptions = PackageOptions()
  /// Below these folders the script may write, beside its own folder; relative paths of built-in scripts start in the
  /// first one.
  public var writableFolders: [WritableFolder] = []
  /// What a device is that a script makes without saying it.
  public var deviceDefaults = DeviceDefaults()
  /// The device that was made or used last: its clock is the script's clock, and in the REPL its app in front is the
  /// app that UIKit's names mean.
  public weak var currentDevice: Device?
  /// The devices that were made or used since the last trace hash, oldest first, and where their events begin.
  var devices: [(device: Device, start: Int)] = []
  var digest = TraceDigest()
  var namespaces: [ObjectIdentifier: AnyObject] = [:]
  /// The processes whose code runs now, innermost last.
  var processes: [RunningCode] = []
  /// Whether UIKit's names mean the app in front where no app's code runs (the REPL).
  public var usesAppInFront = false
  /// Globals beyond the catalog: what a scenario runner or a console adds.
  public var extraGlobals: [String: SessionGlobal] = [:]
  /// The plugins that were loaded; nil when there are none.
  public internal(set) var plugins: PluginHost?
  /// What the project's `homescreen.lua` says.
  public internal(set) var settings: ProjectSettings?
  /// What the REPL made before its first line.
  public internal(set) var preparation: REPLPreparation?
  /// How often UIKit's names meant the app in front, because no app's code was running.
  public internal(set) var usesOfAppInFront = 0
  /// The commands of a REPL's lines, which is what `device:rewind` needs; nil in scripts.
  public internal(set) var commandLog: CommandLog?
  /// What `device:rewind` asked for; the REPL does it when the line has ended.
  public internal(set) var rewindRequest: RewindRequest?
  /// Where the code of an app was when an error left it, for the error that arrives at the script.
  var appStack: (message: String, frames: [AppFrame])?
  /// How many devices the session has made.
  var deviceCount = 0
  /// Packages by the path that the script wrote, prepared once for the session.
  var packages: [String: PreparedPackage] = [:]
  private(set) lazy var prelude = PreludeLoader(session: self)
  private(set) lazy var modules = ModuleLoader(
    session: self, owner: "the script",
    read: { [location] path throws(FileTreeError) in try location.read(path) }, name: location.name(of:))
  private(set) lazy var classes = ClassLibrary(session: self)
  /// The presentations that code replacing `present` is looking at, innermost last.
  var presentations: [Presentation] = []

  /// Milliseconds since 1970 at which every device starts: 2026-01-01 00:00:00 UTC.
  public static let startOfTime: Int64 = 1_767_225_600_000

  /// - Throws: ``LuaError`` when there is no memory for a state.
  init(at location: ScriptLocation, options: LuaOptions, catalog: @escaping () -> APICatalog) throws {
    self.location = location
    makeCatalog = catalog
    lua = try LuaState(options)
    lua.session = SessionHandle(self)
    lua.world = self
    _ = prelude
    GlobalBinding.install(in: self)
    lua.armCeiling()
  }

  /// Compiles and runs a chunk.
  /// - Throws: ``LuaError``.
  @discardableResult
  public func run(_ text: String, chunkName: String) throws(LuaError) -> [LuaValue] {
    try lua.call(lua.load(text, chunkName: chunkName))
  }

  /// Gives what runs next a fresh budget, and each plugin its own; takes a stop back.
  public func arm() {
    lua.arm()
    plugins?.refill()
  }

  /// The readable form of a value, as the REPL shows it; never fails.
  public func inspect(_ value: LuaValue) -> String {
    do {
      let inspect = try prelude.module("inspect")
      return try lua.call(inspect, value).first?.string ?? ""
    } catch {
      return "(a value that cannot be shown: \(error))"
    }
  }
}

extension Session: LuaWorld {
  public func print(_ text: String) { output(text) }

  public var millisecondsSince1970: Int64 {
    let (sum, overflow) = Self.startOfTime.addingReportingOverflow(currentDevice?.milliseconds ?? 0)
    return overflow ? .max : sum
  }

  /// Each note once: a loop over a weak table says the same a thousand times.
  public func note(_ text: String) {
    if notes.insert(text).inserted { onNote(text) }
  }
}

/// How a function finds its session; weak, because the session owns the state.
final class SessionHandle {
  weak var session: Session?

  init(_ session: Session) {
    self.session = session
  }
}

extension LuaState {
  /// The session that the state belongs to; nil when it has ended.
  var homescreenSession: Session? { (session as? SessionHandle)?.session }
}

extension LuaCall {
  /// The session that the call belongs to.
  var session: Session {
    get throws {
      guard let session = state.homescreenSession else {
        throw LuaFailure("the session has ended", code: "internal")
      }
      return session
    }
  }
}
