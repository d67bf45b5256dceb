/// What reading one JSON text may spend.
public struct JSONLimits: Sendable, Equatable {
  /// Containers inside containers. Values above ``hardMaximumDepth`` count as that.
  public var maximumDepth: Int
  /// Values in the whole tree.
  public var maximumNodes: Int
  /// Size of the file. Values above 1 GiB count as that.
  public var maximumBytes: Int

  /// Limits that differ from the usual ones in what is given: levels, values, bytes.
  public init(maximumDepth: Int = 64, maximumNodes: Int = 2_000_000, maximumBytes: Int = 64 * 1024 * 1024) {
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumBytes = maximumBytes
  }

  /// 64 levels, two million values, 64 MiB.
  public static let `default` = JSONLimits()

  /// The reader goes into each level by a call of its own, on threads that may have 512 KiB of stack.
  public static let hardMaximumDepth = 200

  var effectiveDepth: Int { min(maximumDepth, Self.hardMaximumDepth) }
  var effectiveBytes: Int { min(maximumBytes, PropertyListLimits.hardMaximumBytes) }
}
