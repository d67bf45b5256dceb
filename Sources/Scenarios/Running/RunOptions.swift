public import AppPackages
public import LuaAPI
public import LuaEngine

/// How a run is done.
public struct RunOptions: Sendable {
  /// Seconds.
  public static let defaultWatchdog: Double = 60

  /// The limits of each script: memory, budget, seed.
  public var lua = LuaOptions()
  /// Real seconds that a scenario may take before it is stopped; 0: no limit.
  public var watchdog: Double = RunOptions.defaultWatchdog
  /// Only scenarios whose full name contains this text.
  public var filter: String?
  /// Only scenarios with one of these tags (`#smoke` in the name, given without `#`).
  public var tags: [String] = []
  /// Not scenarios with one of these tags.
  public var excludedTags: [String] = []
  /// The app that `device:install()` takes without a path.
  public var defaultApp: String?
  /// Which app of a project ``defaultApp`` means.
  public var defaultAppOptions = PackageOptions()
  /// What a device is that names nothing itself.
  public var device = DeviceDefaults()
  /// Where scripts may write, beside their own folders.
  public var writableFolders: [WritableFolder] = []

  /// What scripts find around them: variables, places of modules.
  public var surroundings = ScriptSurroundings()

  /// Plugins beside those that the project's settings name.
  public var plugins: [PluginSource] = []

  /// Everything is run, with the usual limits.
  public init() {}

  /// Whether only some scenarios take part.
  var isFiltered: Bool { filter != nil || !tags.isEmpty }

  /// Whether a scenario with this full name takes part.
  func includes(_ name: String) -> Bool {
    if let filter, !name.contains(filter) { return false }
    let words = name.split(whereSeparator: { $0 == " " || $0 == "\t" })
    func has(_ tag: String) -> Bool { words.contains { $0.first == "#" && $0.dropFirst() == tag } }
    if !tags.isEmpty, !tags.contains(where: has) { return false }
    return !excludedTags.contains(where: has)
  }
}
