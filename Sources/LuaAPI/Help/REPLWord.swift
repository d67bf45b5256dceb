import HomeScreenSimulator

/// A command of the REPL, written after a colon: `:save FILE`.
///
/// Completion, `help`, the command line's help and the names that plugins cannot use are all derived from this table.
package enum REPLWord: String, Sendable, CaseIterable {
  case help
  case history
  case show
  case copy
  case home
  case menu
  case alert
  case icon
  case trace
  case quiet
  case budget
  case samples
  case open
  case tour
  case undo
  case redo
  case rewind
  case at
  case step
  case os
  case device
  case plugins
  case run
  case save
  case load
  case edit
  case quit

  enum Argument: Hashable {
    case none
    case optional(String)
    case needed(String)
    case several(String)
    /// The rest of the line, as typed.
    case text(String)
    /// The rest of the line, which is required.
    case line(String)
    /// An argument that may be preceded by a flag.
    case flagged(String, String)
  }

  /// `bare`: the forms without a colon.
  private var row: (aliases: [String], bare: [String], argument: Argument, summary: String) {
    switch self {
    case .help: ([], ["help", "?"], .text("NAME"), "shows what you can do, or explains a name")
    case .history: ([], [], .none, "shows the lines with their times")
    case .show: ([], [], .text("EXPRESSION"), "shows a value in full, or the last result")
    case .copy: ([], [], .text("EXPRESSION"), "copies a value, or the last result, to the clipboard")
    case .home: ([], [], .none, "shows the Home Screen")
    case .menu: ([], [], .none, "shows the menu that is open")
    case .alert: ([], [], .none, "shows the alert on the screen")
    case .icon: ([], [], .optional("LABEL"), "shows what is drawn for an icon, and why")
    case .trace: ([], [], .several("FILTER"), "lists events, filtered by kind, time (2..5), number or text")
    case .quiet: ([], [], .optional("off"), "hides events; off shows them again")
    case .budget: ([], [], .optional("N"), "shows or sets how many instructions a line may use")
    case .samples: ([], [], .none, "lists the sample apps")
    case .open: ([], [], .needed("NAME"), "installs and launches a sample or your own app")
    case .tour: ([], [], .optional("STEP"), "shows you around in five minutes")
    case .undo: ([], [], .optional("N"), "undoes the last line, or the last N lines")
    case .redo: ([], [], .optional("N"), "repeats the undone lines")
    case .rewind:
      ([], [], .optional("TIME"), "goes back to a time in seconds, to just before an event (#12), or to the beginning")
    case .at: ([], [], .needed("TIME"), "goes to a time in seconds, back or forward")
    case .step: ([], [], .optional("N"), "advances time to the next timed event")
    case .os: ([], [], .line("VERSION"), "runs the session on another version and shows the first event that differs")
    case .device: ([], [], .line("MODEL"), "runs the session on another model and shows the first event that differs")
    case .plugins: ([], [], .none, "shows what plugins add")
    case .run: ([], [], .none, "runs the example that help showed last")
    case .save:
      (
        [], [], .flagged("--as-test", "FILE"),
        "saves the lines as a scenario; --as-test adds assertions for the results"
      )
    case .load: ([], [], .needed("FILE"), "runs a Lua file as one line")
    case .edit: ([], [], .optional("FILE"), "opens the last line, or a file, in $VISUAL or $EDITOR and runs it")
    case .quit: (["q", "exit"], ["quit", "exit", "quit()", "exit()"], .none, "quits")
    }
  }

  /// All names, without a colon.
  package var names: [String] { [rawValue] + row.aliases }

  /// The names of all words, without a colon.
  package static let allNames = allCases.flatMap(\.names)

  /// The usage: `:save FILE`.
  package var usage: String {
    switch row.argument {
    case .none: ":\(rawValue)"
    case .optional(let name): ":\(rawValue) [\(name)]"
    case .needed(let name), .line(let name): ":\(rawValue) \(name)"
    case .several(let name): ":\(rawValue) [\(name) …]"
    case .text(let name): ":\(rawValue) [\(name)]"
    case .flagged(let flag, let name): ":\(rawValue) [\(flag)] \(name)"
    }
  }

  /// A description that continues the word's name: `quits`.
  package var summary: String { row.summary }

  /// Returns the word with a name, without its colon.
  package init?(named name: String) {
    guard let word = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = word
  }

  /// Returns the word of a line without a colon: `quit`.
  package init?(bare line: String) {
    guard let word = Self.allCases.first(where: { $0.row.bare.contains(line) }) else { return nil }
    self = word
  }

  /// The flag before the argument: `--as-test`.
  package var flag: String? { if case .flagged(let flag, _) = row.argument { flag } else { nil } }

  /// Whether the word uses the device and the app, which are then created.
  package var needsDevice: Bool {
    switch self {
    case .home, .menu, .alert, .icon, .trace, .step, .rewind, .at, .os, .device, .tour, .save, .open:
      true
    case .help, .history, .show, .copy, .quiet, .budget, .samples, .undo, .redo, .plugins, .run, .load,
      .edit, .quit:
      false
    }
  }

  /// Whether the word accepts this number of arguments.
  package func takes(_ count: Int) -> Bool {
    switch row.argument {
    case .none: count == 0
    case .optional: count <= 1
    case .needed: count == 1
    case .line: count >= 1
    case .several, .text: true
    case .flagged: count == 1 || count == 2
    }
  }
}

/// The completions after a word.
extension REPLWord {
  package enum Completion: Sendable, Hashable {
    case none
    /// Values of some domains.
    case domains([APIDomain])
    case words([String])
    /// Lua code.
    case lua
  }

  package var completion: Completion {
    switch self {
    case .help: .domains([.helpTopic])
    case .save, .load, .edit: .domains([.file])
    case .os: .domains([.osVersion])
    case .device: .domains([.model])
    case .icon: .domains([.appLabel])
    case .open: .domains([.sample, .app])
    case .quiet: .words(["off"])
    case .trace: .words(TraceEventKind.allCases.map(\.rawValue) + ["all"])
    case .show, .copy: .lua
    case .history, .home, .menu, .alert, .budget, .samples, .tour, .undo, .redo, .rewind, .at, .step, .plugins, .run,
      .quit:
      .none
    }
  }
}
