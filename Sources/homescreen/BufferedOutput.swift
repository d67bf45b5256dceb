import Console
import LuaAPI

/// Standard output, written in large pieces, but at least whenever no event waits.
final class BufferedOutput {
  private var text = ""
  private static let limit = 32_768

  /// A line of a report for people.
  func writeLine(_ line: StyledText) { add(StandardStream.output.rendered(.forPeople(line))) }

  /// A line of a format that programs read.
  func writeData(_ line: String) { add(StandardStream.output.rendered(.forPrograms(line))) }

  private func add(_ line: String) {
    text += line
    text += "\n"
    if text.utf8.count > Self.limit { flush() }
  }

  func flush() {
    guard !text.isEmpty else { return }
    StandardStream.output.writeRendered(text)
    text.removeAll(keepingCapacity: true)
  }
}
