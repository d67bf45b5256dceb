import ArgumentParser
import Console
import LuaAPI
import LuaEngine

struct REPLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Play with a device by hand.",
    discussion: """
      The globals `device` and, with APP, `app` are there from the beginning. Piped input runs without a prompt and \
      stops at the first error with exit code 1.
      """)

  @Argument(help: "An app to install and launch: a .app folder or an Info.plist.")
  var app: String?

  @Option(help: "The model of the device.")
  var model: String?

  @Option(help: "The version of iOS.")
  var os: String?

  @Option(help: "The language of the device.")
  var locale: String?

  @OptionGroup(title: "Files")
  var files: WriteOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    Interrupt.install()
    let session = try Session(at: .folder("."), options: limits.lua)
    session.writableFolders = files.folders
    let errors = { (line: String) -> Void in StandardStream.error.write(line + "\n") }
    do {
      try session.prepareREPL(app: app, model: model, os: os, locale: locale)
    } catch {
      errors("homescreen: \(error)")
      throw ExitStatus(error.exitCode).error
    }
    let completer = Completer(session: session)
    let source = StandardInput.open(
      promptStyles: [.bold], completer: completer.completions(line:cursor:), wasInterrupted: { Interrupt.wasRequested })
    if source.isInteractive {
      errors("homescreen \(Homescreen.version): \(session.greeting)")
      errors("help() tells what there is, Tab completes, Ctrl-D leaves.")
    }
    let repl = REPL(
      session: session, source: source, style: Terminal(.error),
      output: { StandardStream.output.write($0 + "\n") }, errors: errors)
    let code = repl.run()
    if let editor = source as? LineEditor {
      do { try editor.saveHistory() } catch { errors("\(error)") }
    }
    if code != .success { throw ExitStatus(code).error }
  }
}
