public import Events
public import LuaAPI

/// What is explored, and how far.
public struct ExploreOptions {
  /// All stories of up to so many steps are played.
  public var depth = 4
  /// Seconds of real time for all of it; nil: as long as it takes.
  public var seconds: Double?
  /// Seconds of processor time that a story may take, or reading the definitions; 0: no limit.
  public var watchdog: Double = 0
  /// Of the stories of chance.
  public var seed: UInt64 = 1
  /// How many stories of chance are played on each device, and of how many steps.
  public var walks = 100
  /// How many steps a story of chance has.
  public var walkLength = 40
  /// The most states that are kept.
  public var maximumStates = 1_000_000
  /// A story ends where what it came to was met before. Without that all are played, which finds the same and takes much
  /// longer.
  public var recognisesStates = true
  /// The devices in place of those of the definition.
  public var devices = DeviceChoice()
  /// Which part of the stories is played.
  public var part = ExplorePart.whole
  /// What scripts get of modules above; nil where none of them needs it.
  public var services: (any SessionServices)?
  /// What code of the app may use in one step of a story, in units of Lua's budget; a tenth of it in one call.
  public var budget: Int64 = 20_000_000
  /// What scripts find around them.
  public var surroundings: ScriptSurroundings?
  /// Where scripts may read, in addition to their projects.
  public var readableFolders: [ReadableFolder] = []
  /// Where scripts may write, in addition to their own folders.
  public var writableFolders: [WritableFolder] = []
  /// Plugins beside those of the project's settings.
  public var plugins: [PluginSource] = []

  /// When the time is up, in place of ``seconds``: that of several parts, as their common beginning has set it.
  public var deadline: ContinuousClock.Instant?
  var deadlineFromNow: ContinuousClock.Instant? {
    seconds.map { .now + .milliseconds(Int64($0 * 1000)) }
  }

  /// What all parts of one exploration have in common.
  var settings: ExplorationSettings {
    var settings = ExplorationSettings()
    settings.depth = depth
    settings.walks = walks
    settings.walkLength = walkLength
    settings.seed = "\(seed)"
    settings.maximumStates = maximumStates
    return settings
  }

  /// As far as it goes in seconds.
  public init() {}
}
