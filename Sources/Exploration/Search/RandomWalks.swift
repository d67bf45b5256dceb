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
  /// - Throws: ``StoryGivenUp``, ``ExploreInterruption``, ``ExploreError``.
  func walk(_ number: Int, _ tally: inout SearchTally) throws -> BrokenStory? {
    tally.walks += 1
    var chance = Chance(seed: seed, number: number)
    let turns = (0..<Self.changes).map { _ in Int(chance.below(UInt64(length))) }
    var weights: [ExploreAction: UInt64] = [:]
    var story: [ExploreStep] = []
    defer { for step in story { tally.take(step) } }
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
      return BrokenStory(steps: Array(story.prefix(steps)), violation: violation, isSettled: false)
    case .goesOn(let play):
      return try player.settledViolation(play).map { BrokenStory(steps: story, violation: $0, isSettled: true) }
    case .notPossible: return nil
    }
  }
}
