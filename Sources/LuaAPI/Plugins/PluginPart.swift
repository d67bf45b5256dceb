/// The parts that a plugin can have, each a table by name.
enum PluginPart: String, CaseIterable {
  case globals, commands, matchers, rules, reporters, renderers, on

  /// What messages call one entry.
  var noun: String {
    switch self {
    case .globals: "global"
    case .commands: "command"
    case .matchers: "matcher"
    case .rules: "rule"
    case .reporters: "reporter"
    case .renderers: "renderer"
    case .on: "event hook"
    }
  }

  /// Whether two plugins may have an entry of one name.
  var isShared: Bool { self == .on }
}
