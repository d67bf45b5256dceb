/// What a reader of property lists may spend on one input, so that no file can hang or fill the process.
public struct PropertyListLimits: Sendable, Equatable {
  /// Containers inside containers. Values above ``hardMaximumDepth`` count as that.
  public var maximumDepth: Int
  /// Values in the whole tree. An object that a binary file shares counts as often as it is reached.
  public var maximumNodes: Int
  /// Size of the file. Values above ``hardMaximumBytes`` count as that.
  public var maximumBytes: Int

  /// Limits that differ from ``default`` in what is given.
  public init(
    maximumDepth: Int = 512, maximumNodes: Int = 2_000_000, maximumBytes: Int = 64 * 1024 * 1024
  ) {
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumBytes = maximumBytes
  }

  /// 512 levels, two million values, 64 MiB: real files stay below a tenth of each.
  public static let `default` = PropertyListLimits()

  /// No tree gets deeper than this, whatever ``maximumDepth`` says: reading does not recurse, but Swift releases and
  /// compares nested values recursively, and a secondary thread may have only 512 KiB of stack.
  public static let hardMaximumDepth = 1000

  /// Positions are kept in 32 bits.
  public static let hardMaximumBytes = 1 << 30

  var effectiveDepth: Int { min(maximumDepth, Self.hardMaximumDepth) }
  var effectiveBytes: Int { min(maximumBytes, Self.hardMaximumBytes) }
}
