internal import AppPackages
internal import Events
internal import Platform
import PropertyLists

/// A run that was recorded, as its file tells it.
///
/// One JSON object a line: ``RecordHeader``, what the run asked of its machine, and the run's events, in the order in
/// which they came; at last the number of lines. A run that was killed leaves a record without its end.
public struct Record {
  /// What the run was.
  public let header: RecordHeader
  /// What happened in it.
  public let events: EventStore
  /// Whether the record goes to the end of the run.
  public let isWhole: Bool
  /// Files that changed while the run was recorded.
  public let changedFiles: [String]
  private let answers: [MachineAnswer]

  /// Reads the record at a path of the disk, line by line.
  /// - Throws: ``RecordError``.
  public init(contentsOf path: String) throws(RecordError) {
    let folder = FileTreePath.directory(of: path)
    let start = folder.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : folder
    let source: any ByteSource
    do throws(FileTreeError) {
      source = try FolderTree(start).open(FileTreePath.lastComponent(path))
    } catch {
      throw RecordError(line: nil, error.message, hint: error.hint)
    }
    try self.init(RecordLines(count: source.count, source.bytes))
  }

  /// Reads the bytes of a record.
  /// - Throws: ``RecordError`` with the line that is damaged.
  public init(_ bytes: [UInt8]) throws(RecordError) {
    try self.init(RecordLines(count: bytes.count) { Array(bytes[$0]) })
  }

  private init(_ source: RecordLines) throws(RecordError) {
    var lines = source
    guard let first = try lines.next(), first.hasEnd else {
      throw RecordError(line: 1, lines.isEmpty ? "the record is empty" : "this is no record of a run")
    }
    header = try RecordHeader(RecordLine.parse(first.bytes))
    let events = EventStore()
    var answers: [MachineAnswer] = []
    var changed: [String] = []
    var end: Int?
    var index = 0
    // A line that has no end was cut off with the run.
    while let (line, hasEnd) = try lines.next() {
      index += 1
      guard end == nil else { throw RecordError(line: index + 1, "there is more behind the end of the record") }
      guard hasEnd else { break }
      guard let node = RecordLine.parse(line) else { throw RecordError(line: index + 1, "this is no object of JSON") }
      if node["event"] != nil {
        guard let event = RunEvent(line: line) else { throw RecordError(line: index + 1, "this is no event of a run") }
        events.append(event)
      } else if let path = node[RecordLine.changedKey]?.string {
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
    self.events = events
    self.answers = answers
    isWhole = end != nil
    changedFiles = changed
  }

  /// The machine on which the run was recorded.
  func machine() -> RecordedMachine { RecordedMachine(workingFolder: header.workingFolder, answers) }
}

/// The lines of a record, read block by block: it may be larger than memory.
private struct RecordLines {
  private let count: Int
  private let read: (Range<Int>) throws(FileTreeError) -> [UInt8]
  private var position = 0
  private var lines = LineBuffer()
  private var number = 0

  private static let blockSize = 1 << 18

  init(count: Int, _ read: @escaping (Range<Int>) throws(FileTreeError) -> [UInt8]) {
    self.count = count
    self.read = read
  }

  var isEmpty: Bool { count == 0 }

  /// The next line without its line feed, and whether it has one; nil after the last.
  mutating func next() throws(RecordError) -> (bytes: ArraySlice<UInt8>, hasEnd: Bool)? {
    number += 1
    while true {
      if let line = lines.next() { return (line.dropLast(), true) }
      guard !lines.isBroken else {
        throw RecordError(line: number, "the line has more than \(LineBuffer.maximumLength >> 20) MiB")
      }
      let block: [UInt8]
      do throws(FileTreeError) {
        block = try position < count ? read(position..<min(position + Self.blockSize, count)) : []
      } catch {
        throw RecordError(line: number, error.message, hint: error.hint)
      }
      guard !block.isEmpty else {
        let rest = lines.takeRest()
        return rest.isEmpty ? nil : (rest, false)
      }
      position += block.count
      lines.append(block[...])
    }
  }
}
