import Events
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// How far a search goes.
struct SearchLimits {
  /// The most steps of a story.
  var depth: Int
  /// The most states that are kept, and that wait to be followed.
  var maximumStates: Int
  /// When it ends, whatever is left.
  var deadline: ContinuousClock.Instant?
  /// A story ends where what it came to was met before; else all are played.
  var recognisesStates = true
  /// Which part of all stories is played.
  var part = ExplorePart.whole

  /// What else may end it.
  var isStopped: () -> Bool = { false }

  /// Ctrl-C, the end of the time, or what the caller says.
  var isOver: Bool {
    if Interrupt.wasRequested || isStopped() { return true }
    return deadline.map { ContinuousClock.now >= $0 } ?? false
  }
}

/// One of several parts of an exploration, by the first steps of the stories.
public struct ExplorePart: Sendable, Equatable {
  /// From 0.
  public let index: Int
  /// How many there are.
  public let count: Int

  /// All stories.
  public static let whole = ExplorePart(index: 0, count: 1)

  /// The part with this number, from 0, of so many.
  public init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// A part of this part: all of them together are this one, whatever other parts are divided into.
  func part(_ index: Int, of count: Int) -> ExplorePart {
    ExplorePart(index: self.index * count + index, count: self.count * count)
  }

  /// So many first steps decide to which part a story belongs.
  static let steps = 2

  /// Whether a story that begins so belongs to it.
  func includes(_ beginning: [ExploreStep]) -> Bool {
    guard count > 1 else { return true }
    var hash = FNV1a64()
    for step in beginning {
      hash.feed(step.action.rawValue)
      hash.feed(step.argument)
    }
    return includes(hash)
  }

  /// Whether the story of chance with this number belongs to it.
  func includes(walk number: Int) -> Bool {
    guard count > 1 else { return true }
    var hash = FNV1a64()
    hash.feed(Int64(number))
    return includes(hash)
  }

  private func includes(_ hash: FNV1a64) -> Bool {
    // The lowest bits of the hash are no more than sums; the highest decide, so that parts of a part are within it.
    var chance = Chance(hash)
    return Int(chance.below(UInt64(count))) == index
  }
}

extension ExploredParts {
  /// The one part that was played.
  init(_ part: ExplorePart) { self.init(numbers: [part.index + 1], count: part.count) }
}
