internal import AppPackages
internal import LuaAPI
internal import LuaEngine
internal import Platform

/// The built-in words of the REPL.
extension REPL {
  /// Returns the word of a line with its arguments; nil for Lua and for the commands of plugins.
  static func word(in text: String) -> (word: REPLWord, arguments: [String])? {
    if let words = CommandLineWords(text) { return REPLWord(named: words.name).map { ($0, words.arguments) } }
    if text.hasPrefix("?"), text.utf8.count > 1 { return (.help, [text.dropFirst().trimmingSpace()]) }
    // Lua has no `?`: after a name it asks for help, too.
    let line = text[...].trimmingSpace()
    if let word = ["help ", "explain "].first(where: { line.hasPrefix($0) }),
      case let topic = line.dropFirst(word.count).trimmingSpace(),
      topic.first?.isLetter == true, topic.allSatisfy({ $0.isLetter || $0.isNumber || " _.:-".contains($0) })
    {
      return (.help, [topic])
    }
    let names = line.dropLast().split(omittingEmptySubsequences: false) { ".:".contains($0) }
    if line.hasSuffix("?"), names.allSatisfy({ LuaWords.isName(String($0)) }) { return (.help, ["\(line.dropLast())"]) }
    return REPLWord(bare: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")).map { ($0, []) }
  }

  /// Performs a word; returns an exit code when it ends the session.
  func perform(_ word: REPLWord, _ arguments: [String], in chunk: SourceChunk) -> ExitCode? {
    guard word.takes(arguments.count), arguments.count < 2 || word.flag == nil || arguments[0] == word.flag else {
      return refuse("use \(word.usage)")
    }
    if word.needsDevice {
      if session.devices.isMadeOnUse { preparedAt = lines.count }
      do { try session.devices.prepare() } catch { return refuse("\(error)") }
    }
    switch word {
    case .help: return help(arguments.isEmpty ? nil : arguments.joined(separator: " "))
    case .history: showHistory()
    case .copy: return guardedTravel { copy(CommandLineWords(chunk.text)?.rest ?? "") }
    case .show: return guardedTravel { show(CommandLineWords(chunk.text)?.rest ?? "") }
    case .home: return showScreen(.home)
    case .menu: return showScreen(.menu)
    case .alert: return showScreen(.alert)
    case .icon: return showScreen(.icon(arguments.first))
    case .trace: return showTrace(arguments)
    case .quiet:
      guard arguments.isEmpty || arguments == ["off"] else { return refuse("use \(word.usage)") }
      tellsEvents = !arguments.isEmpty
    case .budget: return setBudget(arguments.first)
    case .samples: for line in sampleLines { output(line) }
    case .open: return open(arguments[0], in: chunk)
    case .tour: return showAround(from: arguments.first)
    case .plugins:
      for line in PluginListing.lines(session) { output(StyledText(line)) }
    case .run: return runExample()
    case .undo: return counted(word, arguments, undo)
    case .redo: return counted(word, arguments, redo)
    case .step: return counted(word, arguments) { step($0, chunk.firstLine) }
    case .rewind: return rewind(to: arguments.first)
    case .at: return go(toTime: arguments[0], chunk.firstLine)
    case .os:
      var system = system
      system.os = arguments.filter { !["ios", "ipados"].contains($0.lowercased()) }.joined(separator: " ")
      return replay(on: system)
    case .device:
      var system = system
      system.model = arguments.joined(separator: " ")
      return replay(on: system)
    case .save:
      return guardedTravel {
        written { () throws(UserError) in try save(to: arguments.last ?? "", asTest: arguments.count == 2) }
      }
    case .load: return load(arguments[0], chunk.firstLine)
    case .edit: return edit(arguments.first, chunk.firstLine)
    case .quit: return .success
    }
    return nil
  }

  /// Performs a word with a count as its argument.
  private func counted(_ word: REPLWord, _ arguments: [String], _ body: (Int) -> ExitCode?) -> ExitCode? {
    let count = arguments.first.map { Int($0) ?? 0 } ?? 1
    guard count > 0 else { return refuse("use \(word.usage), where N is 1 or more") }
    return body(count)
  }

  /// `:budget`: sets the number of instructions that each further line may use.
  private func setBudget(_ text: String?) -> ExitCode? {
    if let text {
      guard let units = Int64(text), units > 0 else { return refuse("use :budget N, where N is 1 or more") }
      budget = units
      useBudget(in: session)
      session.arm(takesBackInterrupt: takesBackInterrupt)
    }
    output("a line may use \(session.lua.options.budget) instructions")
    return nil
  }

  /// Applies the value of `:budget`.
  func useBudget(in session: Session) {
    guard let budget else { return }
    session.lua.options.budget = budget
    session.lua.options.mostBudget = max(budget, session.lua.options.mostBudget)
  }

  private func written(_ body: () throws(UserError) -> Void) -> ExitCode? {
    do {
      try body()
      return nil
    } catch {
      return refuse("\(error)")
    }
  }

  /// Reports a problem with a word; ends the session unless a person types.
  func refuse(_ message: String) -> ExitCode? {
    errors("\(line: message)")
    return failed(.failure)
  }
}

/// Help for words, and its examples.
extension REPL {
  /// Explains a name, or lists the topics. The request is not part of the session, so a saved scenario does not contain it.
  func help(_ topic: String?) -> ExitCode? {
    let text = "help(\(topic.map(argumentOfHelp) ?? ""))"
    return guarded {
      defer { if source.isInteractive { session.arm(takesBackInterrupt: true) } }
      session.arm(takesBackInterrupt: takesBackInterrupt)
      do throws(LuaError) {
        try paged { () throws(LuaError) in
          defer { session.flushOutput() }
          _ = try session.look(at: text, names: LineForm.names(in: text), budget: session.lua.options.budget)
        }
        return nil
      } catch {
        return fail(error)
      }
    }
  }

