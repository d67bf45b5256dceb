import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Platform
import PropertyLists

/// Plays stories of one app on one device configuration, each on a new device.
final class StoryPlayer {
  let subject: ExploredApp
  let cell: ExploreCell
  /// The number of stories that were started.
  private(set) var stories = 0
  /// The number of steps that were performed.
  private(set) var steps = 0
  /// The number of events in the last story before its last step.
  private(set) var eventsBeforeLastStep = 0
  /// The distinct errors of own actions and invariants.
  private(set) var complaints: [String] = []

  /// Whether the time is up, also within a story.
  private let isOver: () -> Bool
  /// The limit of processor time for a story, in seconds; 0 for no limit.
  private let watchdog: Double

  /// - Parameters:
  ///   - watchdog: the limit of processor time for a story, in seconds; 0 for no limit.
  ///   - limits: the work limits of the device; nil for the normal ones.
  ///   - isOver: called before each step; returning true ends the story with an ``StoryEnd/interrupted``.
  init(
    _ subject: ExploredApp, on cell: ExploreCell, watchdog: Double = 0, limits: WorkLimits? = nil,
    isOver: @escaping () -> Bool = { false }
  ) {
    (self.watchdog, self.limits, self.subject, self.cell) = (watchdog, limits, subject, cell)
    self.isOver = isOver
  }

  private let limits: WorkLimits?
  /// The app's declarations on this device.
  private var declared: Declarations?

  /// The work limits of a search. They are low so that endless work is found quickly; a failure is tried again with the
  /// normal limits before it is reported.
  static let limitsOfSearch: WorkLimits = {
    var limits = WorkLimits()
    limits.perInstant = 5_000
    limits.perCommand = 10_000
    limits.perSettle = 10_000
    return limits
  }()

  /// A story in progress.
  struct Play {
    let stage: Stage
    var monitor: StoryMonitor
  }

  /// The outcome of a story.
  enum Outcome {
    case goesOn(Play)
    /// The step with this index is not possible.
    case notPossible(step: Int)
    /// An invariant is broken after this many steps.
    case broken(Violation, steps: Int)
  }

  private var lua: LuaState { subject.session.lua }

  // MARK: Playing

  /// Creates a device with the app.
  /// - Throws: ``StoryEnd/interrupted``; ``ExploreError`` if the app's definition fails.
  private func begin() throws -> Play {
    if isOver() { throw StoryEnd.interrupted }
    stories += 1
    Watchdog.arm(seconds: watchdog)
    subject.session.beginStory()
    let results: [LuaReference]
    do {
      results = try lua.results(of: subject.startFunction, [subject.table, cell.table])
    } catch {
      switch error.stop ?? lua.stop {
      case .interrupt: throw StoryEnd.interrupted
      case .deadline:
        throw ExploreError(
          "\(subject.title), \(cell.name): installing the app took too long; \(ErrorAdvice.explain(error).message)")
      case .budget:
        throw ExploreError(
          "\(subject.title), \(cell.name): installing the app used up the instruction budget; its code may never end")
      case nil:
        // Every story installs the app in the same way, so the definition kept state from earlier stories.
        let times = stories - 1
        throw ExploreError(
          "\(subject.title), \(cell.name): \(ExploreError.text(of: error))"
            + (times == 0
              ? ""
              : ". It succeeded \(Counted.text(times, "time")) before, so the definition keeps state: put the state of a "
                + "story inside the function “code”, or in the table “story”"))
      }
    }
    let stack = lua.stack
    guard results.count == 3 else {
      throw ExploreError("\(subject.title): the function “start” must return device, app and story")
    }
    stack.push(results[0])
    stack.push(results[1])
    defer { stack.removeLast(2) }
    guard let device = stack.object(at: -2) as? Device, let app = stack.object(at: -1) as? InstalledApp else {
      throw ExploreError("\(subject.title): the function “app” must return what device:install returned")
    }
    if let limits { device.workLimits = limits }
    let declared = try declared ?? Declarations(of: app)
    self.declared = declared
    let stage = Stage(
      device: device, app: app, story: results[2], holders: results, subject: subject, declared: declared)
    return Play(stage: stage, monitor: StoryMonitor(subject, app: app.bundleIdentifier))
  }

  /// Plays the steps until a step is not possible or an invariant breaks.
  func play(_ story: some Collection<ExploreStep>) throws -> Outcome {
    var play = try begin()
    // Steps are not checked in advance: almost all were possible before, and checking is slow.
    eventsBeforeLastStep = 0
    for (number, step) in story.enumerated() {
      eventsBeforeLastStep = play.stage.device.trace.count
      guard try take(step, &play) else { return .notPossible(step: number) }
    }
    play.monitor.read(play.stage.device.trace)
    if let violation = play.monitor.violation { return .broken(violation, steps: story.count) }
    return .goesOn(play)
  }

