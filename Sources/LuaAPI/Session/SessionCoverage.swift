public import Events
import HomeScreenSimulator
public import LuaEngine

/// What of the model the scripts of a session exercise: the facts that events, failures and checks name, the states
/// that apps, scenes and the Home Screen are in after each command, and the words of the trace.
public final class SessionCoverage {
  /// The IDs of facts.
  public private(set) var facts: Set<String> = []
  /// States, by their groups.
  public private(set) var states: [ModelStates: Set<String>] = [:]
  /// `app: notRunning → runningForeground`
  public private(set) var transitions: Set<String> = []

  /// Of nothing yet.
  public init() {}

  /// A failure that a script got.
  public func add(_ failure: LuaFailure) {
    if let fact = failure.fact { facts.insert(fact) }
  }

  func add(_ group: ModelStates, _ state: String) { states[group, default: []].insert(state) }

  func add(_ events: ArraySlice<TraceEvent>) {
    for event in events {
      if let fact = event.fact { facts.insert(fact.rawValue) }
      if let group = ModelStates(of: event.what) { add(group, event.name) }
    }
  }

  /// A check that was made exercises its fact, whether it passed or not.
  func add(_ decision: AlternateIconDecision) {
    facts.insert(decision.fact.rawValue)
    for step in decision.steps {
      switch step.status {
      case .failed, .succeededAtOnce:
        facts.insert(step.check.fact.rawValue)
        add(.iconChecks, "\(step.check.name.rawValue) ends the request")
      case .passed:
        facts.insert(step.check.fact.rawValue)
        add(.iconChecks, "\(step.check.name.rawValue) passed")
      case .skipped, .notInThisVersion, .notReached: break
      }
    }
  }

  /// A command has ended.
  /// - Parameter before: the states of the device's parts at the end of the last one.
  func add(_ device: Device, _ before: inout [String: String]) {
    func note(_ group: ModelStates, _ part: String, _ state: String) {
      add(group, state)
      let old = before.updateValue(state, forKey: part)
      if let old, old != state { transitions.insert("\(group.rawValue): \(old) → \(state)") }
    }
    note(.springboardModes, "springboard", device.springboard.mode.rawValue)
    for app in device.apps {
      // An app that is gone has none.
      guard let state = try? app.state else { continue }
      note(.appStates, "app \(app.bundleIdentifier)", state.rawValue)
      for scene in (try? app.scenes) ?? [] { note(.sceneStates, "scene \(scene.identifier)", scene.state.rawValue) }
    }
  }
}
