internal import LuaAPI
internal import LuaEngine
import Platform

/// Going back, and what there is to go back to.
extension REPL {
  /// Each line with its number, which errors tell, too, and the time on the device's clock when it began.
  func showHistory() {
    for line in lines {
      if let text = Self.historyText(line) { output("\(text)") }
    }
  }

  // Not inlined: the optimiser of Swift 6.3 fails on what the switch becomes inside of the loop.
  @inline(never)
  private static func historyText(_ line: REPLLine) -> String? {
    var text = "(time passes)"
    if case .preparation = line.kind { return nil }
    if case .code(let chunk) = line.kind {
      text = chunk.text.split(whereSeparator: \.isNewline).joined(separator: "\n               ")
    }
    if let limit = line.commandLimit { text += " -- the first \(limit == 1 ? "command" : "\(limit) commands") only" }
    let number = line.firstNumber.map { "\($0)" } ?? ""
    return "\(number.leftPadded(to: 3)) \("\(line.start)".leftPadded(to: 7)) s  \(text)"
  }

  /// A fresh session in which these lines have run. Nothing of it is shown.
  /// - Parameter look: called after each line, with what came of it.
  /// - Throws: a stop (Ctrl-C); what keeps a session from being made.
  func replay(
    _ lines: [REPLLine],
    _ look: (_ session: Session, _ number: Int, _ outcome: Result<[LuaReference], LuaError>?) -> Void = { _, _, _ in }
  ) throws -> Session {
    isReplaying = true
    defer { isReplaying = false }
    let fresh = try makeSession(lines[0].commandLimit)
    fresh.output = { _ in }
    fresh.onNote = { _ in }
    fresh.beginPlaying()
    useBudget(in: fresh)
    for (number, line) in lines.enumerated() {
      if number == preparedAt { try fresh.devices.prepare() }
      look(fresh, number, try rerun(line, number, in: fresh))
    }
    if lines.count == preparedAt { try fresh.devices.prepare() }
    return fresh
  }

  /// Runs a line once more; what it gives has been shown before.
  private func rerun(_ line: REPLLine, _ number: Int, in session: Session) throws -> Result<[LuaReference], LuaError>? {
    guard !line.isLeftOut else { return nil }
    switch line.kind {
    case .preparation: return nil
    case .code(let chunk):
      session.devices.beginLine(number, commands: line.commandLimit)
      defer { _ = session.devices.log?.takeRequest() }
      do throws(LuaError) {
        return .success(try perform(chunk, known: line.form, in: session))
      } catch {
        if error.stop == .interrupt || error.stop == .deadline { throw error }
        // It failed the first time too; or the line goes no further.
        return .failure(error)
      }
    case .wait(let wait):
      session.devices.beginLine(number)
      session.devices.log?.pass(wait)
      return nil
    }
  }

}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
