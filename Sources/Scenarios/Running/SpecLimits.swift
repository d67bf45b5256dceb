import HomeScreenSimulator

/// What a scenario may use up; nil where nothing was said.
struct SpecLimits {
  /// Virtual time in seconds; infinite: any.
  var seconds: Double?
  /// Instructions.
  var budget: Int64?

  /// These, and where they say nothing those around them.
  func within(_ outer: SpecLimits) -> SpecLimits {
    SpecLimits(seconds: seconds ?? outer.seconds, budget: budget ?? outer.budget)
  }

  /// The limit of ``seconds`` as devices take it; nil: any.
  var time: VirtualTime? { seconds.flatMap { try? VirtualTime(seconds: $0) } }
}
