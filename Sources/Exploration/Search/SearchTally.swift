import HomeScreenSimulator

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
