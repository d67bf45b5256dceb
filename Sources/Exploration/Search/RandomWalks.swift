/// Long stories of chance, beyond the depth at which all are played: each kind of step has a weight, which few moments of
/// the story change, so that some stories are almost all taps and jetsams, and others almost all waiting. The seed and the
/// number of a story decide all of it.
struct RandomWalks {
  let player: StoryPlayer
  let limits: SearchLimits
  let seed: UInt64
  /// How many steps a story has.
  let length: Int

  private static let weights: [UInt64] = [1, 4, 16, 64]
  private static let changes = 3

  /// Plays the story with this number.
  /// - Returns: what it broke, with all its steps; nil when everything held.
  func walk(_ number: Int, _ tally: inout SearchTally) throws -> BrokenStory? {
    tally.walks += 1
    var chance = Chance(seed: seed, number: number)
    let turns = (0..<Self.changes).map { _ in Int(chance.below(UInt64(length))) }
    var weights: [ExploreAction: UInt64] = [:]
    var story: [ExploreStep] = []
    var broken: BrokenStory?
    let end = try player.improvise(steps: length) { position, choices in
      guard !choices.isEmpty, !limits.isOver else { return nil }
      if turns.contains(position) { weights = [:] }
      for choice in choices where weights[choice.action] == nil {
        weights[choice.action] = Self.weights[Int(chance.below(UInt64(Self.weights.count)))]
      }
      let sum = choices.reduce(0) { $0 + (weights[$1.action] ?? 1) }
      var place = chance.below(sum)
      for choice in choices {
        let weight = weights[choice.action] ?? 1
        if place < weight {
          story.append(choice)
          return choice
        }
        place -= weight
      }
      return nil
    }
    switch end {
    case .broken(let violation, let steps):
      broken = BrokenStory(steps: Array(story.prefix(steps)), violation: violation, isSettled: false)
    case .goesOn(let play):
      if let violation = try player.settledViolation(play) {
        broken = BrokenStory(steps: story, violation: violation, isSettled: true)
      }
    case .notPossible: break
    }
    for step in story { tally.take(step) }
    return broken
  }
}

/// SplitMix64: chance that is the same on every machine.
struct Chance {
  private var state: UInt64

  init(seed: UInt64, number: Int) {
    var hash = StoryHash()
    hash.feed(seed)
    hash.feed(UInt64(truncatingIfNeeded: number))
    state = hash.value
  }

  /// A number from 0 on, below `bound`.
  mutating func below(_ bound: UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return mixed.multipliedFullWidth(by: max(1, bound)).high
  }
}
