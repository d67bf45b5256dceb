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
