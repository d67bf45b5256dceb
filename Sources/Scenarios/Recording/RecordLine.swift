internal import AppPackages
import PropertyLists

/// Lines of records that are no events, and how all of them are read.
enum RecordLine {
  /// A file whose bytes were not the same for all who read it.
  static let changedKey = "changed"
  /// What a replay asked for and did not get; told by workers only.
  static let unknownKey = "asked-in-vain"
  /// A path that a watched script asked for; told by workers only.
  static let pathKey = "asked-path"
  /// A file that a watched script wrote; told by workers only.
  static let writtenKey = "asked-to-write"
  /// The last line.
  static let endKey = "recordEnd"

  /// The line that tells of a file that changed during the run.
  static func changed(_ path: String) -> String { line(changedKey, path) }

  /// The line with which a worker tells what it asked for in vain.
  static func unknown(_ subject: String) -> String { line(unknownKey, subject) }

  /// A line with one field.
  static func line(_ key: String, _ value: String) -> String { JSONTree.object([(key, .text(value))]).line }

  /// A line may hold a whole file, or the names of a folder.
  private static let limits = JSONLimits(maximumDepth: 8, maximumNodes: 200_000, maximumBytes: .max)

  /// The object of a line; nil when there is none.
  static func parse(_ line: some Collection<UInt8>) -> JSONNode? {
    guard let root = try? LenientJSON.parse(Array(line), file: "record", limits: limits).root, root.object != nil else {
      return nil
    }
    return root
  }
}
