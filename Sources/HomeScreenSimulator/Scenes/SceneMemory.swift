public import PropertyLists

/// What the system keeps of an app's scenes, and of its state, while the app does not run.
struct SceneMemory {
  /// Sessions that outlive the process, oldest first (LAUNCH-102).
  private(set) var sessions: [SceneSession] = []
  /// Sessions that were discarded while no process could hear of it (LAUNCH-103).
  private var discarded: [SceneSession] = []
  /// Counts the sessions that were ever made, for their identifiers.
  private var count = 0
  /// What an app without scenes encoded when it last went to the background (LAUNCH-056).
  var restorableState: PropertyListDictionary?

  /// The newest session without a scene.
  var waitingSession: SceneSession? { sessions.last { $0.scene == nil } }

  mutating func makeSession(of bundleIdentifier: String, role: SceneRole = .application) -> SceneSession {
    count += 1
    return SceneSession(persistentIdentifier: "\(bundleIdentifier)-\(count)", role: role)
  }

  mutating func keep(_ session: SceneSession) { sessions.append(session) }

  /// The user has closed the window of a running app.
  mutating func forget(_ session: SceneSession) { sessions.removeAll { $0 === session } }

  /// The user has quit the app: its windows are closed for good, and it hears of that when it next runs (LAUNCH-104).
  mutating func quit(keepingSessions: Bool) {
    restorableState = nil
    guard !keepingSessions else { return }
    discarded += sessions
    sessions = []
  }

  /// What the app has to hear of; once.
  mutating func takeDiscarded() -> [SceneSession] {
    defer { discarded = [] }
    return discarded
  }

  mutating func takeRestorableState() -> PropertyListDictionary? {
    defer { restorableState = nil }
    return restorableState
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).made", count)
    state.write("\(path).restorableState", restorableState)
    for (name, sessions) in [("sessions", sessions), ("discarded", discarded)] {
      state.write("\(path).\(name)", each: sessions) { state, path, session in session.write(to: &state, at: path) }
    }
  }
}

/// The `NSCoder` of state restoration in an app without scenes: values by key, kept by the system (LAUNCH-056).
public final class StateCoder {
  /// The most keys that are kept.
  public static let maximumKeys = 1000

  /// What was encoded so far or, in a process that restores, what the last one left.
  public private(set) var values: PropertyListDictionary

  init(_ values: PropertyListDictionary = [:]) {
    self.values = values
  }

  /// Keeps a value under a key.
  ///
  /// - Throws: ``SimulatorError`` `too-many-items` beyond ``maximumKeys``.
  public func encode(_ value: PropertyListValue, forKey key: String) throws(SimulatorError) {
    guard values[key] != nil || values.entries.count < StateCoder.maximumKeys else {
      throw SimulatorError(
        .tooManyItems, "An app keeps \(StateCoder.maximumKeys) values for state restoration at most",
        hint: "Look for code that never stops encoding.")
    }
    values[key] = value
  }
}
