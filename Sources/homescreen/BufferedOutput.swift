import Console
import Scenarios

/// Standard output, written in large pieces, but at least at the end of each scenario.
final class BufferedOutput {
  private var text = ""
  private static let limit = 32_768

  func writeLine(_ line: String) {
    text += line
    text += "\n"
    if text.utf8.count > Self.limit { flush() }
  }

  func flush(after event: RunEvent) {
    switch event {
    case .fileStarted, .runStarted: break
    default: flush()
    }
  }

  func flush() {
    guard !text.isEmpty else { return }
    StandardStream.output.write(text)
    text.removeAll(keepingCapacity: true)
  }
}
