/// Small numbers for steps: a search keeps very many stories.
struct StepTable {
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
