import Console
import HomeScreenReports
import LuaAPI
import Platform
import TestSupport
import Testing

/// The commands of the REPL work alike.
@Suite struct WordTests {
  /// Except `:edit`, which starts a program: see `TypedSessionTests`.
  @Test(arguments: REPLWord.allCases.filter { $0 != .edit })
  func allNamesWork(word: REPLWord) throws {
    for name in word.names {
      let folder = TemporaryFolder()
      folder.write("there.lua", "x = 1")
      let argument: String? =
        switch word {
        case .help, .history, .show, .copy, .home, .menu, .alert, .icon, .trace, .quiet, .budget, .samples, .tour,
          .undo,
          .redo,
          .rewind, .step, .plugins, .run, .edit, .quit:
          nil
        case .at: "1"
        case .os: "12.4"
        case .device: "iPad"
        case .open: "paint"
        case .save: folder.path + "/new.lua"
        case .load: folder.path + "/there.lua"
        }
      // A note that there is nothing to do is allowed.
      let transcript = try REPLTranscript(
        [argument.map { ":\(name) \"\($0)\"" } ?? ":\(name)", "print 'on'"], isInteractive: true)
      // The dispatch searches unknown commands among those of plugins.
      #expect(!transcript.errors.contains { $0.contains("unknown command") || $0.contains("use :") }, "\(transcript)")
      #expect((transcript.output.last == "on") == (word != .quit), "\(transcript)")
      #expect((folder.read("new.lua") != nil) == (word == .save))
    }
  }

