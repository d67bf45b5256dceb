internal import HomeScreenReports

/// Where a session speaks: to the person, into the pages that are being collected, and into the file of `:log`.
final class REPLTalk {
  private let output: (StyledText) -> Void
  private let errors: (StyledText) -> Void
  /// What is to be shown page by page, while it is collected.
  var pages: Pages?
  /// Where the session is being written.
  var log: SessionLog?

  /// - Parameters:
  ///   - output: gets results, a line at a time.
  ///   - errors: gets error messages, a line at a time.
  init(output: @escaping (StyledText) -> Void, errors: @escaping (StyledText) -> Void) {
    self.output = output
    self.errors = errors
  }

  /// Shows a line of results.
  func show(_ line: StyledText) {
    if pages != nil { pages?.add(line) } else { output(line) }
    log?.add(output: line)
  }

  /// Shows a line about what went wrong, or about the session itself.
  func tell(_ line: StyledText) {
    errors(line)
    log?.add(output: line)
  }

  /// Output that is collected for a pager.
  struct Pages {
    /// Nobody pages through more.
    private static let maximumLines = 200_000

    private var lines: [String] = []
    private var isCut = false

    var text: String {
      (lines + (isCut ? ["… more than \(Self.maximumLines) lines are not shown"] : [])).joined(separator: "\n") + "\n"
    }

    fileprivate mutating func add(_ line: StyledText) {
      guard lines.count < Self.maximumLines else { return isCut = true }
      lines.append(line.rendered(hasStyles: false))
    }

    init() {}
  }
}