  /// Like ``play(_:)``, but checks from the beginning whether each step is possible and whether an invariant is broken.
  /// The app's own invariants, except that of `key`, may break on the way.
  func playCarefully(_ story: [ExploreStep], _ key: Violation.Key) throws -> Outcome {
    var play = try begin()
    if let violation = try violation(&play, key) { return .broken(violation, steps: 0) }
    for (number, step) in story.enumerated() {
      play.stage.moment.pass()
      guard play.stage.app.isInstalled,
        try arguments(of: step.action, in: play).contains(where: { ExactText.isSame($0, step.argument) }),
        try take(step, &play)
      else { return .notPossible(step: number) }
      if let violation = try violation(&play, key) { return .broken(violation, steps: number + 1) }
    }
    return .goesOn(play)
  }

  private func violation(_ play: inout Play, _ key: Violation.Key) throws -> Violation? {
    play.monitor.read(play.stage.device.trace)
    return try play.monitor.violation ?? ownViolations(play, isSettled: false).first { $0.key == key }
  }

  /// Plays a story and chooses each step from the possible ones; a nil choice ends it.
  /// - Parameter report: called with violations of the app's own invariants and the number of steps; the story continues.
  func improvise(
    steps maximum: Int, _ choose: (_ position: Int, _ choices: [ExploreStep]) -> ExploreStep?,
    report: (_ own: Violation, _ steps: Int) -> Void
  ) throws -> Outcome {
    var play = try begin()
    var position = 0
    while true {
      play.monitor.read(play.stage.device.trace)
      if let violation = play.monitor.violation { return .broken(violation, steps: position) }
      for violation in try ownViolations(play, isSettled: false) { report(violation, position) }
      guard position < maximum, let step = choose(position, try choices(play)) else { return .goesOn(play) }
      position += 1
      guard try take(step, &play) else { return .notPossible(step: position - 1) }
    }
  }

  /// Plays a story, and calls `show` before each step, and with nil after the last one.
  func follow(_ story: [ExploreStep], _ show: (ExploreStep?, Stage) -> Void) throws {
    var play = try begin()
    for step in story {
      show(step, play.stage)
      guard try take(step, &play) else { break }
    }
    show(nil, play.stage)
  }

  /// Performs a step; false if the model refuses it.
  private func take(_ step: ExploreStep, _ play: inout Play) throws -> Bool {
    if isOver() { throw StoryEnd.interrupted }
    steps += 1
    subject.session.arm()
    let before = play.stage.device.trace.count
    do {
      try step.action.row.perform(play.stage, step.argument)
      return true
    } catch {
      if let interruption = interruption(error, in: step.description) { throw interruption }
      // The trace contains the error, as the app has crashed. The story continues to report the crash.
      let news = play.stage.device.trace.events[before...]
      if news.contains(where: { $0.what == .process(.crash) }) { return true }
      if let endless = Self.endless(error) {
        play.monitor.add(endless)
        return true
      }
      if !Self.isRefusal(error) {
        let what = step.action == .own ? "the action “\(step.argument)”" : "“\(step.description)”"
        complain("\(what) failed: \(ExploreError.text(of: error))")
      }
      return false
    }
  }

  private func complain(_ text: String) {
    guard complaints.count < 20, !complaints.contains(text) else { return }
    complaints.append(text)
  }

  // MARK: Choices

  /// Returns the steps that are possible now, in the order in which stories try them.
  func choices(_ play: Play) throws -> [ExploreStep] {
    guard play.stage.app.isInstalled else { return [] }
    play.stage.moment.pass()
    var steps: [ExploreStep] = []
    for action in subject.possibleActions {
      let arguments = try arguments(of: action, in: play).map { ExploreStep(action, $0) }
      steps += arguments.count > 1 ? arguments.sorted(by: ExploreStep.precedes) : arguments
    }
    return steps
  }

  private func arguments(of action: ExploreAction, in play: Play) throws -> [String] {
    do {
      let arguments = try action.row.arguments(play.stage)
      return action == .own ? arguments.filter { !subject.without.contains($0) } : arguments
    } catch {
      if let interruption = interruption(error, in: "whether “\(action.name)” is possible") { throw interruption }
      complain("it is unknown whether “\(action.name)” is possible: \(ExploreError.text(of: error))")
      return []
    }
  }

