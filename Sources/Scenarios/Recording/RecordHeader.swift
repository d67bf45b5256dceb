public import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// The first line of a record: what is known of a run before it begins.
public struct RecordHeader: Sendable, Equatable, Recorded {
  /// The version of the record's own form.
  private static let newestFormat = 2

  /// The version of the program.
  public var version = Homescreen.version
  /// The hash of the ledgers of facts.
  public var facts = FactLedger.hash
  /// The folder in which the run was started.
  public var workingFolder: String
  /// The arguments of `homescreen run`.
  public var arguments: [String]

  /// Of a run with this program.
  public init(workingFolder: String, arguments: [String]) {
    self.workingFolder = workingFolder
    self.arguments = arguments
  }

  private static let formatKey = "record"

  /// Whether a line of a file looks like the first one of a record.
  public static func begins(_ line: some Collection<UInt8>) -> Bool {
    line.starts(with: "{\"\(formatKey)\":".utf8)
  }

  package static var blank: Self { Self(workingFolder: "", arguments: []) }

  package mutating func fields(_ field: inout RecordFields) {
    var format = Self.newestFormat
    field(Self.formatKey, &format)
    field("version", &version)
    field("facts", &facts)
    field("workingFolder", &workingFolder)
    field("arguments", &arguments)
    field.check(workingFolder.utf8.first == UInt8(ascii: "/"))
  }

  /// - Throws: a sentence without its full stop.
  init(_ node: JSONNode?) throws(RecordError) {
    guard let node, let format = node[Self.formatKey]?.number else {
      throw RecordError(line: 1, "this is no record of a run", hint: "homescreen run … --record FILE makes one")
    }
    guard format == Double(Self.newestFormat) else {
      throw RecordError(
        line: 1, "the record has a form that this homescreen does not read",
        hint: "use the homescreen that made it\(node["version"]?.string.map { ": \($0)" } ?? "")")
    }
    guard let header = Self(recorded: node) else {
      throw RecordError(line: 1, "the line that begins the record is damaged")
    }
    self = header
  }

  /// What of the program is not as it was, a line each.
  public var differences: [String] {
    let now = RecordHeader(workingFolder: workingFolder, arguments: arguments)
    var lines: [String] = []
    if version != now.version {
      lines.append("the run was recorded by homescreen \(version), and this is \(now.version)")
    }
    if facts != now.facts {
      lines.append("the facts about iOS are others than when the run was recorded (\(facts), now \(now.facts))")
    }
    return lines
  }
}
