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
      switch comparison.finish() {
      case .same: break
      case .lost:
        StandardStream.error.write(
          "homescreen: the events of run 1, which are kept in a temporary file, cannot be read any more; nothing is compared\n"
        )
        return max(code, .internalFault)
      case .different(let difference):
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
