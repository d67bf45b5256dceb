import Console
import LuaAPI
import LuaEngine
import Platform
import Scenarios

/// The REPL in the state of a scenario that has failed.
enum FailureREPL {
  /// Whether a person sits before it.
  static var isPossible: Bool { StandardInput.isTyped }

  /// Lets a person look around, until they leave.
  /// - Returns: whether the run goes on: not after `:quit`.
  static func open(_ failed: FailedScenario) -> Bool {
    let errors = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    var goesOn = true
    failed.inspect {
      let session = failed.session
      var running: REPL?
      let completer = Completer(begun: { running?.begunText ?? "" }, session: { session })
      let source = StandardInput.open(
        promptStyles: [.bold], completer: completer.answer(line:cursor:),
        wasInterrupted: { Interrupt.wasRequested })
      errors("“\(line: failed.name)” has failed:")
      ErrorText.lines(failed.error, in: session).forEach(errors)
      let names = session.localNames.filter { $0 != "_ENV" }
      if !names.isEmpty { errors("its variables: \(line: names.joined(separator: ", "))") }
      errors("Ctrl-D continues the run, :quit ends it.")
      do {
        let repl = try REPL(
          inspecting: session, source: source, output: { StandardStream.output.write("\($0)\n") }, errors: errors)
        running = repl
        _ = repl.run()
        goesOn = !repl.wasQuit
        if let editor = source as? LineEditor { try editor.saveHistory() }
      } catch {
        errors("\(line: "\(error)")")
      }
    }
    return goesOn
  }
}