  @Test(arguments: REPLWord.allCases)
  func unknownArgumentsAreRefused(word: REPLWord) throws {
    let wrong = [0, 1, 2, 3].filter { !word.takes($0) }
    #expect(
      !wrong.isEmpty || ["…]", "[EXPRESSION]", "[NAME]"].contains(where: word.usage.hasSuffix))
    // The first of several arguments must be known.
    for count in Set(wrong + (word.takes(3) ? [] : [2])).sorted() {
      let transcript = try REPLTranscript(":\(word.rawValue)" + String(repeating: " x", count: count), "print 'never'")
      #expect(
        transcript.errors == ["use \(word.usage)"] && transcript.output.isEmpty && transcript.exitCode == .failure,
        "\(transcript)")
    }
  }

  @Test(arguments: REPLWord.allCases)
  func commandsAreInCompletionHelpAndReadme(word: REPLWord) throws {
    let session = try Session(at: .folder("."), services: ReportServices())
    let completer = Completer { session }
    for name in word.names {
      #expect(completer.completions(line: ":\(name)", cursor: name.utf8.count + 1).contains { $0.replacement == name })
      #expect(Explanation(ReportServices()).text(of: ":\(name)")?.contains(word.summary) == true)
    }
    let overview = try REPLTranscript("help all").output.joined(separator: "\n")
    #expect(overview.contains(word.usage) && overview.contains(word.summary), "\(overview)")
    let article = try Repository.text("Sources/homescreen/homescreen.docc/Playing.md")
    #expect(article.contains("`\(word.usage)`"), "Playing.md does not have `\(word.usage)`")
  }

  @Test func wordInAnOpenBlockKeepsTheBlock() throws {
    let transcript = try REPLTranscript("for i = 1, 2 do", ":history", "print(i)", "end", isInteractive: true)
    #expect(
      transcript.errors == [
        "a block is still open, so :history did not run; end the block first, or press Ctrl-C to drop it"
      ])
    #expect(transcript.output == ["1", "2"], "\(transcript)")
  }

  @Test func helpDescribesEverything() throws {
    func help(_ line: String) throws -> String { try REPLTranscript(line).output.joined(separator: "\n") }
    // A command of the REPL and a method of property lists.
    let save = try help(":help save")
    #expect(save.contains(REPLWord.save.summary) && save.contains("plist:save("), "\(save)")
    #expect(try help("?device.springboard:icon(app):press").contains("icon:press([seconds])"))
    #expect(try help("?device.conditions.iconFault").contains("conditions.iconFault"))
    #expect(try help("?staleIconCache").contains("conditions.staleIconCache"))
    #expect(try help("help(assert)").contains("assert.handled_once"))
    #expect(try help("help device:launch") == help("?device:launch"))
    #expect(try help("help press").contains("Press, long press: ") && help("help press").contains("folder:press"))
    #expect(try help("help cold launch").contains("These mention it:"))
    #expect(try help("help").split(separator: "\n").count == 8 && help("help").contains(":tour"))
    #expect(try help("?nonesuch.thing").contains("unknown name"))
    for line in ["help delegate", "?delegate"] {
      #expect(try help(line).contains("app.sceneDelegate") && help(line).contains("LAUNCH-136"))
    }
    #expect(try help("help icons").contains("app:why() lists") && help("help icons").contains("springboard.icons"))
    for name in ["device", "device:launch", "device.springboard", "app", "ICON", "nonesuch"] {
      #expect(try help("\(name)?") == help("?\(name)"))
    }
    #expect(try REPLTranscript("x? y").errors.first?.contains("near '?'") == true)
    #expect(try REPLTranscript("own = device", "?own").output.joined().contains("device:install("))
    #expect(try REPLTranscript("own = { field = device }", "?own.field").output.joined().contains("device:install("))
    #expect(try REPLTranscript("own = { f = function() error 'it ran' end }", "?own.f()").errors.isEmpty)
    let class_ = try REPLTranscript(
      "app = device:install(AppPackage { plist = { CFBundleIdentifier = 'com.example.a' } })", "help(app.delegate)")
    #expect(class_.output.joined().contains("applicationDidBecomeActive"), "\(class_)")
  }

  @Test func helpDescribesTypesAndItself() throws {
    let device = try REPLTranscript("?device").output.joined(separator: "\n")
    #expect(device.contains("device:install(") && device.contains("device:launch("), "\(device)")
    #expect(try REPLTranscript("?nonesuch.thing").output.last?.hasSuffix(":help all lists all names") == true)
  }

  @Test func tourNeedsItsOwnSession() throws {
    var errors: [String] = []
    func run(_ lines: Lines) throws -> REPL {
      let repl = try REPL(
        inspecting: try Session(at: .folder("."), services: ReportServices()), source: lines, output: { _ in },
        errors: { errors.append($0.rendered(hasStyles: false)) })
      _ = repl.run()
      return repl
    }
    #expect(try !run(Lines(":tour", ":quit now")).wasQuit)
    #expect(errors == ["the tour needs its own session: start homescreen repl, then type :tour [STEP]", "use :quit"])
    #expect(try run(Lines(":quit")).wasQuit)
    #expect(try run(Lines("exit")).wasQuit)
  }

  @Test func examplesOfHelpRun() throws {
    #expect(try REPLTranscript(":run", "print 'on'").output.count == 2)
    let transcript = try REPLTranscript("x = device", ":help device:advance", ":run", "print(x == device)")
    #expect(transcript.errors.isEmpty && transcript.output.last == "true", "\(transcript)")
    #expect(transcript.output.contains { $0.contains("the example of device:advance ran, and its assertions hold") })
    // A name without an example has that of another name, and a fact has its scenario.
    #expect(
      try REPLTranscript("?applicationDidBecomeActive", ":run").output.contains {
        $0.contains("callback applicationDid")
      })
    #expect(try REPLTranscript("?ICON-010", ":run").output.last?.contains("homescreen facts --run ICON-010") == true)
  }

  /// Constructors, methods, callbacks and device conditions.
  @Test func commonNamesHaveAnExample() throws {
    let missing = APICatalog.homescreen.entries.filter { entry in
      let isRequired =
        switch entry.kind {
        case .callback, .constructor: true
        case .method: !Self.withoutExample.contains(entry.name)
        case .property: entry.receiver?.name == "conditions"
        case .function, .namespace: false
        }
      return isRequired && Explanation(ReportServices()).text(of: entry.qualifiedName)?.contains("\n  Example") != true
    }
    #expect(missing.map(\.qualifiedName) == [])
  }

  /// Methods without an example: `rewind` works only in the REPL, and the others are the simplest of UIKit.
  private static let withoutExample = ["rewind", "description", "dismiss", "isKind"]

  @Test(arguments: REPLWord.allNames)
  func pluginsCannotReplaceCommands(name: String) throws {
    let folder = TemporaryFolder()
    let plugin = folder.write(
      "p.lua",
      "return homescreen.plugin { name = 'p', commands = { ['\(name)'] = print, own = function() return 1 end } }")
    let transcript = try REPLTranscript(":own", plugins: [PluginSource(path: plugin)])
    #expect(
      transcript.errors.count == 1 && transcript.errors[0].contains("that the REPL already uses"), "\(transcript)")
    #expect(transcript.output == ["1"])
  }

  @Test func plainWordsQuitAndHelpFindsNames() throws {
    #expect(try REPLTranscript("quit", "error 'never'").exitCode == .success)
    #expect(try REPLTranscript(" exit ( ) ", "print 'on'").errors.first?.contains("'exit'") == true)
    #expect(try REPLTranscript("?").output == REPLTranscript(":help").output)
    #expect(try REPLTranscript(":help device:launch").output == REPLTranscript("help 'device:launch'").output)
    #expect(try REPLTranscript(":help \"a\\\"").output == REPLTranscript("help 'a\\\\'").output)
    #expect(try REPLTranscript("quit = 1", "quit = quit + 1", "print(quit)").output == ["2"])
    #expect(try REPLTranscript("?device:launch").output == REPLTranscript(":help device:launch").output)
    let near = try REPLTranscript(":histroy")
    #expect(near.errors.joined().contains("Did you mean :history?"), "\(near)")
    #expect(REPLWord(named: "") == nil && REPLWord(bare: "history") == nil && REPLWord(named: ":save") == nil)
  }
}
