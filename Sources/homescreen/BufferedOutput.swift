import Console

/// Standard output, written in large pieces, but at least whenever no event waits.
final class BufferedOutput {
  private var text = ""
  private static let limit = 32_768

  func writeLine(_ line: String) {
    text += line
    text += "\n"
    if text.utf8.count > Self.limit { flush() }
  }

  func flush() {
    guard !text.isEmpty else { return }
    StandardStream.output.write(text)
    text.removeAll(keepingCapacity: true)
  }
}
