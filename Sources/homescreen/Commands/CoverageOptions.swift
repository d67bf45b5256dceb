import ArgumentParser

/// What is shown of what a run exercised.
struct CoverageOptions: ParsableArguments {
  @Option(
    name: .customLong("coverage"),
    help: ArgumentHelp(
      "Report which facts, states and script lines were exercised. --coverage=FILE (with the =) writes JSON, or the "
        + "lines for lcov if the file is named *.info.", valueName: "=file"))
  var targets: [String] = []

  var request: CoverageRequest { CoverageRequest(targets: targets) }
}
