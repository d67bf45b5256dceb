internal import HomeScreenSimulator
import PropertyLists

/// One of several parts of a run, by files: `2/4` is the second of four. Which files belong to it is decided by the hash
/// FNV-1a (64 bits) of their names alone, so each machine finds its part by itself, whatever else is there.
public struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// From 1 to ``count``.
  public let index: Int
  /// How many parts there are.
  public let count: Int

  /// More machines than anybody has.
  private static let maximumCount = 100_000

  /// A part; nil where there is none of this number.
  public init?(index: Int, count: Int) {
    guard count >= 1, count <= Self.maximumCount, index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `2/4`; nil for anything else.
  public init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(String(parts[0]) ?? ""), let count = Int(String(parts[1]) ?? "") else {
      return nil
    }
    self.init(index: index, count: count)
  }

  /// `2/4`
  public var description: String { "\(index)/\(count)" }

  /// Whether a file belongs to this part.
  /// - Parameter name: as reports show it.
  public func includes(_ name: String) -> Bool {
    var hash = FNV1a64()
    for byte in name.utf8 { hash.feed(byte) }
    return Int(hash.value % UInt64(count)) == index - 1
  }

  // MARK: Continuous integration

  /// How systems of continuous integration tell a job which of several equal ones it is.
  private static let systems: [(name: String, index: String, count: String, first: Int)] = [
    ("GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1), ("CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
    ("Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0),
  ]

  /// The variables of the systems that ``init(environment:)`` knows, for help and messages.
  public static var knownSystems: String {
    systems.map { "\($0.name) (\($0.index), \($0.count))" }.joined(separator: ", ")
  }

  /// The part that the environment tells of; nil where none of the known systems has set its variables.
  /// - Parameter value: the value of a variable.
  /// - Throws: ``ShardError`` for variables that make no part.
  public init?(environment value: (String) -> String?) throws(ShardError) {
    for system in Self.systems {
      guard let index = value(system.index), let count = value(system.count) else { continue }
      guard let first = Int(index), let total = Int(count),
        let shard = Shard(index: first - system.first + 1, count: total)
      else {
        throw ShardError(description: "\(system.index)=\(index) and \(system.count)=\(count) are not a part of a run")
      }
      self = shard
      return
    }
    return nil
  }
}

/// A part of a run that cannot be.
public struct ShardError: Error, CustomStringConvertible {
  /// What a person reads, without a full stop.
  public let description: String
}
