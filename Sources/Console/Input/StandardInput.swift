public import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Decides how this process gets its lines.
public enum StandardInput {
  /// Where a person sees what is drawn.
  private static var screen: StandardStream? {
    [StandardStream.output, .error].first { Terminal.isTerminal($0.fileDescriptor) }
  }

  /// Whether a person sits at standard input, and sees what is drawn.
  public static var isTyped: Bool { screen != nil && Terminal.isTerminal(STDIN_FILENO) }

  /// A ``LineEditor`` when a person sits at standard input and can see what is drawn on standard output or, where that
  /// goes into a pipe, on standard error; a ``PipedInput`` otherwise.
  public static func open(
    historyFile: HistoryFile? = HistoryFile.standard(), promptStyles: [TextStyle] = [],
    completer: LineEditor.Completer? = nil, wasInterrupted: @escaping () -> Bool = { false }
  ) -> any LineSource {
    if let screen, isTyped {
      let editor = try? LineEditor(
        output: screen.fileDescriptor, historyFile: historyFile, promptStyles: promptStyles, completer: completer)
      if let editor { return editor }
    }
    return PipedInput(wasInterrupted: wasInterrupted)
  }
}
