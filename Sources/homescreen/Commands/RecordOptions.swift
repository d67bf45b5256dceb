import ArgumentParser
import HomeScreenReports

/// What is kept of a run, and how often it is done.
struct RecordOptions: ParsableArguments {
  @Option(
    name: .customLong("record"),
    help: ArgumentHelp(
      "Keeps the run with all that decides it in one file, for homescreen replay.", valueName: "file"))
  var file: String?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "Does the run so many times, each in a process of its own, and compares the events of all.", valueName: "number"))
  var repetitions = 1

  private static let stepWords = StepChoice.allCases.map(\.rawValue).joined(separator: "|")

  @Option(
    help: ArgumentHelp(
      "Which scenarios tell each step, with the state of the device and the line of Lua, for --format html and json: by "
        + "default those that fail, where html is written.",
      valueName: stepWords),
    transform: { text in
      guard let choice = StepChoice(rawValue: text) else { throw ValidationError("--steps is \(stepWords).") }
      return choice
    })
  var steps: StepChoice?

  /// Nobody waits for more.
  private static let maximumRepetitions = 100_000

  func validate() throws {
    guard (1...Self.maximumRepetitions).contains(repetitions) else {
      throw ValidationError("--repeat is a number from 1 to \(Self.maximumRepetitions).")
    }
    if file?.isEmpty == true { throw ValidationError("--record names no file.") }
  }
}
