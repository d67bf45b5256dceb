import ArgumentParser
import HomeScreenReports

/// What is told of what a run exercised, and what it has to exercise.
struct CoverageOptions: ParsableArguments {
  @Option(
    name: .customLong("coverage"),
    help: ArgumentHelp(
      "Tells at the end which facts, states and lines of scripts were exercised. With --coverage=FILE (and the =) it is "
        + "written as JSON, and for a file.info the lines as lcov reads them.", valueName: "=file"))
  var targets: [String] = []

  @Option(
    name: .customLong("coverage-gate"),
    help: ArgumentHelp(
      "Fails the run (exit code 1) that exercises less, in percent; facts, states and lines can be asked for.",
      valueName: "facts=80,lines=90"))
  var gate: String?

  func validate() throws {
    if let gate, CoverageGate(parsing: gate) == nil {
      throw ValidationError("--coverage-gate is written facts=80,states=50,lines=90, in percent from 0 to 100.")
    }
  }

  var request: CoverageRequest {
    CoverageRequest(targets: targets, gate: gate.flatMap { CoverageGate(parsing: $0) })
  }
}
