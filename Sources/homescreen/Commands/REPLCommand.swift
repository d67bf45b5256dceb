import ArgumentParser
import Console
import HomeScreenReports
import LuaAPI
import LuaEngine
import Streams

struct REPLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Play with a device by hand.",
    discussion: """
      The globals `device` and, with APP, `app` are there from the beginning. device:rewind(seconds) goes back, \
      \(REPLWord.list). \
      Piped input runs without a prompt and stops at the first error. \
      \(HomeScreenReports.ExitCode.help(
        [.failure: "a line of piped input raised an error"], and: .success, .scriptError, .usage, .noInput, .lostOutput,
        .watchdog, .interrupted))
      """)

  @Argument(
    help: "An app to install and launch: an Xcode project, a built .app, an .ipa or .xcarchive, or an Info.plist.")
  var app: String?

  @Option(
    name: .customShort("e"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Runs this, and then ends; may be given again.", valueName: "chunk"))
  var chunks: [String] = []

  @Flag(name: [.customShort("i"), .long], help: "Reads on after -e.")
  var interactive = false

  @Flag(help: "Goes on after an error in piped input; exit code 1 at the end.")
  var keepGoing = false

  @Flag(help: "Runs the lines of a session that was ended before its time, without the one that ran then.")
  var resume = false

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @Flag(help: "Leave out $XDG_CONFIG_HOME/homescreen/init.lua.")
  var noInit = false

  @OptionGroup(title: "Files")
  var files: WriteOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    Interrupt.install()
    let errors = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    var repl: REPL?
    var current: Desk?
    var hadProblems = false
    let completer = Completer { repl?.session }
    let readsOn = chunks.isEmpty || interactive
    let history = HistoryFile.standard()
    let wasInterrupted = { Interrupt.wasRequested }
    let source: any LineSource =
      readsOn
      ? StandardInput.open(
        historyFile: history, promptStyles: [.bold], completer: completer.completions(line:cursor:),
        wasInterrupted: wasInterrupted)
      : PipedInput(wasInterrupted: wasInterrupted)
    let folders = try files.folders
    let sources = plugins.sources + (noInit ? [] : startUpFile)
    let running = try REPL(
      { commands in
        let desk = try Desk(
          plugins: sources, limits: limits, writableFolders: folders, isRewindable: true,
          isQuiet: { repl?.isReplaying ?? false })
        desk.session.devices.log?.beginLine(0, commands: commands)
        if let repl {
          // What cannot be made anew ends nothing.
          try desk.makeDevice(app: app, selection, device.replaced(by: repl.system))
        } else {
          try desk.prepare(app: app, selection, device)
        }
        hadProblems = hadProblems || current?.hasProblems == true
        current = desk
        return desk.session
      },
      source: source, keepsGoing: keepGoing, output: { StandardStream.output.write("\($0)\n") }, errors: errors)
    repl = running
    let lost = source.isInteractive || resume ? history.flatMap(running.keepRecord) : nil
    let stuck = Restart.takeState()
    if let stuck {
      running.resume(stuck)
    } else if source.isInteractive {
      errors("homescreen \(Homescreen.version): \(running.session.greeting)")
      errors("help() tells what there is, Tab completes, Ctrl-D leaves.")
      for note in (source as? LineEditor)?.notes ?? [] { errors("note: \(line: note)") }
      if let lost, !resume { errors("note: \(line: lost)") }
    }
    let code = running.run(first: stuck == nil ? (resume ? [":resume"] : []) + chunks : [], readsOn: readsOn)
    // What the watchdog has ended can be resumed.
    if code != .watchdog { running.endRecord() }
    if let editor = source as? LineEditor {
      do { try editor.saveHistory() } catch { errors("\(error)") }
    }
    let end = max(code, hadProblems || current?.hasProblems == true ? .scriptError : .success)
    if end != .success { throw ExitStatus(end).error }
  }

  /// The user's own plugin, if there is one.
  private var startUpFile: [PluginSource] {
    guard let folder = ProcessEnvironment.configurationFolder else { return [] }
    let path = "\(folder)/homescreen/init.lua"
    return ProcessEnvironment.fileExists(path) ? [PluginSource(path: path, name: "init.lua", isStartUpFile: true)] : []
  }
}

extension DeviceOptions {
  /// The same for what a session has asked for otherwise.
  fileprivate func replaced(by system: REPLSystem?) -> DeviceOptions {
    var options = self
    options.os = system?.os ?? os
    options.model = system?.model ?? model
    return options
  }
}
