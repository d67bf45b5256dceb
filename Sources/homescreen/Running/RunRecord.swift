import Events
import Platform
import Scenarios

/// The record of a run on its way into a file. At any moment the file has what happened until then.
final class RunRecord {
  /// Where it goes.
  let file: String
  private let output: ReportOutput
  private let recorder: Recorder
  private let arguments: [String]

  /// - Parameter arguments: those of `homescreen run`.
  init(_ file: String, arguments: [String]) {
    let output = ReportOutput(ReportRequest("record", file: file))
    self.file = file
    self.output = output
    self.arguments = arguments
    recorder = Recorder { output.write(.forPrograms($0)) }
  }

  /// Does what belongs to the run, from reading its settings on.
  func record<Result>(_ body: () throws -> Result) rethrows -> Result { try recorder.record(body) }

  /// Opens the file, empties it, and begins the record.
  /// - Parameter grants: code of the projects ran because it was trusted before, of which the record's reader knows
  ///   nothing.
  func open(_ options: RunOptions, grants: Bool) throws {
    try output.open()
    // What chance has decided is decided for good.
    let seed = options.shuffleSeed.map { ["--shuffle-seed", "\($0)"] } ?? []
    recorder.begin(
      RecordHeader(
        workingFolder: ProcessEnvironment.workingFolder, arguments: seed + (grants ? ["--granted"] : []) + arguments))
  }

  /// Adds an event of the run.
  func add(_ event: RunEvent) { recorder.add(event) }

  /// Writes what is kept.
  func flush() { output.flush() }

  /// The run is over.
  func finish() throws {
    recorder.finish()
    try output.finish()
  }
}
