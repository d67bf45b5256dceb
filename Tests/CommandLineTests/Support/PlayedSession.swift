import TestSupport
import Testing

/// A REPL session of the real program on a terminal, at its first prompt.
struct PlayedSession {
  /// The quick actions of “ToolBox” and the alternate icons of “ChangeIcon”.
  static let toolBox = "\(Repository.root)/lua/scenarios/seeds/fixtures/ToolBox.app"
  static let icons = "\(Repository.root)/lua/scenarios/seeds/fixtures/ChangeIcon.app"

  let folder: TemporaryFolder
  let program: TerminalProgram

  init(
    _ app: String = Self.toolBox, columns: Int = 100, in folder: TemporaryFolder = TemporaryFolder(),
    environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    program = try #require(
      TerminalProgram(
        try BuiltExecutable.path(), ["repl", "--no-init", "--os", "17.5", app], in: folder.path,
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "PAGER": "cat"].merging(environment) { $1 },
        columns: columns,
        rows: 40))
    try #require(program.waits { $0.cursorRow == ">" }, "\(program.screen.text)")
  }

  /// Types a line and Tab, waits for the completed line, and discards it.
  func completes(_ typed: String, to line: String, _ location: SourceLocation = #_sourceLocation) {
    program.type(typed + "\t")
    let isShown = program.waits { $0.lineBeforeCursor == "> \(line)" }
    #expect(isShown, "\(typed): \(program.screen.cursorRow)", sourceLocation: location)
    clear()
  }

  /// Types a line and Tab, and waits for texts below it and for the line to reappear.
  func lists(_ typed: String, _ texts: String..., at location: SourceLocation = #_sourceLocation) {
    program.type(typed + "\t")
    // The line is above the list and again below it.
    let isShown = program.waits { screen in
      texts.allSatisfy { screen.text.contains($0) } && screen.lineBeforeCursor == "> \(typed)"
        && screen.rows.count { $0 == "> \(typed)" } == 2
    }
    #expect(isShown, "\(typed): \(program.screen.text)", sourceLocation: location)
    clear()
  }

  func clear() {
    program.type("\u{15}")
    #expect(program.waits { $0.cursorRow == ">" }, "\(program.screen.text)")
  }

  /// Runs a line and waits for printed text. The line’s start must be shown too, because the text may already be on the
  /// screen, and keys that arrive before the next prompt are shown twice.
  func run(_ line: String, shows text: String, at location: SourceLocation = #_sourceLocation) {
    program.type(line + "\r")
    let isShown = program.waits { $0.text.contains(text) && $0.text.contains(line.prefix(10)) && $0.cursorRow == ">" }
    #expect(isShown, "\(line): \(program.screen.text)", sourceLocation: location)
  }
}
