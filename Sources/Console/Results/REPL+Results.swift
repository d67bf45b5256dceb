internal import LuaAPI
internal import LuaEngine
internal import Platform

/// What a line gives, and what is on the screen.
extension REPL {
  /// Shows the results of a line; a semicolon at its end silences it.
  func show(_ results: [LuaReference], of chunk: SourceChunk) {
    guard !LineEnd(chunk.text).isSilent else { return }
    if results.count == 1, session.isNil(results[0]) {
      guard source.isInteractive else { return }
      output("nil")
      if let hint = session.hint(forUnknown: chunk.text) { output(StyledText("  \(hint)", .dim)) }
      return
    }
    for result in results {
      let shown = session.show(result, width: columns)
      output(StyledText(shown.text))
      if shown.isCut, source.isInteractive { output(StyledText("(cut; :show shows all of it)", .dim)) }
    }
  }

  /// `:show`: a value whole.
  func show(_ expression: String) -> ExitCode? {
    do {
      let value =
        expression.isEmpty
        ? session.lua.global("_") : try session.look(at: expression, names: LineForm.names(in: expression))
      output(StyledText(session.show(value, width: columns, isWhole: true).text))
      return nil
    } catch {
      return fail(error)
    }
  }

  /// Shows a part of the screen in words.
  func showScreen(_ part: Session.ScreenPart) -> ExitCode? {
    let (lines, isThere) = session.screen(part)
    if isThere, let artwork = session.artwork(part) {
      let terminal = Terminal(.output)
      let pictures = ScreenPictures.lines(
        artwork, columns: columns, usesStyles: terminal.usesStyles,
        environment: ProcessEnvironment.value)
      for line in pictures { output(line) }
      // Once in a session is enough.
      if !hasToldGraphics, let remark = TerminalGraphics.remark(environment: ProcessEnvironment.value) {
        errors("\(line: remark)")
      }
      hasToldGraphics = true
    }
    for line in lines { isThere ? output(StyledText(line)) : errors(StyledText(line)) }
    return nil
  }

  /// Of the terminal; everywhere else as many as one usually has.
  private var columns: Int {
    source.isInteractive ? Terminal(fileDescriptor: StandardStream.output.fileDescriptor).columns : 80
  }
}
