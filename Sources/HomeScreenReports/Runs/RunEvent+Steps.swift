/// Events as they are for whoever does not look at steps.
extension RunEvent {
  /// The event without what only pages show.
  public var withoutSteps: RunEvent {
    guard case .scenarioFinished(var result) = self, result.steps != nil else { return self }
    result.steps = nil
    return .scenarioFinished(result)
  }
}
