import HomeScreenReports
import Scenarios
import Streams

extension RunRequest {
  /// Runs the scripts for a comparison, without reports.
  /// - Parameter emit: hears the events.
  mutating func replay(_ emit: @escaping (RunEvent) -> Void) -> ExitCode {
    do {
      let files = try prepare(keepsFailures: false).files
      options.keepsTraces = true
      options.measuresCoverage = coverage.isWanted
      return ScenarioSupervisor(options: options).run(files, pause: {}, emit: emit)
    } catch {
      return error.code
    }
  }

  /// Does the run again and again, and tells the first difference.
  /// - Parameters:
  ///   - events: those of the first time.
  ///   - code: how that ended.
  func repeatRun(_ files: [ScenarioFile], _ kept: KeptEvents, _ code: ExitCode) -> ExitCode {
    for number in 2...max(2, repetitions) {
      let comparison = EventComparison(with: kept.events)
      var again = KeptEvents()
      let last = ScenarioSupervisor(options: options).run(files, pause: {}) { event in
        if let event = again.kept(event) { comparison.add(event) }
      }
      if last == .interrupted { return last }
      if case .different(let difference) = comparison.finish() {
        StandardStream.error.write(
          "homescreen: run \(number) of \(repetitions) came out differently; the first event that differs:\n")
        StandardStream.error.write(difference.text(earlier: "run 1", later: "run \(number)"))
        StandardStream.error.write("note: what scripts write into files, later runs find there\n")
        return max(code, .failure)
      }
    }
    StandardStream.error.write("homescreen: \(repetitions) runs, event by event the same\n")
    return code
  }
}
