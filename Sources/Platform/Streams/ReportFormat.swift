import PropertyLists

/// A format in which a report can be written: one row of a ``ReportFormats`` table.
public struct ReportFormat<Make: Sendable>: Sendable {
  /// The name for `--format NAME`.
  public let name: String
  /// A description for the help, in a few words.
  public let summary: String
  /// Makes the report.
  public let make: Make

  /// Creates a row of the table.
  public init(_ name: String, _ summary: String, make: Make) {
    (self.name, self.summary, self.make) = (name, summary, make)
  }
}

/// The formats of one kind of report. The option, the help and the messages all read this table, so a new format is one
/// more row.
public protocol ReportFormats {
  /// The function that makes the text.
  associatedtype Make: Sendable

  /// All formats. The first one is the default.
  static var all: [ReportFormat<Make>] { get }

  /// The source of further formats, for the help; empty if there is none.
  static var others: String { get }
}

extension ReportFormats {
  /// Empty by default.
  public static var others: String { "" }

  // Plain loops: for a generic type the runtime looks up key paths and algorithms of sequences, which slows down each
  // start.

  /// The names of the formats, in the order of the table.
  public static var names: [String] {
    var names: [String] = []
    for format in all { names.append(format.name) }
    return names
  }

  /// Returns the format of a name; nil for an unknown one.
  public static func named(_ name: String) -> ReportFormat<Make>? {
    for format in all where format.name == name { return format }
    return nil
  }

  /// The formats for a help text: `terminal (for people), json (one event a line)`.
  public static var help: String { all.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ") + others }
}

extension UserError {
  /// Creates an error about a format that is not among the known ones: with the nearest one.
  ///
  /// - Parameter note: the source of further formats.
  public init(unknownFormat name: String, known: [String], note: String = "") {
    let file = known.first { name.hasPrefix($0 + ".") }.map { "\($0)=\(Spelling.beginning(of: name))" }
    let near = (file ?? Spelling.nearest(to: name, in: known).first).map { "; did you mean “\($0)”?" } ?? ""
    let shown = TerminalText.visible(String(Spelling.beginning(of: name)), isOneLine: true)
    self.init("unknown format “\(shown)”; use one of \(known.joined(separator: ", "))\(note)\(near)")
  }
}

/// A requested report: `--format NAME` for standard output, `--format NAME=FILE` for a file.
public struct ReportRequest: Sendable, Equatable {
  /// The name of the format.
  public let format: String
  /// The file; nil for standard output.
  public let file: String?

  /// Creates a request for standard output, or for a file.
  public init(_ format: String, file: String? = nil) { (self.format, self.file) = (format, file) }

  /// Parses the value of `--format`; the file `-` is standard output.
  public init(parsing text: String) throws(UserError) {
    guard let equals = text.firstIndex(of: "=") else {
      if text.isEmpty { throw UserError("--format needs a name") }
      self.init(text)
      return
    }
    let file = String(text[text.index(after: equals)...])
    self.init(String(text[..<equals]), file: file == "-" ? nil : file)
    let shown = TerminalText.visible(text, isOneLine: true)
    if format.isEmpty { throw UserError("--format \(shown) has no name before the =") }
    if file.isEmpty {
      let name = TerminalText.visible(format, isOneLine: true)
      throw UserError(
        "--format \(shown) names no file; use --format \(shown)FILE, or --format \(name) for standard output")
    }
  }

  /// Parses all reports of a command line. One report may go to standard output; the others need files.
  ///
  /// - Parameters:
  ///   - texts: the values of `--format`.
  ///   - name: the format for standard output if no report is requested.
  ///   - isAlwaysPrinted: whether standard output gets that format even if all other reports go to files.
  public static func list(
    _ texts: [String], default name: String, isAlwaysPrinted: Bool = false
  ) throws(UserError) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    for text in texts {
      let new = try ReportRequest(parsing: text)
      if let old = requests.first(where: { $0.file == new.file }) { throw UserError(old, new) }
      requests.append(new)
    }
    let isSilent = isAlwaysPrinted && requests.allSatisfy { $0.file != nil }
    return requests.isEmpty || isSilent ? [ReportRequest(name)] + requests : requests
  }
}

extension UserError {
  /// Creates an error for two reports in one place.
  fileprivate init(_ first: ReportRequest, _ second: ReportRequest) {
    let text =
      first.file.map { "two reports would go into \($0); give each its own file" }
        ?? """
        \(first.format) and \(second.format) would both go to standard output; give one of them a file, such as \
        --format \(second.format)=FILE
        """
    self.init(TerminalText.visible(text, isOneLine: true))
  }
}
