import ArgumentParser
import Events

/// What is kept of a run.
struct RecordOptions: ParsableArguments {
  @Option(
    name: .customLong("record"),
    help: ArgumentHelp(
      "Keeps the run with all that decides it in one file, for homescreen replay.", valueName: "file"))
  var file: String?

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

  func validate() throws {
    if file?.isEmpty == true { throw ValidationError("--record names no file.") }
  }
}
