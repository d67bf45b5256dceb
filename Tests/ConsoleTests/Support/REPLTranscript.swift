import AppPackages
import Console
import HomeScreenReports
import LuaAPI
import LuaEngine
import Platform

/// The output of a REPL for piped or typed lines.
struct REPLTranscript {
  private(set) var output: [String] = []
  private(set) var errors: [String] = []
  private(set) var exitCode = ExitCode.success
  /// Output and errors in order.
  private(set) var all: [String] = []
  let repl: REPL
  let source: Lines

  init(_ lines: String..., isInteractive: Bool = false, plugins: [PluginSource] = []) throws {
    try self.init(lines, plugins: plugins, isInteractive: isInteractive)
  }

  init(
    _ lines: [String], plugins: [PluginSource] = [], app: String? = nil, sample: SampleApp? = nil, os: String? = nil,
    isInteractive: Bool = false
  ) throws {
    try self.init(
      inputs: lines.map { .line($0) }, isInteractive: isInteractive, plugins: plugins, app: app, sample: sample, os: os)
  }

  /// - Parameter inputs: The lines; nil is an overlong line.
  init(
    inputs: [LineInput?], isInteractive: Bool, plugins: [PluginSource] = [], app: String? = nil,
    sample: SampleApp? = nil, os: String? = nil
  ) throws {
    source = Lines(inputs, isInteractive: isInteractive)
    var output: [String] = []
    var errors: [String] = []
    var all: [String] = []
    repl = try REPL(
      { commands in
        let session = try Session(at: .folder("."), services: ReportServices())
        session.devices.logCommands()
        session.devices.log?.beginLine(0, commands: commands)
        session.load(nil, plugins: plugins) { errors.append($0.error.message) }
        _ = try session.prepare(
          PlayRequest(
            app: app.map { .path($0, PackageOptions()) } ?? sample.map { .sample($0) } ?? .none, os: os))
        return session
      },
      source: source,
      output: {
        output.append($0.rendered(hasStyles: false))
        all.append($0.rendered(hasStyles: false))
      },
      errors: {
        errors.append($0.rendered(hasStyles: false))
        all.append($0.rendered(hasStyles: false))
      })
    exitCode = repl.run()
    self.output = output
    self.errors = errors
    self.all = all
  }
}
