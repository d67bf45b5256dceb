import Events
import HomeScreenSimulator
import LuaEngine
import PropertyLists

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
  static let capacity = 1 + Int(UInt16.max)

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

/// Random numbers that are the same on every machine.
struct SeededRandom {
  private var numbers: SplitMix64

  init(seed: UInt64, number: Int) {
    var hash = FNV1a64()
    hash.feed(Int64(bitPattern: seed))
    hash.feed(Int64(number))
    self.init(hash)
  }

  init(_ hash: FNV1a64) { numbers = SplitMix64(seed: hash.value) }

  /// A number from 0 on, below `bound`.
  mutating func below(_ bound: UInt64) -> UInt64 { numbers.next().multipliedFullWidth(by: max(1, bound)).high }
}

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
package struct ExplorePart: Sendable, Equatable {
  /// From 0.
  package let index: Int
  /// How many there are.
  package let count: Int

  /// All stories.
  package static let whole = ExplorePart(index: 0, count: 1)

  /// The part with this number, from 0, of so many.
  package init(index: Int, count: Int) {
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
    var chance = SeededRandom(hash)
    return Int(chance.below(UInt64(count))) == index
  }
}

extension ExploredParts {
  /// The one part that was played.
  init(_ part: ExplorePart) { self.init(numbers: [part.index + 1], count: part.count) }
}

/// The figures of a search.
struct SearchTally {
  /// Stories that were played, each from its beginning.
  var stories = 0
  /// Steps that were tried from a state.
  var transitions = 0
  /// Different states, as far as states are recognised.
  var states = 0
  /// How many steps the stories have that are played now.
  var depth = 0
  /// All stories of so many steps have been played.
  var completedDepth = 0
  /// No longer story comes to anything new.
  var isExhausted = false
  var isInterrupted = false
  /// States in which the app's memory cannot be compared.
  var unrecognised = 0
  /// States that were not kept, for want of room.
  var unkept = 0
  /// States that were not followed, for want of room.
  var dropped = 0
  /// Steps that were not tried, because there are more different ones than a search tells apart.
  var untold = 0
  /// Stories that broke at once before they were as long as any: what follows them was not played.
  var cutShort = 0
  /// Stories that did something else than the first time.
  var unstable = 0
  /// Stories that were not played to their end.
  var givenUp = 0
  /// Stories that seemed to come to no rest, and do.
  var busy = 0
  /// Stories of chance.
  var walks = 0
  /// What the definition's own actions and invariants did wrong.
  var complaints: [String] = []
  private(set) var taken: Set<ExploreAction> = []
  private(set) var takenOwn: Set<String> = []
  private(set) var facts: Set<FactID> = []

  mutating func take(_ step: ExploreStep) {
    taken.insert(step.action)
    if step.action == .own { takenOwn.insert(step.argument) }
  }

  /// The facts of a state that was not met before: those of its last step, which began after so many events.
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
    untold += other.untold
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
  /// What limits the result, in sentences for people.
  func notes(of subject: ExploredApp) -> [String] {
    var notes = complaints
    if let part = subject.unreadPart {
      notes.append(
        "\(part) was not read and may have its own methods, so “\(Invariant.reachesTheApp.name)” was not checked"
      )
    }
    notes += subject.sourceNotes
    if unrecognised > 0 {
      notes.append(
        "\(unrecognised) states contain what cannot be compared (a coroutine, an object of the system), so each of "
          + "them counts as new")
    }
    if givenUp > 0 {
      notes.append(
        "\(givenUp) stories were not played to their end, because a step used up the budget of its code")
    }
    if busy > 0 {
      notes.append(
        "\(busy) stories run more blocks and timers in one step than a search plays, though they do come to rest: "
          + "what follows them was not played")
    }
    if dropped > 0 {
      notes.append("\(dropped) states were not followed, because there was no room: raise --max-states")
    }
    if untold > 0 {
      notes.append(
        "\(untold) steps were not tried: a search can handle at most \(StepTable.capacity) different steps")
    }
    if unkept > 0 {
      notes.append("\(unkept) states were not kept, so some stories were played twice: raise --max-states")
    }
    if unstable > 0 {
      notes.append(
        "\(unstable) stories did something else when they were played again, and are not reported: the app's code "
          + "remembers what it did in other stories")
    }
    return notes
  }
}
