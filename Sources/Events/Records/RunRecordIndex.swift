import Platform
import PropertyLists

/// Where each file of a run stands in the lines that were written of it, so that runs can be merged without holding them.
public struct RunRecordIndex: Sendable {
  /// Bytes of the record: whole lines.
  public struct Extent: Sendable, Equatable {
    /// Of the first byte.
    public fileprivate(set) var start: Int
    /// Behind the last byte.
    public fileprivate(set) var end: Int
  }

  /// All that was told of one file that ran.
  public struct FileRecord: Sendable {
    /// Its name.
    public let file: String
    /// Its place in the whole run.
    public let position: Int
    /// Where its events are.
    public fileprivate(set) var extents: [Extent] = []
  }

  /// What messages call the record.
  public let name: String
  private var reader: RunRecordReader
  package private(set) var files: [FileRecord] = []
  /// Events that belong to no file.
  public private(set) var others: [Extent] = []
  private var open: [ExactText: Int] = [:]
  private var exitCode = ExitCode.success

  /// An index of nothing yet.
  /// - Parameter name: what messages call the record.
  public init(name: String) {
    self.name = name
    reader = RunRecordReader(file: name)
  }

  /// Adds the next line.
  /// - Parameter extent: where it stands, its end included.
  public mutating func add(_ line: some Collection<UInt8>, from start: Int, to end: Int) throws(RunRecordError) {
    let extent = Extent(start: start, end: end)
    let event = try reader.event(line)
    switch event {
    case .runStarted: break
    case .runFinished(_, _, let code): exitCode = code
    case .pluginFailed:
      // It is told while the first file loads that needs the plugin.
      if open.count == 1, let index = open.first?.value {
        append(extent, to: index)
      } else {
        Self.add(extent, to: &others)
      }
    case .fileStarted(let file, let position, _):
      open[ExactText(file)] = files.count
      files.append(FileRecord(file: file, position: position))
      append(extent, to: files.count - 1)
    case .output, .note, .fileFailed, .scenarioListed, .scenarioFinished, .coverage, .fileFinished:
      guard let file = event.file.map({ ExactText($0) }) else { break }
      if let index = open[file] { append(extent, to: index) }
      if event.name == .fileFinished { open[file] = nil }
    }
  }

  /// All lines were added.
  public func end() throws(RunRecordError) { try reader.end() }

  private mutating func append(_ extent: Extent, to index: Int) { Self.add(extent, to: &files[index].extents) }

  /// Lines behind each other are one extent.
  private static func add(_ extent: Extent, to extents: inout [Extent]) {
    if let last = extents.indices.last, extents[last].end == extent.start {
      extents[last].end = extent.end
    } else {
      extents.append(extent)
    }
  }

  // MARK: For merging

  package var header: RunHeader? { reader.header }
  package var arguments: [String] { reader.arguments }

  /// How the run ended, where no event of a file says so: a fault, or Ctrl-C between two files.
  var unexplainedExitCode: ExitCode? {
    reader.tally.explains(exitCode) ? nil : exitCode
  }
}
