internal import LuaAPI
internal import LuaEngine
internal import Platform

/// The words of the REPL's own.
extension REPL {
  /// The word that a line is, with what follows it; nil for Lua and for the commands of plugins.
  static func word(in text: String) -> (word: REPLWord, arguments: [String])? {
    if let words = CommandLineWords(text) {
      return REPLWord(named: words.name).map { ($0, words.arguments) }
    }
    if text.hasPrefix("?"), text.utf8.count > 1 { return (.help, [text.dropFirst().trimmingSpace()]) }
    // Lua has no `?`: behind a name it asks for help, too.
    let line = text[...].trimmingSpace()
    let names = line.dropLast().split(omittingEmptySubsequences: false) { ".:".contains($0) }
    if line.hasSuffix("?"), names.allSatisfy({ LuaWords.isName(String($0)) }) { return (.help, ["\(line.dropLast())"]) }
    return REPLWord(bare: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")).map { ($0, []) }
  }

  /// Does what a word stands for; gives an exit code when the session ends with it.
  func perform(_ word: REPLWord, _ arguments: [String], in chunk: SourceChunk) -> ExitCode? {
    guard word.takes(arguments.count), arguments.count < 2 || word.flag == nil || arguments[0] == word.flag else {
      return refuse("use \(word.usage)")
    }
    if word.needsDevice {
      if session.devices.isMadeOnUse { preparedAt = lines.count }
      do { try session.devices.prepare() } catch { return refuse("\(error)") }
    }
    switch word {
    case .help: return help(arguments.first)
    case .history: showHistory()
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
        written { () throws(SaveFailure) in try save(to: arguments.last ?? "", asTest: arguments.count == 2) }
      }
    case .load: return load(arguments[0], chunk.firstLine)
    case .edit: return edit(arguments.first, chunk.firstLine)
    case .quit: return .success
    }
    return nil
  }

  /// A word that is followed by how often.
  private func counted(_ word: REPLWord, _ arguments: [String], _ body: (Int) -> ExitCode?) -> ExitCode? {
    let count = arguments.first.map { Int($0) ?? 0 } ?? 1
    guard count > 0 else { return refuse("use \(word.usage), where N is a number from 1") }
    return body(count)
  }

  /// `:budget`: from now on lines may use so many instructions.
  private func setBudget(_ text: String?) -> ExitCode? {
    if let text {
      guard let units = Int64(text), units > 0 else { return refuse("use :budget N, where N is a number from 1") }
      budget = units
      useBudget(in: session)
      session.arm(takesBackInterrupt: takesBackInterrupt)
    }
    output("a line may use \(session.lua.options.budget) instructions")
    return nil
  }

  /// Lines may use what `:budget` said.
  func useBudget(in session: Session) {
    guard let budget else { return }
    session.lua.options.budget = budget
    session.lua.options.mostBudget = max(budget, session.lua.options.mostBudget)
  }

  private func written(_ body: () throws(SaveFailure) -> Void) -> ExitCode? {
    do {
      try body()
      return nil
    } catch {
      return refuse("\(error)")
    }
  }

  /// Says what is wrong with a word; where nobody types, the session ends.
  func refuse(_ message: String) -> ExitCode? {
    errors("\(line: message)")
    return failed(.failure)
  }
}
