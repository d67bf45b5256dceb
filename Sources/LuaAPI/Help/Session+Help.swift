import HomeScreenSimulator

/// Help for the REPL.
extension Session {
  /// What help says of a name; nil when nothing has it. Where it ends with an example, that is nothing to run yet.
  public func help(on name: String) -> String? {
    if let word = globals.word(name) { return word.summary }
    if let text = plugins?.help(name) { return text }
    return REPLWord(named: name).map(Explanation.of) ?? explanation.text(of: name)
  }

  /// What a line means that is a bare name without a value: a word of another tool, or one that is nearly right.
  public func hint(forUnknown line: String) -> String? {
    let name = line.filter { !$0.isWhitespace }
    guard name.isLuaName(), APICatalog.homescreen.global(name) == nil else { return nil }
    return OtherVocabulary.cure(name) ?? ErrorAdvice.hint(forGlobal: name)
  }

  /// What happened on the device that was used last, a line an event: the last ones.
  public func happened(atMost count: Int) -> [String] {
    devices.current?.trace.events.suffix(count).map(\.description) ?? []
  }
}
