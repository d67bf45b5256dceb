import PropertyLists

/// Makes a story short that breaks an invariant: steps are left out as long as the same invariant breaks for the same fact
/// (delta debugging), until none can be; then each step becomes the first of its kind that will do.
struct StoryShrinker {
  let player: StoryPlayer
  /// More stories than these are not tried.
  private static let maximumTrials = 20_000

  /// - Returns: a story from which no step can be left out, or the one that was given when it does not break again.
  func shrink(_ story: BrokenStory) throws -> BrokenStory {
    var trials = 0
    guard var best = try again(story.steps, story.violation.key, &trials) else { return story }
    var length = max(1, best.steps.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < best.steps.count, trials < Self.maximumTrials {
        var steps = best.steps
        steps.removeSubrange(start..<min(start + length, steps.count))
        if let shorter = try again(steps, story.violation.key, &trials) {
          best = shorter
          isShorter = true
        } else {
          start += length
        }
      }
      if trials >= Self.maximumTrials { break }
      if length == 1, !isShorter { break }
      if length > 1 { length = max(1, min(length / 2, best.steps.count / 2)) }
    }
    return try simplify(best, &trials)
  }

  /// Each step, from the first on, as the first possible one of its action that still breaks the invariant.
  private func simplify(_ story: BrokenStory, _ trials: inout Int) throws -> BrokenStory {
    var best = story
    for index in story.steps.indices where !story.steps[index].argument.isEmpty && index < best.steps.count {
      guard case .goesOn(let play) = try player.playCarefully(Array(best.steps.prefix(index))) else { continue }
      let step = best.steps[index]
      let simpler = try player.choices(play).filter { $0.action == step.action && ExploreStep.precedes($0, step) }
      for choice in simpler where trials < Self.maximumTrials {
        var steps = best.steps
        steps[index] = choice
        // A later step about the same thing goes along: the row that was added, the button of the alert.
        for later in steps.indices where later > index && steps[later].argument == step.argument {
          steps[later] = ExploreStep(steps[later].action, choice.argument)
        }
        guard let simple = try again(steps, story.violation.key, &trials) else { continue }
        best = simple
        break
      }
    }
    return best
  }

  /// The story as far as it breaks the same invariant for the same fact; nil when it does not.
  func again(_ steps: [ExploreStep], _ key: Violation.Key, _ trials: inout Int) throws -> BrokenStory? {
    trials += 1
    switch try player.playCarefully(steps) {
    case .notPossible: return nil
    case .broken(let violation, let count):
      guard violation.key == key else { return nil }
      return BrokenStory(steps: Array(steps.prefix(count)), violation: violation, isSettled: false)
    case .goesOn(let play):
      guard let violation = try player.settledViolation(play), violation.key == key else { return nil }
      return BrokenStory(steps: steps, violation: violation, isSettled: true)
    }
  }
}
