import HomeScreenSimulator

/// Plays all short stories, the shorter ones first: the first one that breaks an invariant is as short as any, and of
/// those of its length the first by the order of the steps.
///
/// A story ends where the device, the app's memory and what is still to come were met before, and where something broke that
/// nothing that follows can mend; and a step is left out where a story with it in an earlier place, which comes to the same,
/// is played (sleep sets). Every story is played from its
/// beginning, on a new device: a device cannot be copied.
final class BreadthFirstSearch {
  private let player: StoryPlayer
  private let limits: SearchLimits
  private var table = StepTable()
  /// With which steps asleep a state was met: a state that is met again with more of them asleep brings nothing new.
  private var met: [UInt64: [UInt16]] = [:]
  private var frontier: [Node] = []
  private(set) var tally = SearchTally()
  /// Hears of each story that breaks an invariant as none before it did.
  var onFinding: (BrokenStory) -> Void = { _ in }
  /// Asked now and then; gets the figures.
  var onProgress: (SearchTally) -> Void = { _ in }
  private var known: Set<Violation.Key> = []

  /// Where a story has come to, as far as it is to be followed.
  private struct Node {
    let path: [UInt16]
    let choices: [UInt16]
    let sleep: [UInt16]
    /// Events of its trace: equal stories have equally many.
    let events: Int
  }

  init(_ player: StoryPlayer, limits: SearchLimits) {
    self.player = player
    self.limits = limits
  }

  /// - Throws: ``ExploreError``.
  func run() throws {
    do {
      do {
        try visit([], sleep: [], depth: 0)
      } catch is StoryGivenUp {
        tally.givenUp += 1
      }
      for depth in 1...max(1, limits.depth) where depth <= limits.depth {
        tally.depth = depth
        let nodes = frontier
        frontier = []
        let before = tally.states
        for node in nodes { try follow(node, depth: depth) }
        tally.completedDepth = depth
        guard tally.states > before else {
          tally.isExhausted =
            tally.dropped == 0 && tally.untold == 0 && tally.givenUp == 0 && tally.cutShort == 0
            && limits.part == .whole
          // Longer stories go on from what ends here or was left out: of all others there are none.
          if tally.dropped == 0, tally.untold == 0, !tally.isExhausted { tally.completedDepth = limits.depth }
          break
        }
      }
    } catch is ExploreInterruption {
      tally.isInterrupted = true
    }
    tally.stories = player.stories
    tally.complaints = player.complaints
    frontier = []
  }

  private func follow(_ node: Node, depth: Int) throws {
    var earlier: [UInt16] = []
    for choice in node.choices {
      guard !node.sleep.contains(choice) else { continue }
      if limits.isOver { throw ExploreInterruption() }
      let step = table.step(choice)
      let sleep = (node.sleep + earlier).filter {
        table.step($0).commutes(with: step, among: player.subject.actions)
      }
      do {
        try visit(node.path + [choice], sleep: sleep, depth: depth, after: node)
      } catch is StoryGivenUp {
        tally.givenUp += 1
      }
      earlier.append(choice)
    }
  }

  private func visit(_ path: [UInt16], sleep: [UInt16], depth: Int, after node: Node? = nil) throws {
    let story = table.story(path)
    if !path.isEmpty { tally.transitions += 1 }
    if tally.transitions & 0x3ff == 0x3ff {
      tally.stories = player.stories
      onProgress(tally)
    }
    switch try player.play(story) {
    case .notPossible(let number):
      // The step itself may be refused; those before it were possible.
      if number < story.count - 1 { tally.unstable += 1 }
    case .broken(let violation, _):
      if let last = story.last { tally.take(last) }
      // It ends here, whether the failure is known or not.
      if depth < limits.depth { tally.cutShort += 1 }
      tell(violation, story, isSettled: false)
    case .goesOn(let play):
      if let node, player.eventsBeforeLastStep != node.events {
        tally.unstable += 1
        return
      }
      if let last = story.last { tally.take(last) }
      if let fingerprint = limits.recognisesStates ? player.fingerprint(play) : nil {
        if let before = met[fingerprint], before.allSatisfy({ sleep.contains($0) }) {
          // The app's own invariants may ask for what lies behind, which is no part of the state.
          if !player.subject.invariants.isEmpty { try judge(play, story) }
          return
        }
        if met.count < limits.maximumStates || met[fingerprint] != nil {
          met[fingerprint] = met[fingerprint]?.filter { sleep.contains($0) } ?? sleep
        } else {
          tally.unkept += 1
        }
      } else if limits.recognisesStates {
        tally.unrecognised += 1
      }
      tally.states += 1
      let steps = depth < limits.depth ? try player.choices(play) : []
      let choices = steps.compactMap { table.number(of: $0) }
      tally.untold += steps.count - choices.count
      let events = play.stage.device.trace.count
      tally.take(play.stage.device.trace, after: player.eventsBeforeLastStep)
      try judge(play, story)
      guard depth < limits.depth, !choices.isEmpty else { return }
      if depth == min(ExplorePart.steps, limits.depth), !limits.part.includes(story) { return }
      guard frontier.count < limits.maximumStates else {
        tally.dropped += 1
        return
      }
      frontier.append(Node(path: path, choices: choices, sleep: sleep, events: events))
    }
  }

  /// Tells what of the app's own rules is broken, and what is when all has come to rest. The search goes on behind both:
  /// the app does, too. The device is at another place then.
  private func judge(_ play: StoryPlayer.Play, _ story: [ExploreStep]) throws {
    for violation in try player.ownViolations(play, isSettled: false) { tell(violation, story, isSettled: false) }
    for violation in try player.settledViolations(play) { tell(violation, story, isSettled: true) }
  }

  private func tell(_ violation: Violation, _ story: [ExploreStep], isSettled: Bool) {
    guard known.insert(violation.key).inserted else { return }
    onFinding(BrokenStory(steps: story, violation: violation, isSettled: isSettled))
  }
}

/// A story that breaks an invariant.
struct BrokenStory {
  var steps: [ExploreStep]
  var violation: Violation
  /// It breaks when all has come to rest after its last step, not at once.
  var isSettled: Bool
  /// The story of chance that it was found in; nil: a short story.
  var walk: Int?

  /// Which of two stories of one failure is told; the same rule makes one of the findings of parts.
  func isPreferred(to other: BrokenStory) -> Bool {
    if walk != other.walk { return (walk ?? -1) < (other.walk ?? -1) }
    return ExploreStep.precedes(steps, other.steps)
  }
}

/// Small numbers for steps: a search keeps very many stories.
struct StepTable {
  /// So many different steps have a number.
  static let room = 1 + Int(UInt16.max)

  private var numbers: [ExploreStep: UInt16] = [:]
  private var steps: [ExploreStep] = []

  /// More than an app has; nil beyond.
  mutating func number(of step: ExploreStep) -> UInt16? {
    if let number = numbers[step] { return number }
    guard let number = UInt16(exactly: steps.count) else { return nil }
    numbers[step] = number
    steps.append(step)
    return number
  }

  func step(_ number: UInt16) -> ExploreStep { steps[Int(number)] }

  func story(_ path: [UInt16]) -> [ExploreStep] { path.map(step) }
}
