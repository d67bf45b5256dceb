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
  /// - Parameter broken: gets what it broke, each failure once and with all steps up to it, also when it does not end well.
  /// - Throws: ``StoryGivenUp``, ``ExploreInterruption``, ``ExploreError``.
  func walk(_ number: Int, _ tally: inout SearchTally, _ broken: inout [BrokenStory]) throws {
    tally.walks += 1
    var chance = Chance(seed: seed, number: number)
    let turns = (0..<Self.changes).map { _ in Int(chance.below(UInt64(length))) }
    var weights: [ExploreAction: UInt64] = [:]
    var story: [ExploreStep] = []
    defer { for step in story { tally.take(step) } }
    func add(_ violation: Violation, steps: Int, isSettled: Bool = false) {
      guard !broken.contains(where: { $0.violation.key == violation.key }) else { return }
      broken.append(
        BrokenStory(steps: Array(story.prefix(steps)), violation: violation, isSettled: isSettled, walk: number))
    }
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
    } tell: { violation, steps in
      add(violation, steps: steps)
    }
    switch end {
    case .broken(let violation, let steps): add(violation, steps: steps)
    case .goesOn(let play):
      for violation in try player.settledViolations(play) { add(violation, steps: story.count, isSettled: true) }
    case .notPossible: break
    }
  }
}
