import HomeScreenReports
import LuaEngine

/// What `help` prints.
enum HelpTopic {
  static func text(_ call: LuaCall, _ session: Session) -> String {
    let stack = call.stack
    guard call.count > 0, stack.kind(at: 1) != .nil else { return overview(session) }
    switch stack.kind(at: 1) {
    case .string:
      let name = stack.string(at: 1) ?? ""
      if let global = session.globals.extra[name] { return "\(name)\n  \(global.summary)" }
      if let text = session.plugins?.help(name) { return text }
      return Explanation.of(name) ?? Explanation.unknown(name)
    case .function:
      if let name = call.state.boundName(at: 1, on: stack), let text = Explanation.of(name) { return text }
      return "A function. help(\"NAME\") explains a name of the API."
    case .userdata:
      guard let object = stack.object(at: 1) as? any LuaRepresentable,
        let type = APICatalog.homescreen.type(named: type(of: object).luaType.name)
      else { return "An error: its members are message, code, hint, fact and place." }
      return Explanation.of(type)
    case let kind:
      return "A \(kind.rawValue) of Lua's. help() lists what homescreen adds."
    }
  }

  private static func overview(_ session: Session) -> String {
    var lines = ["The tester's names:"]
    func row(_ entry: APIEntry) -> String {
      "  " + TextRow.text([entry.signature, entry.summary], widths: [34])
    }
    let globals = APICatalog.homescreen.globals.filter { session.globals.catalog.global($0.name) != nil }
    lines += globals.filter { $0.availability == nil }.map(row)
    lines.append("The app's names (inside app:run, callbacks and handlers):")
    lines += globals.filter { $0.availability != nil }.map(row)
    lines.append("Members: help(device), help(app), help(UIApplication) …; one name: help \"device:launch\".")
    lines.append("Facts of iOS and error codes: help \"ICON-111\", help \"alert-covers\".")
    lines.append("What you read elsewhere: help \"CFBundleIcons\", help \"NSCocoaErrorDomain 4\", a line of a console.")
    if session.devices.log != nil {
      lines.append("The session: device:rewind(seconds) goes back. Words of the REPL:")
      lines += REPLWord.allCases.map { "  " + TextRow.text([$0.usage, $0.summary], widths: [34]) }
    }
    if let plugins = session.plugins, !plugins.loaded.isEmpty {
      lines.append(
        "Plugins: \(plugins.loaded.map(\.object.name).joined(separator: ", ")). "
          + "\(REPLWord.plugins.usage) \(REPLWord.plugins.summary).")
    }
    return lines.joined(separator: "\n")
  }
}
