internal import HomeScreenSimulator
import Platform

/// Which of several parts of the stories were played: one of them, some that were merged, or all.
public struct ExploredParts: Sendable, Codable, Equatable {
  /// From 1, ascending.
  public var numbers: [Int]
  /// How many there are.
  public var count: Int

  /// Parts by their numbers, from 1.
  public init(numbers: [Int], count: Int) {
    self.numbers = numbers
    self.count = count
  }

  /// All stories.
  public static let whole = ExploredParts(numbers: [1], count: 1)

  /// Whether no part is missing.
  public var isWhole: Bool { missing.isEmpty }

  /// The parts that are not there: `3/4`.
  public var missing: [String] {
    guard count >= 1 else { return [] }
    let known = Set(numbers)
    return (1...count).filter { !known.contains($0) }.map { "\($0)/\(count)" }
  }

  /// `part 2/4`, `the parts 1/4, 3/4`; of many parts how many they are.
  package var name: String {
    let names = numbers.map { "\($0)/\(count)" }
    if names.count == 1 { return "part \(names[0])" }
    return names.count > Self.maximumNames
      ? "\(names.count) parts of \(count)" : "the parts \(names.joined(separator: ", "))"
  }

  private static let maximumNames = 16

  package mutating func add(_ other: ExploredParts) { numbers = Set(numbers + other.numbers).sorted() }
}

/// What parts of one exploration have in common: with other values other stories are played.
public struct ExplorationSettings: Sendable, Codable, Equatable {
  /// Of the program that wrote the report.
  public var version = Homescreen.version
  /// The hash of its facts, which tells builds of one version apart.
  public var facts = FactLedger.hash
  /// How many steps the stories have.
  public var depth = 0
  /// How many stories of chance there are on each device.
  public var walks = 0
  /// How many steps they have.
  public var walkLength = 0
  /// Which ones they are, in decimal.
  public var seed = "0"
  /// How many states are kept.
  public var maximumStates = 0

  /// Of this program.
  public init() {}

  /// The options in which they differ, each with its values: `--depth 2 and 3`.
  package func differences(from other: ExplorationSettings) -> [String] {
    let pairs = [
      ("--depth", "\(depth)", "\(other.depth)"), ("--walks", "\(walks)", "\(other.walks)"),
      ("--walk-length", "\(walkLength)", "\(other.walkLength)"), ("--seed", seed, other.seed),
      ("--max-states", "\(maximumStates)", "\(other.maximumStates)"),
    ]
    return pairs.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) and \($0.2)" }
  }
}
