import ArgumentParser

/// What is shown of what a run exercised.
struct CoverageOptions: ParsableArguments {
  @Option(
    name: .customLong("coverage"),
    help: ArgumentHelp(
      "Tells at the end which facts, states and lines of scripts were exercised. With --coverage=FILE (and the =) it is "
        + "written as JSON, and for a file.info the lines as lcov reads them.", valueName: "=file"))
  var targets: [String] = []

  var request: CoverageRequest { CoverageRequest(targets: targets) }
}
