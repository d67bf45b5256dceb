import HomeScreenSimulator

/// Plays all short stories, the shorter ones first: the first one that breaks an invariant is as short as any, and of
/// those of its length the first by the order of the steps.
///
/// A story ends where the device, the app's memory and what is still to come were met before; and a step is left out where
/// a story with it in an earlier place, which comes to the same, is played (sleep sets). Every story is played from its
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
          tally.isExhausted = tally.dropped == 0 && tally.givenUp == 0 && limits.part == .whole
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
          guard !player.subject.invariants.isEmpty else { return }
          if let violation = try player.ownViolation(play, isSettled: false) {
            tell(violation, story, isSettled: false)
          } else if let violation = try player.settledViolation(play) {
            tell(violation, story, isSettled: true)
          }
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
      let choices = depth < limits.depth ? try player.choices(play).compactMap { table.number(of: $0) } : []
      let events = play.stage.device.trace.count
      tally.take(play.stage.device.trace, after: player.eventsBeforeLastStep)
      if let violation = try player.ownViolation(play, isSettled: false) {
        return tell(violation, story, isSettled: false)
      }
      if let violation = try player.settledViolation(play) { return tell(violation, story, isSettled: true) }
      guard depth < limits.depth, !choices.isEmpty else { return }
      if depth == min(ExplorePart.steps, limits.depth), !limits.part.includes(story) { return }
      guard frontier.count < limits.maximumStates else {
        tally.dropped += 1
        return
      }
      frontier.append(Node(path: path, choices: choices, sleep: sleep, events: events))
    }
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
private struct StepTable {
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
