import HomeScreenReports
import HomeScreenSimulator
import PropertyLists

/// The first line of a record: what is known of a run before it begins.
public struct RecordHeader: Sendable, Equatable {
  /// The version of the record's own form: in the second one a run without a path is about the folders of its project.
  public static let newestFormat = 2

  /// The version of the program.
  public var version = Homescreen.version
  /// The hash of the ledgers of facts.
  public var facts = FactLedger.hash
  /// The folder in which the run was started.
  public var workingFolder: String
  /// The arguments of `homescreen run`.
  public var arguments: [String]
  /// Whether a run without a path, in a folder without a `.busted`, was about the built-in scenarios: before there was
  /// `--built-in`.
  public private(set) var meansBuiltIn = false

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

  /// The line, without its end.
  var line: String {
    var json = JSONText()
    json.add(Self.formatKey, Self.newestFormat)
    json.add("version", version)
    json.add("facts", facts)
    json.add("workingFolder", workingFolder)
    json.add("arguments", arguments)
    return json.line
  }

  /// - Throws: a sentence without its full stop.
  init(_ node: JSONNode?) throws(RecordError) {
    guard let node, let format = node[Self.formatKey]?.number else {
      throw RecordError(line: 1, "this is no record of a run", hint: "homescreen run … --record FILE makes one")
    }
    guard format == 1 || format == Double(Self.newestFormat) else {
      throw RecordError(
        line: 1, "the record has a form that this homescreen does not read",
        hint: "use the homescreen that made it\(node.text("version").map { ": \($0)" } ?? "")")
    }
    guard let version = node.text("version"), let facts = node.text("facts"),
      let folder = node.text("workingFolder"), folder.utf8.first == UInt8(ascii: "/")
    else { throw RecordError(line: 1, "the line that begins the record is damaged") }
    meansBuiltIn = format == 1
    self.version = version
    self.facts = facts
    workingFolder = folder
    arguments = node.texts("arguments")
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
