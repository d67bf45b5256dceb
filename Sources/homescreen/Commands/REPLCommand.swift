import AppPackages
import ArgumentParser
import Console
import HomeScreenReports
import LuaAPI
import LuaEngine
import Platform

struct REPLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Play with a device and an app, line by line.",
    discussion: """
      Installs and launches APP. Without APP, uses the app in this folder or, if it has none, a sample. In Lua, \
      “app” is the app, and “device” is its device. Type help to see what you can do. Piped input runs without a prompt \
      and stops at the first error.
      """)

  @Argument(
    help: "App to launch: an Xcode project, a built .app, an .ipa or .xcarchive, an Info.plist, or a sample’s name.")
  var app: String?

  @Option(
    name: .customShort("e"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run this Lua code and exit; may be repeated.", valueName: "chunk"))
  var chunks: [String] = []

  @Flag(name: [.customShort("i"), .long], help: "Keep reading input after -e.")
  var interactive = false

  @Flag(help: "Continue after an error in piped input, and exit with 1.")
  var keepGoing = false

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @Flag(help: "Do not run $XDG_CONFIG_HOME/homescreen/init.lua.")
  var noInit = false

  @OptionGroup(title: "Folders")
  var folders: FolderOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    Interrupt.install()
    let errors = { (line: StyledText) -> Void in StandardStream.error.write("\(line)\n") }
    var repl: REPL?
    var current: CommandContext?
    var hadProblems = false
    let completer = Completer(begun: { repl?.begunText ?? "" }, session: { repl?.session })
    let readsOn = chunks.isEmpty || interactive
    let history = HistoryFile.standard()
    let wasInterrupted = { Interrupt.wasRequested }
    let source: any LineSource =
      readsOn
      ? StandardInput.open(
        historyFile: history, promptStyles: [.bold], completer: completer.answer(line:cursor:),
        wasInterrupted: wasInterrupted)
      : PipedInput(wasInterrupted: wasInterrupted)
    let readable = try folders.readable
    let writable = try folders.writable
    var usesApp = true
    var remarks: [String] = []
    let own = noInit ? [] : startUpFile
    let running = try REPL(
      { commands in
        let context = try CommandContext(
          plugins: plugins, own: own, limits: limits, readableFolders: readable, writableFolders: writable,
          isRewindable: true, namesApp: app != nil,
          isQuiet: { repl?.isReplaying ?? false })
        context.session.devices.log?.beginLine(0, commands: commands)
        let device = device.replaced(by: repl?.system)
        // A program that names no app may not need one.
        if !source.isInteractive, app == nil {
          if repl == nil { try checkDevice(device) } else { _ = try device.devices() }
          context.session.prepareOnUse(device.request(app: nil, selection))
        } else if repl != nil {
          // A failure to make the device again does not end the session.
          _ = try context.makeDevice(request(device, usesApp: usesApp, as: current?.session.preparation))
        } else {
          (remarks, usesApp) = try begin(context, device.request(app: app, selection), isTyped: source.isInteractive)
        }
        hadProblems = hadProblems || current?.hasProblems == true
        current = context
        return context.session
      },
      source: source, keepsGoing: keepGoing, watchdog: limits.watchdog,
      output: { StandardStream.output.write("\($0)\n") }, errors: errors)
    repl = running
    running.runFact = { id in _ = try? FactRun().perform([id], [ReportRequest(RunFormats.names[0])], isForPeople: true)
    }
    if source.isInteractive {
      errors("homescreen \(Homescreen.version): \(running.session.greeting)")
      errors("help() shows what you can do, :tour shows you around, Tab completes, Ctrl-D quits.")
      if running.session.preparation?.sample != nil {
        errors("This app is a sample; :open opens your own, :samples lists more.")
      }
      for remark in remarks { errors("note: \(line: remark)") }
      for note in (source as? LineEditor)?.notes ?? [] { errors("note: \(line: note)") }
    }
    let code = running.run(first: chunks, readsOn: readsOn)
    if let editor = source as? LineEditor { do { try editor.saveHistory() } catch { errors("\(error)") } }
    let end = max(code, hadProblems || current?.hasProblems == true ? .scriptError : .success)
    if end != .success { throw ExitStatus(end).error }
  }

  /// Returns the request of a replay: with the app of the first session, because the folder may have another one by now.
  private func request(_ device: DeviceOptions, usesApp: Bool, as first: REPLPreparation?) -> PlayRequest {
    var request = device.request(app: app, selection, usesApp: usesApp)
    if usesApp, app == nil, let first {
      request.app = first.sample.map { .sample($0) } ?? first.app.map { .path($0, selection.options) } ?? request.app
    }
    return request
  }

  /// Reports an invalid device as a command line error, even if no line uses it.
  private func checkDevice(_ device: DeviceOptions) throws {
    do {
      _ = try device.devices()
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(.usage).error
    }
  }

  /// Makes the device and the app. A person can continue without the app.
  private func begin(_ context: CommandContext, _ request: PlayRequest, isTyped: Bool) throws -> (
    remarks: [String], usesApp: Bool
  ) {
    do {
      return (try context.makeDevice(request), true)
    } catch {
      guard error.isAboutApp, isTyped else {
        CommandContext.complain("homescreen: \(error)")
        throw ExitStatus(error.exitCode).error
      }
      return (["the app cannot be opened: \(error)", "no app is installed; :open PATH installs one"], false)
    }
  }

  /// The user's start-up file, if there is one.
  private var startUpFile: [PluginSource] {
    let configuration = ProcessEnvironment.configuration
    if let problem = configuration.problem {
      CommandContext.complain(
        "note: \(line: problem); homescreen does not look there for init.lua or for trusted checkouts")
    }
    guard let folder = configuration.path else { return [] }
    let path = "\(folder)/homescreen/init.lua"
    let places = [RealPath.leading("\(folder)/homescreen"), RealPath.leading(path)]
    if let problem = CurrentMachine.aside({ places.lazy.compactMap(FileOwner.problem).first }) {
      CommandContext.complain("note: \(line: problem); init.lua does not run")
      return []
    }
    return ProcessEnvironment.fileExists(path) ? [PluginSource(path: path, name: "init.lua", isStartUpFile: true)] : []
  }
}

extension DeviceOptions {
  /// Returns the options with the changes of a session.
  fileprivate func replaced(by system: REPLSystem?) -> DeviceOptions {
    var options = self
    options.os = system?.os ?? os
    options.model = system?.model ?? model
    return options
  }
}
