internal import AppPackages
public import Events
internal import Platform
import PropertyLists

/// Writes the record of a run: what it is, what it asks of its machine, what happens in it.
///
/// ```swift
/// let recorder = Recorder { file.write($0) }
/// let code = recorder.record {
///   let files = try ScenarioFinder.find(paths).files
///   recorder.begin(RecordHeader(workingFolder: folder, arguments: paths))
///   return ScenarioSupervisor(options: options).run(files, pause: {}, emit: recorder.add)
/// }
/// recorder.finish()
/// ```
public final class Recorder {
  private let machine = RecordingMachine()
  private let write: (String) -> Void
  private var lineCount = 0

  /// Records nothing yet.
  ///
  /// - Parameter write: gets each line, without its end.
  public init(write: @escaping (String) -> Void) { self.write = write }

  /// Does what belongs to the run, from finding the scripts on.
  public func record<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentMachine.$value.withValue(machine, operation: body)
  }

  /// The run begins; what it has asked until now comes behind the header.
  public func begin(_ header: RecordHeader) { add(header.recorded.line) }

  /// Adds an event of the run, behind what the run has asked before it.
  public func add(_ event: RunEvent) {
    takeAnswers()
    add(event.record.line)
  }

  /// The run is over.
  public func finish() {
    takeAnswers()
    add(JSONTree.object([(RecordLine.endKey, .number(lineCount))]).line)
  }

  private func takeAnswers() {
    for line in machine.takeLines() { add(line) }
  }

  private func add(_ line: String) {
    write(line)
    lineCount += 1
  }
}
