internal import HomeScreenReports

/// Output that is collected for a pager.
struct Pages {
  /// Nobody pages through more.
  private static let maximumLines = 200_000

  private(set) var lines: [String] = []
  private var isCut = false

  var text: String {
    (lines + (isCut ? ["… more than \(Self.maximumLines) lines are not shown"] : [])).joined(separator: "\n") + "\n"
  }

  mutating func add(_ line: StyledText) {
    guard lines.count < Self.maximumLines else { return isCut = true }
    lines.append(line.rendered(hasStyles: false))
  }
}
