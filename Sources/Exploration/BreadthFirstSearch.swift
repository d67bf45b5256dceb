import Events
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// Plays all short stories in order of length, so that the first one that breaks an invariant is among the shortest,
/// and the first of its length in the order of steps.
///
/// A story ends at a state (device, app memory and pending events) that was met before, or at a failure that later
/// steps cannot undo. A step is skipped if an equivalent story performs it earlier (sleep sets). Every story starts
/// from the beginning on a new device, because a device cannot be copied.
final class BreadthFirstSearch {
  private let player: StoryPlayer
  private let limits: SearchLimits
  private var table = StepTable()
  /// The steps that were asleep when a state was met. Meeting it again with more steps asleep adds nothing new.
  private var met: [UInt64: [UInt16]] = [:]
  private var frontier: [Node] = []
  private(set) var tally = SearchTally()
  /// Called with the first story that causes each failure.
  var onFinding: (BrokenStory) -> Void = { _ in }
  /// Called from time to time with the tally.
  var onProgress: (SearchTally) -> Void = { _ in }
  private var known: Set<Violation.Key> = []

  /// A state to continue from.
  private struct Node {
    let path: [UInt16]
    let choices: [UInt16]
    let sleep: [UInt16]
    /// The number of events in the story's trace, which is equal for equal stories.
    let events: Int
  }

  init(_ player: StoryPlayer, limits: SearchLimits) { (self.player, self.limits) = (player, limits) }

