internal import AppPackages
public import HomeScreenReports
import PropertyLists

/// A run that was recorded, as its file tells it.
///
/// One JSON object a line: ``RecordHeader``, what the run asked of its machine, and the run's events, in the order in
/// which they came; at last the number of lines. A run that was killed leaves a record without its end.
public struct Record: Sendable {
  /// What the run was.
  public let header: RecordHeader
  /// What happened in it.
  public let events: [RunEvent]
  /// Whether the record goes to the end of the run.
  public let isWhole: Bool
  /// Files that changed while the run was recorded.
  public let changedFiles: [String]
  private let answers: [MachineAnswer]

  /// A record file may be as large as this, in bytes.
  static let maximumSize = 1 << 30

  /// Reads the record at a path of the disk.
  /// - Throws: ``RecordError``.
  public init(contentsOf path: String) throws(RecordError) {
    let folder = FileTreePath.directory(of: path)
    let start = folder.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : folder
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try FolderTree(start, limits: FileTreeLimits(maximumFileSize: Self.maximumSize))
        .read(FileTreePath.lastComponent(path))
    } catch {
      throw RecordError(line: nil, error.message, hint: error.hint)
    }
    try self.init(bytes)
  }

  /// Reads the bytes of a record.
  /// - Throws: ``RecordError`` with the line that is damaged.
  public init(_ bytes: [UInt8]) throws(RecordError) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A line that has no end was cut off with the run.
    let rest = lines.removeLast()
    guard let first = lines.first else {
      throw RecordError(line: 1, bytes.isEmpty ? "the record is empty" : "this is no record of a run")
    }
    header = try RecordHeader(RecordLine.parse(first))
    var events: [RunEvent] = []
    var answers: [MachineAnswer] = []
    var changed: [String] = []
    var end: Int?
    for (index, line) in lines.enumerated().dropFirst() {
      guard end == nil else { throw RecordError(line: index + 1, "there is more behind the end of the record") }
      guard let node = RecordLine.parse(line) else { throw RecordError(line: index + 1, "this is no object of JSON") }
      if node["event"] != nil {
        guard let event = RunEvent(line: line) else { throw RecordError(line: index + 1, "this is no event of a run") }
        events.append(event)
      } else if let path = node.text(RecordLine.changedKey) {
        changed.append(path)
      } else if let count = node[RecordLine.endKey]?.number {
        guard Int(exactly: count) == index else {
          throw RecordError(line: index + 1, "lines are missing, or there are too many: \(index), and not \(count)")
        }
        end = index
      } else if let answer = MachineAnswer(node) {
        answers.append(answer)
      } else {
        throw RecordError(line: index + 1, "this is nothing that a record holds")
      }
    }
    guard end == nil || rest.isEmpty else {
      throw RecordError(line: lines.count + 1, "there is more behind the end of the record")
    }
    self.events = events
    self.answers = answers
    isWhole = end != nil
    changedFiles = changed
  }

  /// The machine on which the run was recorded.
  func machine() -> RecordedMachine { RecordedMachine(workingFolder: header.workingFolder, answers) }
}
