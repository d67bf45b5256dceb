/// Events as they are for whoever does not look at steps.
extension RunEvent {
  /// The event without what only pages show.
  public var withoutSteps: RunEvent {
    switch self {
    case .scenarioFinished(var result) where result.steps != nil:
      result.steps = nil
      return .scenarioFinished(result)
    case .scenarioCompared(var scenario) where scenario.sides.contains { $0.steps != nil }:
      for index in scenario.sides.indices { scenario.sides[index].steps = nil }
      return .scenarioCompared(scenario)
    case .runStarted, .pluginFailed, .fileStarted, .output, .note, .scenarioListed, .scenarioFinished,
      .scenarioCompared,
      .coverage, .fileFailed, .fileFinished, .runFinished:
      return self
    }
  }
}