  // MARK: Invariants

  /// Returns the app's own invariants that do not hold.
  func ownViolations(_ play: Play, isSettled: Bool) throws -> [Violation] {
    var violations: [Violation] = []
    for invariant in subject.invariants
    where invariant.isSettled == isSettled && !subject.without.contains(invariant.name) && play.stage.app.isInstalled {
      do {
        let values = try lua.call(invariant.run, play.stage.app, play.stage.story, play.stage.device)
        if values.first?.boolean == false {
          let reason = values.dropFirst().first?.string ?? "“\(invariant.name)” does not hold"
          violations.append(Violation(own: invariant.name, fact: invariant.fact, reason))
        }
      } catch {
        if let interruption = interruption(error, in: invariant.name) { throw interruption }
        violations.append(Violation(own: invariant.name, fact: invariant.fact, error.message))
      }
    }
    return violations
  }

  /// Returns the violations after the device has settled. This ends the story.
  /// The user answers alerts, returns to the app and waits, as in `explore.settle`. If an invariant breaks during this,
  /// only that violation is returned, as the others may be its consequences.
  func settledViolations(_ play: Play) throws -> [Violation] {
    var play = play
    let settling = subject.invariants.contains { $0.isSettled && !subject.without.contains($0.name) }
    guard settling || !play.monitor.outstanding.isEmpty else { return [] }
    let stage = play.stage
    var failure: (any Error)?
    do {
      try Self.settle(stage)
    } catch {
      if let interruption = interruption(error, in: "the events after a wait") { throw interruption }
      if let endless = Self.endless(error) { return [endless] }
      failure = error
    }
    play.monitor.read(stage.device.trace)
    if let violation = play.monitor.violation { return [violation] }
    if let failure, !Self.isRefusal(failure) {
      complain("the events after a wait failed: \(ExploreError.text(of: failure))")
    }
    return try play.monitor.outstanding + ownViolations(play, isSettled: true)
  }

  private static let rounds = 4, answers = 4, pause = 2.5

  private static func settle(_ stage: Stage) throws {
    for _ in 0..<rounds {
      if stage.device.isLocked { try stage.device.setLocked(false) }
      for _ in 0..<answers {
        guard let alert = stage.device.alert, let button = alert.buttons.first else { break }
        try alert.tap(button)
      }
      guard stage.app.isInstalled else { return }
      if try stage.isAlive, !stage.isOffloaded, stage.device.front != stage.app { try stage.app.activate() }
      try stage.device.advance(pause)
    }
  }

  /// Returns the hash of the story's state; nil if the app's memory cannot be compared.
  func fingerprint(_ play: Play) -> UInt64? {
    guard let memory = subject.session.fingerprint(of: play.stage.device, and: play.stage.story) else { return nil }
    var hash = FNV1a64(value: memory)
    play.monitor.feed(&hash)
    return hash.value
  }

  // MARK: Errors

  /// Returns the error that ends the exploration or this story. Code that never returns is always the definition's own
  /// here, in its actions and invariants, because an app would hang first.
  private func interruption(_ error: any Error, in what: String) -> (any Error)? {
    guard let stop = (error as? LuaError)?.stop ?? lua.stop else { return nil }
    switch stop {
    case .interrupt: return StoryEnd.interrupted
    case .deadline:
      complain("“\(what)” took too long, so the watchdog stopped it; stories with it are not continued")
      return StoryEnd.givenUp
    case .budget:
      complain("“\(what)” used up its instruction budget and may never end; stories with it are not continued")
      return StoryEnd.givenUp
    }
  }

  /// Returns the violation if the app's queue never settles.
  private static func endless(_ error: any Error) -> Violation? {
    let code = (error as? SimulatorError)?.code.rawValue ?? (error as? LuaError)?.failure?.code
    guard let code,
      [SimulatorErrorCode.mainQueueNeverIdle, .tooMuchWork, .traceFull].contains(where: { $0.rawValue == code })
    else { return nil }
    return Violation(.comesToRest, nil, ExploreError.text(of: error))
  }

  /// Whether the model refuses the step.
  private static func isRefusal(_ error: any Error) -> Bool {
    if error is SimulatorError { return true }
    guard let code = (error as? LuaError)?.failure?.code else { return false }
    return SimulatorErrorCode(rawValue: code) != nil
  }
}

/// The reason why a story ends early.
enum StoryEnd: Error {
  /// Ctrl-C or the time limit ends the exploration. The findings so far are reported.
  case interrupted
  /// This story is given up, and others continue.
  case givenUp
}
