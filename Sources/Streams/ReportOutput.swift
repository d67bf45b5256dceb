public import Reports

/// Where the lines of a report go: written in large pieces, but at least whenever no event waits.
public final class ReportOutput {
  private var text = ""
  private static let limit = 32_768

  /// To standard output.
  public init() {}

  /// Adds a line; its end is added.
  public func write(_ line: OutputText) {
    text += StandardStream.output.rendered(line)
    text += "\n"
    if text.utf8.count > Self.limit { flush() }
  }

  /// Writes what is kept.
  public func flush() {
    guard !text.isEmpty else { return }
    StandardStream.output.writeRendered(text)
    text.removeAll(keepingCapacity: true)
  }
}
