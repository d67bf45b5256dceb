import HomeScreenSimulator
import LuaEngine
import Platform

/// The output of `help`.
enum HelpTopic {
  static func text(_ call: LuaCall, _ session: Session) -> String {
    let stack = call.stack
    guard call.count > 0, stack.kind(at: 1) != .nil else {
      return session.devices.log == nil ? overview(session) : beginning(session)
    }
    switch stack.kind(at: 1) {
    case .string: return text(ofName: stack.string(at: 1) ?? "", session)
    case .function:
      let name = call.state.boundName(at: 1, on: stack) ?? session.libraryName(at: 1, on: stack)
      if let name { return text(ofName: name, session) }
      return "A function. help(\"NAME\") explains a name of the API."
    case .userdata:
      guard let object = stack.object(at: 1) as? any LuaRepresentable else {
        return stack.failure(at: 1) == nil
          ? "A Lua value." : "An error: its members are message, code, hint, fact and place."
      }
      let name = type(of: object).luaType.name
      return APICatalog.homescreen.type(named: name).map(Explanation.of) ?? "\(name): a value without members."
    case .table:
      if let kind = session.code.classes.kind(of: stack.reference(to: 1)) { return Explanation.of(kind.apiType) }
      if isAssert(call, session) { return text(ofName: "assert", session) }
      if let library = session.libraryName(at: 1, on: stack) { return text(ofName: library, session) }
      return "A Lua table. help() lists what homescreen adds."
    case .nil, .boolean, .number, .thread:
      return "A Lua \(stack.kind(at: 1).rawValue). help() lists what homescreen adds."
    }
  }

  private static func isAssert(_ call: LuaCall, _ session: Session) -> Bool {
    guard let assert = session.globals.library("assert") else { return false }
    call.stack.push(assert)
    defer { call.stack.removeLast() }
    return call.stack.isSame(1, as: call.stack.count)
  }

  /// Returns everything about a name: a global of the session, a part of a plugin, a word of the REPL, an API name, a
  /// fact, or an error.
  private static func text(ofName name: String, _ session: Session) -> String {
    if name == "all" { return overview(session) }
    if let word = session.globals.word(name) { return "\(name)\n  \(word.summary)" }
    if let text = session.plugins?.help(name) { return text }
    let example = example(ofName: name)
    session.example = example ?? session.example
    // In a session, `save` is both a word and a method of property lists.
    let word = session.devices.log == nil ? nil : REPLWord(named: name).map(Explanation.of)
    let advice = session.devices.log == nil || example == nil ? "" : "\n  \(REPLWord.run.usage) runs it."
    let texts = [word, session.explanation.text(of: name).map { $0 + advice }].compactMap(\.self)
    return texts.isEmpty ? unknown(name, session) : texts.joined(separator: "\n\n")
  }

  /// Returns the text for an unknown name, which in a session mentions `:help`.
  private static func unknown(_ name: String, _ session: Session) -> String {
    guard session.devices.log != nil else { return session.explanation.unknown(name) }
    return "\(session.explanation.unknown(name))\n:help all lists all names"
  }

  private static func example(ofName name: String) -> HelpExample? {
    if let entry = Explanation.entry(named: name) ?? APIPath(name)?.entry { return HelpExample(of: entry) }
    if let example = HelpExample(ofError: name) { return example }
    return FactLedger.fact(named: name).flatMap { $0.status.hasScenario ? HelpExample(of: $0) : nil }
  }

  /// Returns the first lines that a person can type in a session, with names of the app in front.
  private static func beginning(_ session: Session) -> String {
    let app = session.devices.current?.front
    let icon = app.flatMap { try? $0.explainIcon(nil).declaredNames.first } ?? "NAME"
    let rows = [
      ("UIApplication.shared:setAlternateIconName(\(icon.quotedForLua))", "changes the icon"),
      ("device.alert:tap \"OK\"", "answers the alert"),
      ("menu = device.springboard:icon(app):press()", "presses the icon: its menu opens"),
      ("menu.rows[1]:tap()", "taps the first row of the menu, such as a quick action"),
      (":home", "shows the Home Screen; :menu, :alert and :icon show the rest"),
    ]
    return
      (["Lines to begin with:"] + rows.map { "  " + TextRow.text([$0.0, $0.1], widths: [55], gap: 2) } + [
        ":\(REPLWord.tour.rawValue) shows you around. help WORD explains or finds: help device, help press, help ICON-111.",
        "help \"all\" lists all names and REPL commands. Tab completes, :quit leaves.",
      ]).joined(separator: "\n")
  }

  /// The names of the app's code that also work outside of it.
  private static let appNames = ["UIViewController", "available", "await"]

  private static func overview(_ session: Session) -> String {
    var lines = ["Names for the tester:"]
    func row(_ entry: APIEntry) -> String {
      "  " + TextRow.text([entry.signature, entry.summary], widths: [33], gap: 2)
    }
    let globals = APICatalog.homescreen.globals.filter { session.globals.catalog.global($0.name) != nil }
    lines += globals.filter { $0.availability == nil && !appNames.contains($0.name) }.map(row)
    lines.append("Names for the app's code (inside app:run, callbacks and handlers):")
    lines += globals.filter { $0.availability != nil || appNames.contains($0.name) }.map(row)
    lines.append("Members: help(device), help(app), help(UIApplication) …; one name: help \"device:launch\".")
    lines.append("Facts of iOS and error codes: help \"ICON-111\", help \"alert-covers\".")
    lines.append("Names from elsewhere: help \"CFBundleIcons\", help \"NSCocoaErrorDomain 4\", a console line.")
    if session.devices.log != nil {
      lines.append("The session: device:rewind(seconds) goes back. REPL commands:")
      lines += REPLWord.allCases.map { "  " + TextRow.text([$0.usage, $0.summary], widths: [33], gap: 2) }
      lines += (session.plugins?.entries(.commands) ?? []).map { plugin, entry in
        let summary = entry.summary ?? "a command of the plugin \(plugin.object.name)"
        return "  " + TextRow.text([":\(entry.name)", summary], widths: [33], gap: 2)
      }
    }
    if let plugins = session.plugins, !plugins.loaded.isEmpty {
      lines.append(
        "Plugins: \(plugins.loaded.map(\.object.name).joined(separator: ", ")). "
          + "\(REPLWord.plugins.usage) \(REPLWord.plugins.summary).")
    }
    return lines.joined(separator: "\n")
  }
}

/// Help for the REPL.
extension Session {
  /// Returns the help on a name; nil if it is unknown. `:run` does not run the example at its end.
  package func help(on name: String) -> String? {
    if let word = globals.word(name) { return word.summary }
    if let text = plugins?.help(name) { return text }
    return REPLWord(named: name).map(Explanation.of) ?? explanation.text(of: name)
  }

  /// Returns a hint for a line that is only an unknown name or part: a word of another tool, or a misspelling.
  package func hint(forUnknown line: String) -> String? {
    let name = line.filter { !$0.isWhitespace }
    if let cut = name.lastIndex(where: ".[".contains) {
      return OtherVocabulary.cure("list\(name[cut...])") ?? OtherVocabulary.cure("of.\(name[..<cut])")
    }
    guard name.isLuaName(), APICatalog.homescreen.global(name) == nil else { return nil }
    return OtherVocabulary.cure(name) ?? ErrorAdvice.hint(forGlobal: name, isCalled: name.first?.isUppercase == true)
  }

  /// Returns the last events of the device that was used last, one line each.
  package func happened(atMost count: Int) -> [String] {
    devices.current?.trace.events.suffix(count).map(\.description) ?? []
  }
}
