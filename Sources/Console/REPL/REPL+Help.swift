internal import LuaAPI
internal import LuaEngine
internal import Platform

/// Help by words, and its examples.
extension REPL {
  /// Explains a name, or says what there is. No one wants that in the saved scenario, so it is not in the session.
  func help(_ topic: String?) -> ExitCode? {
    let text = "help(\(topic.map(argumentOfHelp) ?? ""))"
    return guarded {
      defer { if source.isInteractive { session.arm(takesBackInterrupt: true) } }
      session.arm(takesBackInterrupt: takesBackInterrupt)
      defer { session.flushOutput() }
      do throws(LuaError) {
        _ = try session.look(at: text, names: LineForm.names(in: text), budget: session.lua.options.budget)
        return nil
      } catch {
        return fail(error)
      }
    }
  }

  /// What `help` gets for what follows `:help` or `?`: a name of the API, a fact, an error code as text, a variable of
  /// the session as itself.
  func argumentOfHelp(_ topic: String) -> String {
    guard session.help(on: topic) == nil, LuaPathText(topic).isPath,
      session.value(named: LuaPathText(topic).first) != nil
    else { return topic.quotedForLua }
    return topic
  }

  /// Runs the example that help showed last, in a session of its own beside the apps of the built-in scenarios.
  func runExample() -> ExitCode? {
    guard let example = session.example else {
      output("no example was shown yet: help(device.install) has one, and :run runs it")
      return nil
    }
    switch example.content {
    case .fact:
      guard let runFact else {
        output(StyledText("homescreen facts --run \(example.topic) runs its scenario"))
        return nil
      }
      runFact(example.topic)
      return nil
    case .script(let text): return run(text, of: example.topic)
    }
  }

  private func run(_ script: String, of topic: String) -> ExitCode? {
    guarded {
      defer { if source.isInteractive { session.arm(takesBackInterrupt: true) } }
      do {
        let example = try Session(
          at: .bundled("scenarios/seeds"), options: session.lua.options, services: session.services)
        example.output = { [output] in output(StyledText($0)) }
        example.onNote = { [errors] in errors("note: \($0)") }
        defer { example.flushOutput() }
        do throws(LuaError) {
          example.arm(takesBackInterrupt: source.isInteractive)
          try example.run(script, chunkName: "=example")
        } catch {
          return fail(error)
        }
        for event in example.happened(atMost: REPL.shownEvents) { output("  \(StyledText(event, .dim))") }
        output("the example of \(StyledText(topic)) ran, and its assertions hold")
        return nil
      } catch {
        errors("\(error)")
        return source.isInteractive ? nil : .failure
      }
    }
  }

  /// How many events of an example are shown: the last ones.
  private static let shownEvents = 24
}

/// A text that may be a way to a value: `own.colour`.
private struct LuaPathText {
  let first: String
  let isPath: Bool

  init(_ text: String) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    first = names.first ?? ""
    isPath = names.allSatisfy(LuaWords.isName)
  }
}

extension Substring {
  /// Without white space around it.
  func trimmingSpace() -> String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
