/// How a ``LuaState`` is set up. The defaults fit a scenario script.
public struct LuaOptions: Sendable {
  /// Bytes that scripts may allocate; more gives Lua's `not enough memory`.
  public var memoryCeiling: Int
  /// Bytes that the process may take beside them, mostly for what Swift keeps for scripts.
  public var hostRoom: Int
  /// Units one entry into Lua may use: a VM instruction or one step of a library function each.
  public var budget: Int64
  /// What scripts and settings may raise the budget to.
  public var mostBudget: Int64
  /// Seed of `math.random`.
  public var seed: UInt64

  /// 256 MiB.
  public static let defaultMemoryCeiling = 256 << 20
  /// 768 MiB: with the ceiling of scripts, one GiB.
  public static let defaultHostRoom = 768 << 20
  /// 50 million units: an endless loop ends in a fraction of a second.
  public static let defaultBudget: Int64 = 50_000_000
  /// A billion units.
  public static let defaultMostBudget: Int64 = 1_000_000_000

  /// 1.
  public static let defaultSeed: UInt64 = 1

  /// Options that differ from those of a scenario script in what is given.
  /// - Parameter budget: also the most that scripts may raise it to; nil: the defaults.
  public init(
    memoryCeiling: Int = LuaOptions.defaultMemoryCeiling,
    budget: Int64? = nil,
    hostRoom: Int = LuaOptions.defaultHostRoom,
    seed: UInt64 = LuaOptions.defaultSeed
  ) {
    self.memoryCeiling = memoryCeiling
    self.budget = budget ?? Self.defaultBudget
    mostBudget = budget ?? Self.defaultMostBudget
    self.hostRoom = hostRoom
    self.seed = seed
  }
}
