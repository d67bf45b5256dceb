import Console
import HomeScreenReports
import LuaAPI
import LuaEngine

/// What a REPL did with lines.
struct Talk {
  var output: [String] = []
  var errors: [String] = []
  var exitCode = ExitCode.success
  let repl: REPL
  let source: Lines

  init(_ lines: String..., isInteractive: Bool = false, plugins: [PluginSource] = []) throws {
    try self.init(lines, isInteractive: isInteractive, plugins: plugins)
  }

  init(_ lines: [String], isInteractive: Bool = false, plugins: [PluginSource] = []) throws {
    try self.init(inputs: lines.map { .line($0) }, isInteractive: isInteractive, plugins: plugins)
  }

  /// - Parameter inputs: nil is a line that is too long.
  init(inputs: [LineInput?], isInteractive: Bool, plugins: [PluginSource] = []) throws {
    source = Lines(inputs, isInteractive: isInteractive)
    var output: [String] = []
    var errors: [String] = []
    repl = try REPL(
      { commands in
        let session = try Session(at: .folder("."))
        session.devices.logCommands()
        session.devices.log?.beginLine(0, commands: commands)
        session.load(nil, plugins: plugins) { errors.append($0.error.message) }
        try session.prepareREPL(app: nil, model: nil, os: nil, locale: nil)
        return session
      },
      source: source, output: { output.append($0.rendered(hasStyles: false)) },
      errors: { errors.append($0.rendered(hasStyles: false)) })
    exitCode = repl.run()
    self.output = output
    self.errors = errors
  }
}
