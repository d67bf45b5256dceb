internal import LuaAPI
internal import LuaEngine
internal import Platform

/// What happens on the devices while a person plays.
extension REPL {
  /// Of very many events the first and the last are told.
  private static let first = 8
  private static let last = 4

  /// Says what became of what the line asked for, and lists what happened.
  func tellNews() {
    let news = session.takeNews(first: Self.first, last: Self.last)
    if tellsAnswers {
      for answer in news.answers {
        for (number, line) in answer.enumerated() {
          let line: StyledText = number == 0 ? "\(line: line)" : "  \(line: line)"
          // Programs read results on standard output.
          source.isInteractive ? output(line) : errors(line)
        }
      }
    }
    guard tellsEvents else { return }
    if session.devices.homePress != nil { output(StyledText("  device:pressHome() came first", .dim)) }
    for line in news.events {
      let text = "  \(TerminalText.visible(line, isOneLine: true))"
      // An event takes one line, but for the reason in it; `:trace` has the whole of it.
      let columns = text.contains(" reason=") ? nil : source.columns
      output(StyledText(columns.map { DisplayWidth.clipped(text, to: $0) } ?? text, .dim))
    }
  }

  /// `:trace`: the events of the device at hand.
  func showTrace(_ words: [String]) -> ExitCode? {
    let question: EventQuestion
    do {
      question = try EventQuestion(words)
    } catch {
      return refuse("\(error)")
    }
    guard let (lines, omitted) = session.events(question) else { return refuse("there is no device") }
    if omitted > 0 { output(StyledText("(\(omitted) earlier; :trace all shows them)", .dim)) }
    for line in lines { output("\(line: line)") }
    if lines.isEmpty {
      errors(words.isEmpty ? "nothing has happened yet" : "no event matches; the words are \(EventQuestion.usage)")
    }
    return nil
  }
}
