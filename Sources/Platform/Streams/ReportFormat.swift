import PropertyLists

/// A form in which a report can be written: one row of a ``ReportFormats`` table.
public struct ReportFormat<Make: Sendable>: Sendable {
  /// As it is asked for: `--format NAME`.
  public let name: String
  /// What it is, for the help: a few words.
  public let summary: String
  /// Makes the report.
  public let make: Make

  /// A row of the table: what it is called, what it is, and how it is made.
  public init(_ name: String, _ summary: String, make: Make) {
    self.name = name
    self.summary = summary
    self.make = make
  }
}

/// The formats of one kind of report, in one table: what is asked for, the help and the messages all read it, so that a
/// new format is one more row.
public protocol ReportFormats {
  /// How a format makes its text.
  associatedtype Make: Sendable

  /// The first one is taken when none is asked for.
  static var all: [ReportFormat<Make>] { get }

  /// Where other formats come from, for the help; empty where there are none.
  static var others: String { get }
}

extension ReportFormats {
  /// There are no others.
  public static var others: String { "" }

  // Plain loops: key paths and the algorithms of sequences are looked up by the runtime for a type that is generic here,
  // and that is felt at the start of each run.

  /// What can be asked for, in the order of the table.
  public static var names: [String] {
    var names: [String] = []
    for format in all { names.append(format.name) }
    return names
  }

  /// The format of a name; nil when there is none.
  public static func named(_ name: String) -> ReportFormat<Make>? {
    for format in all where format.name == name { return format }
    return nil
  }

  /// What a help text says of them: `terminal (for people), json (one event a line)`.
  public static var help: String { all.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ") + others }
}

/// A format was asked for that there is not.
public struct UnknownFormat: Error, CustomStringConvertible {
  /// What was asked for.
  public let name: String
  /// The names of those there are.
  public let known: [String]
  /// What is said about where others would come from; empty where there are none.
  public let note: String

  /// A format that is none of those that are known.
  public init(_ name: String, known: [String], note: String = "") {
    self.name = name
    self.known = known
    self.note = note
  }

  /// What a person reads: the formats there are, and the nearest name.
  public var description: String {
    let near = Spelling.nearest(to: name, in: known).first.map { "; did you mean “\($0)”?" } ?? ""
    let shown = TerminalText.visible(String(Spelling.beginning(of: name)), isOneLine: true)
    return "unknown format “\(shown)”; use one of \(known.joined(separator: ", "))\(note)\(near)"
  }
}

/// A report that was asked for: `--format NAME` for standard output, `--format NAME=FILE` for a file.
public struct ReportRequest: Sendable, Equatable {
  /// The name of the format.
  public let format: String
  /// nil: standard output.
  public let file: String?

  /// A report for standard output, or for a file.
  public init(_ format: String, file: String? = nil) {
    self.format = format
    self.file = file
  }

  /// Reads what follows `--format`; the file `-` is standard output.
  public init(parsing text: String) throws(ReportRequestError) {
    guard let equals = text.firstIndex(of: "=") else {
      if text.isEmpty { throw ReportRequestError("--format needs a name") }
      self.init(text)
      return
    }
    let file = String(text[text.index(after: equals)...])
    self.init(String(text[..<equals]), file: file == "-" ? nil : file)
    if format.isEmpty { throw ReportRequestError("--format \(text) has no name before the =") }
    if file.isEmpty {
      throw ReportRequestError(
        "--format \(text) names no file; use --format \(text)FILE, or --format \(format) for standard output")
    }
  }

  /// Reads all that a command line asks for. One report may go to standard output; each further one needs a file.
  ///
  /// - Parameters:
  ///   - texts: what follows each `--format`.
  ///   - name: the format for standard output when nothing is asked for.
  ///   - isAlwaysTold: whether standard output gets that format also when all others go into files.
  public static func list(
    _ texts: [String], default name: String, isAlwaysTold: Bool = false
  ) throws(ReportRequestError) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    for text in texts {
      let new = try ReportRequest(parsing: text)
      if let old = requests.first(where: { $0.file == new.file }) { throw ReportRequestError(old, new) }
      requests.append(new)
    }
    let isSilent = isAlwaysTold && requests.allSatisfy { $0.file != nil }
    return requests.isEmpty || isSilent ? [ReportRequest(name)] + requests : requests
  }
}

/// Reports that cannot be written as they are asked for.
public struct ReportRequestError: Error, Equatable, CustomStringConvertible {
  /// What a person reads, without a full stop.
  public let description: String

  package init(_ text: String) {
    description = TerminalText.visible(text, isOneLine: true)
  }

  /// Two reports for one place.
  fileprivate init(_ first: ReportRequest, _ second: ReportRequest) {
    self.init(
      first.file.map { "two reports would go into \($0); give each its own file" }
        ?? """
        \(first.format) and \(second.format) would both go to standard output; give one of them a file, such as \
        --format \(second.format)=FILE
        """)
  }
}
