import PropertyLists

/// Shortens a story that breaks an invariant. Leaves out steps while the same invariant breaks for the same fact (delta
/// debugging), and then replaces each step with the first step of its kind with which the story still breaks it.
struct StoryShrinker {
  let player: StoryPlayer
  /// The maximum number of stories to try.
  private static let maximumTrials = 20_000

  /// - Returns: a story from which no step can be left out; the given one if it does not break again; the shortest so
  ///   far if the time is up.
  func shrink(_ story: BrokenStory) throws -> BrokenStory {
    var best = story
    do {
      try shorten(&best)
    } catch StoryEnd.interrupted {
    } catch StoryEnd.givenUp {
    }
    return best
  }

  private func shorten(_ story: inout BrokenStory) throws {
    var trials = 0
    guard let again = try again(story.steps, story.violation.key, &trials) else { return }
    story = again
    var length = max(1, story.steps.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < story.steps.count, trials < Self.maximumTrials {
        var steps = story.steps
        steps.removeSubrange(start..<min(start + length, steps.count))
        if let shorter = try self.again(steps, story.violation.key, &trials) {
          story = shorter
          isShorter = true
        } else {
          start += length
        }
      }
      if trials >= Self.maximumTrials { break }
      if length == 1, !isShorter { break }
      if length > 1 { length = max(1, min(length / 2, story.steps.count / 2)) }
    }
    try simplify(&story, &trials)
  }

  /// Replaces each step with the first possible step of the same action with which the story still breaks the invariant.
  private func simplify(_ best: inout BrokenStory, _ trials: inout Int) throws {
    for index in best.steps.indices where index < best.steps.count && !best.steps[index].argument.isEmpty {
      guard
        case .goesOn(let play) = try player.playCarefully(Array(best.steps.prefix(index)), best.violation.key)
      else { continue }
      let step = best.steps[index]
      let simpler = try player.choices(play).filter { $0.action == step.action && ExploreStep.precedes($0, step) }
      for choice in simpler where trials < Self.maximumTrials {
        var steps = best.steps
        steps[index] = choice
        // Later steps with the same argument change too, such as the row that was added or the button of the alert.
        for later in steps.indices where later > index && steps[later].argument == step.argument {
          steps[later] = ExploreStep(steps[later].action, choice.argument)
        }
        guard let simple = try again(steps, best.violation.key, &trials) else { continue }
        best = simple
        break
      }
    }
  }

  /// Returns the story up to the same violation; nil if it does not occur, or if the story is given up.
  func again(_ steps: [ExploreStep], _ key: Violation.Key, _ trials: inout Int) throws -> BrokenStory? {
    trials += 1
    do { return try replay(steps, key) } catch StoryEnd.givenUp { return nil }
  }

  /// Like ``again(_:_:_:)``, but throws for a story that is given up.
  ///
  /// - Throws: ``StoryEnd/givenUp``.
  func replay(_ steps: [ExploreStep], _ key: Violation.Key) throws -> BrokenStory? {
    switch try player.playCarefully(steps, key) {
    case .notPossible: return nil
    case .broken(let violation, let count):
      guard violation.key == key else { return nil }
      return BrokenStory(steps: Array(steps.prefix(count)), violation: violation, isSettled: false)
    case .goesOn(let play):
      guard let violation = try player.settledViolations(play).first(where: { $0.key == key }) else { return nil }
      return BrokenStory(steps: steps, violation: violation, isSettled: true)
    }
  }
}