  /// Returns the argument of `help` for the text after `:help` or `?`: a string for a name of the API, a fact or an
  /// error code, and an expression for a variable of the session.
  func argumentOfHelp(_ topic: String) -> String {
    guard session.help(on: topic) == nil, LuaPathText(topic).isPath,
      session.value(named: LuaPathText(topic).first) != nil
    else { return topic.quotedForLua }
    return topic
  }

  /// Runs the example that help showed last, in a new session with the apps of the built-in scenarios.
  func runExample() -> ExitCode? {
    guard let example = session.example else {
      output("no example has been shown yet: help(device.install) has one, and :run runs it")
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

  /// The maximum number of events that are shown of an example; earlier events are left out.
  private static let shownEvents = 24
}

/// A text that may be the path of a value: `own.colour`.
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
  /// Returns the text without white space around it.
  func trimmingSpace() -> String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// The sample apps.
extension REPL {
  /// `:samples`: a line for each.
  var sampleLines: [StyledText] {
    SampleApp.allCases.map { "\(TextRow.text([$0.rawValue, $0.summary], widths: [15]))" }
  }

  /// `:open`: installs an app and launches it once, as a line of the session.
  func open(_ name: String, in chunk: SourceChunk) -> ExitCode? {
    let package: String
    if SampleApp(rawValue: name) != nil {
      package = "homescreen.sample(\(name.quotedForLua))"
    } else {
      guard (try? CurrentMachine.value.status(name, followsLink: true)) != nil else {
        let hint = name.hasPrefix("~") ? "~ is not expanded here: write the whole path" : ":samples lists the samples"
        return refuse("no sample or file “\(name)”; \(hint)")
      }
      // The line may be saved in another folder, which changes the meaning of relative paths.
      package = absolute(name).quotedForLua
    }
    let launch = Session.launchOfREPL.split(separator: "\n").joined(separator: " ")
    let text = "app = device:install(\(package)) \(launch)"
    return runAndShow(SourceChunk(text: text, firstLine: chunk.firstLine, isComplete: true))
  }
}
