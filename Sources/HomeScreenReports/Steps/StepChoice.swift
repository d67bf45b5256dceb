/// Which scenarios of a run tell their ``ScenarioSteps``; the raw values are the words of options.
public enum StepChoice: String, Sendable, CaseIterable {
  case none
  /// Those that did not pass.
  case failed
  case all

  /// Whether a scenario that ended in a way tells them.
  public func includes(_ status: ScenarioResult.Status) -> Bool {
    switch self {
    case .none: false
    case .failed: status == .failed || status == .error
    case .all: status != .pending
    }
  }
}