  /// - Throws: ``ExploreError``.
  func run() throws {
    do {
      do {
        try visit([], sleep: [], depth: 0)
      } catch StoryEnd.givenUp {
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
            tally.dropped == 0 && tally.untried == 0 && tally.givenUp == 0 && tally.cutShort == 0
            && limits.part == .whole
          // Longer stories could only continue from a story that ended here or was left out.
          if tally.dropped == 0, tally.untried == 0, !tally.isExhausted { tally.completedDepth = limits.depth }
          break
        }
      }
    } catch StoryEnd.interrupted {
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
      if limits.isOver { throw StoryEnd.interrupted }
      let step = table.step(choice)
      let sleep = (node.sleep + earlier).filter {
        table.step($0).commutes(with: step, among: player.subject.actions)
      }
      do {
        try visit(node.path + [choice], sleep: sleep, depth: depth, after: node)
      } catch StoryEnd.givenUp {
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
      // Only the last step may be refused. The steps before it were possible.
      if number < story.count - 1 { tally.unstable += 1 }
    case .broken(let violation, _):
      if let last = story.last { tally.take(last) }
      // The story ends here, even if the failure is already known.
      if depth < limits.depth { tally.cutShort += 1 }
      report(violation, story, isSettled: false)
    case .goesOn(let play):
      if let node, player.eventsBeforeLastStep != node.events {
        tally.unstable += 1
        return
      }
      if let last = story.last { tally.take(last) }
      if let fingerprint = limits.recognisesStates ? player.fingerprint(play) : nil {
        if let before = met[fingerprint], before.allSatisfy({ sleep.contains($0) }) {
          // The app's own invariants may depend on the past, which is not part of the state.
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
      tally.untried += steps.count - choices.count
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

  /// Reports the app's own invariants that are broken, now and after the device has settled. The search continues after
  /// such failures, because the app does. Settling moves the device to another state.
  private func judge(_ play: StoryPlayer.Play, _ story: [ExploreStep]) throws {
    for violation in try player.ownViolations(play, isSettled: false) { report(violation, story, isSettled: false) }
    for violation in try player.settledViolations(play) { report(violation, story, isSettled: true) }
  }

  private func report(_ violation: Violation, _ story: [ExploreStep], isSettled: Bool) {
    guard known.insert(violation.key).inserted else { return }
    onFinding(BrokenStory(steps: story, violation: violation, isSettled: isSettled))
  }
}

/// A story that breaks an invariant.
struct BrokenStory {
  var steps: [ExploreStep]
  var violation: Violation
  /// Whether the invariant breaks only after the device has settled.
  var isSettled: Bool
  /// The number of the random story that found the failure; nil for a short story.
  var walk: Int?

  /// Whether this story is preferred to `other` for the same failure; merging findings uses the same rule.
  func isPreferred(to other: BrokenStory) -> Bool {
    if walk != other.walk { return (walk ?? -1) < (other.walk ?? -1) }
    return ExploreStep.precedes(steps, other.steps)
  }
}

/// A table of small numbers for steps, which saves memory in the many stories of a search.
struct StepTable {
  /// The maximum number of different steps.
  static let capacity = 1 + Int(UInt16.max)

  private var numbers: [ExploreStep: UInt16] = [:]
  private var steps: [ExploreStep] = []

  /// Returns the number of a step; nil if the table is full, which is unlikely for an app.
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

/// Plays long random stories, beyond the depth of the search. Each kind of step has a weight that rarely changes within
/// a story, so that some stories are mostly taps and jetsams, and others mostly waiting. The seed and the story's
/// number determine a story.
struct RandomWalks {
  let player: StoryPlayer
  let limits: SearchLimits
  let seed: UInt64
  /// The number of steps of a story.
  let length: Int

  private static let weights: [UInt64] = [1, 4, 16, 64]
  private static let changes = 3

  /// Plays the story with this number.
  /// - Parameter broken: receives each failure once, with all steps up to it, even if the story throws.
  /// - Throws: ``StoryEnd/givenUp``, ``StoryEnd/interrupted``, ``ExploreError``.
  func walk(_ number: Int, _ tally: inout SearchTally, _ broken: inout [BrokenStory]) throws {
    tally.walks += 1
    var chance = SeededRandom(seed: seed, number: number)
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
    } report: { violation, steps in
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

/// A random number generator with the same numbers on every machine.
struct SeededRandom {
  private var numbers: SplitMix64

  init(seed: UInt64, number: Int) {
    var hash = FNV1a64()
    hash.feed(Int64(bitPattern: seed))
    hash.feed(Int64(number))
    self.init(hash)
  }

  init(_ hash: FNV1a64) { numbers = SplitMix64(seed: hash.value) }

  /// Returns a number from 0 up to, but not including, `bound`.
  mutating func below(_ bound: UInt64) -> UInt64 { numbers.next().multipliedFullWidth(by: max(1, bound)).high }
}

struct SearchLimits {
  /// The maximum number of steps of a story.
  var depth: Int
  /// The maximum number of states that are kept, and of states that wait to be followed.
  var maximumStates: Int
  /// The time at which the search ends.
  var deadline: ContinuousClock.Instant?
  /// Whether a story ends at a state that was met before. If false, all stories are played.
  var recognisesStates = true
  /// The part of the stories to play.
  var part = ExplorePart.whole

  /// Another condition that ends the search.
  var isStopped: () -> Bool = { false }

  /// Whether the search must end: Ctrl-C, the deadline or `isStopped`.
  var isOver: Bool {
    if Interrupt.wasRequested || isStopped() { return true }
    return deadline.map { ContinuousClock.now >= $0 } ?? false
  }
}

/// A part of an exploration, chosen by the first steps of the stories.
package struct ExplorePart: Sendable, Equatable {
  /// The part's index, from 0.
  package let index: Int
  package let count: Int

  /// All stories.
  package static let whole = ExplorePart(index: 0, count: 1)

  /// Creates a part by its index, from 0.
  package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

  /// Returns a part of this part. All such parts together equal this part, however other parts are divided.
  func part(_ index: Int, of count: Int) -> ExplorePart {
    ExplorePart(index: self.index * count + index, count: self.count * count)
  }

  /// The number of first steps that decide which part a story belongs to.
  static let steps = 2

  /// Whether a story with this beginning belongs to the part.
  func includes(_ beginning: [ExploreStep]) -> Bool {
    guard count > 1 else { return true }
    var hash = FNV1a64()
    for step in beginning {
      hash.feed(step.action.rawValue)
      hash.feed(step.argument)
    }
    return includes(hash)
  }

  /// Whether the random story with this number belongs to the part.
  func includes(walk number: Int) -> Bool {
    guard count > 1 else { return true }
    var hash = FNV1a64()
    hash.feed(Int64(number))
    return includes(hash)
  }

  private func includes(_ hash: FNV1a64) -> Bool {
    // The high bits decide, since the low bits of the hash are only sums; parts of a part are then within it.
    var chance = SeededRandom(hash)
    return Int(chance.below(UInt64(count))) == index
  }
}

extension ExploredParts {
  /// Creates the parts from the one that was played.
  init(_ part: ExplorePart) { self.init(numbers: [part.index + 1], count: part.count) }
}

/// The counts of a search.
struct SearchTally {
  /// The number of stories that were played, each from its beginning.
  var stories = 0
  /// The number of steps that were tried from a state.
  var transitions = 0
  /// The number of different states, if states are recognised.
  var states = 0
  /// The number of steps of the stories that are being played.
  var depth = 0
  /// The number of steps up to which all stories were played.
  var completedDepth = 0
  /// Whether longer stories reach no new states.
  var isExhausted = false
  var isInterrupted = false
  /// The number of states in which the app's memory cannot be compared.
  var unrecognised = 0
  /// The number of states that were not kept because of the limit.
  var unkept = 0
  /// The number of states that were not followed because of the limit.
  var dropped = 0
  /// The number of steps that were not tried because the step table was full.
  var untried = 0
  /// The number of stories that broke an invariant before the maximum length and were not continued.
  var cutShort = 0
  /// The number of stories that behaved differently from the first time.
  var unstable = 0
  /// The number of stories that were not played to their end.
  var givenUp = 0
  /// The number of stories that did not settle within the limits of the search, but settle with the normal limits.
  var busy = 0
  /// The number of random stories.
  var walks = 0
  /// The errors of the definition's own actions and invariants.
  var complaints: [String] = []
  private(set) var taken: Set<ExploreAction> = []
  private(set) var takenOwn: Set<String> = []
  private(set) var facts: Set<FactID> = []

  mutating func take(_ step: ExploreStep) {
    taken.insert(step.action)
    if step.action == .own { takenOwn.insert(step.argument) }
  }

  /// Adds the facts of a new state: those of the events after the first `count`, which its last step caused.
  mutating func take(_ trace: Trace, after count: Int) {
    for event in trace.events[count...] { if let fact = event.fact { facts.insert(fact) } }
  }

  mutating func add(_ other: SearchTally) {
    stories += other.stories
    transitions += other.transitions
    states += other.states
    depth = max(depth, other.depth)
    isInterrupted = isInterrupted || other.isInterrupted
    unrecognised += other.unrecognised
    unkept += other.unkept
    dropped += other.dropped
    untried += other.untried
    cutShort += other.cutShort
    unstable += other.unstable
    givenUp += other.givenUp
    busy += other.busy
    walks += other.walks
    complaints += other.complaints.filter { !complaints.contains($0) }
    taken.formUnion(other.taken)
    takenOwn.formUnion(other.takenOwn)
    facts.formUnion(other.facts)
  }
}

extension SearchTally {
  /// Returns the limits of the result, in sentences for users.
  func notes(of subject: ExploredApp) -> [String] {
    var notes = complaints
    if let part = subject.unreadPart {
      notes.append(
        "\(part) was not read and may have its own methods, so “\(Invariant.reachesTheApp.name)” was not checked"
      )
    }
    notes += subject.sourceNotes
    func add(_ number: Int, _ one: String, _ others: String, _ rest: String) {
      if number > 0 { notes.append("\(Counted.text(number, one, others)) \(rest)") }
    }
    add(
      unrecognised, "state contains", "states contain",
      "values that cannot be compared (a coroutine or a system object), so each such state counts as new")
    add(givenUp, "story was", "stories were", "not played to the end, because a step used up its instruction budget")
    add(
      busy, "story runs", "stories run",
      "more blocks and timers in one step than a search allows; the app comes to rest, but the story was not continued")
    add(dropped, "state was", "states were", "not followed, because the limit was reached: raise --max-states")
    add(
      untried, "step was", "steps were",
      "not tried: a search can handle at most \(StepTable.capacity) different steps")
    add(unkept, "state was", "states were", "not kept, so some stories were played twice: raise --max-states")
    add(
      unstable, "story behaved differently when it was played again, and is",
      "stories behaved differently when they were played again, and are",
      "not reported: the app's code keeps state from other stories")
    return notes
  }
}
