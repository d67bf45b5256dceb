import HomeScreenReports
import LuaAPI
import Platform
import TestSupport
import Testing

/// One grammar for every command: formats, files, devices, the working directory.
@Suite struct GrammarTests {
  private let folder = TemporaryFolder()

  /// The formats of a table, as in messages.
  private static func list(_ formats: (some ReportFormats).Type) -> String {
    formats.names.joined(separator: ", ")
  }

  /// The placeholder for the events of a failed run.
  private static let record = "RECORD"

  /// The arguments with the placeholder replaced by a file of events.
  private func filled(_ arguments: [String]) throws -> [String] {
    guard arguments.contains(Self.record) else { return arguments }
    let path = "\(folder.path)/run.jsonl"
    _ = try homescreen(["run", "--format", "json=\(path)", script("it('fails', function() error 'x' end)")])
    return arguments.map { $0 == Self.record ? path : $0 }
  }

  private static let app = Repository.root + "/lua/scenarios/seeds/fixtures/ChangeIcon.app"

  private static let explored = Repository.root + "/lua/scenarios/museum/quick-actions/handled-twice.lua"

  private func script(_ text: String = "print 'hello'\nit('holds', function() end)") -> String {
    folder.write("script.lua", text)
  }

  /// The help of each command on one line.
  private static let helps = Result {
    try commandNames().map { command in
      let words = try homescreen(["help", command]).stdout.split(whereSeparator: \.isWhitespace)
      return (command: command, text: words.joined(separator: " "))
    }
  }

  // MARK: Formats and files

  /// The commands that report a result, with their exit codes.
  private static let commands: [(arguments: [String], code: Int32)] = [
    (["run", explored], 0), (["why", app, "newicon", "--os", "17.5"], 0),
    (["why", app, "nobody"], 1), (["inspect", app, app], 0), (["facts", "--area", "STORE"], 0),
    (["facts", "--run", "ICON-074"], 0),
    (["report", record], 1), (["merge", record], 1), (["lint", "/proc/nowhere"], 66), (["check", app], 1),
    (["rules", "icon"], 0), (["version"], 0), (["explore", explored, "--depth", "1", "--walks", "0"], 1),
    (["explain", "ICON-039"], 0), (["plugin", "list", "--plugin", Repository.root + "/lua/plugins/timeline.lua"], 0),
  ]

  private static func isVerdict(_ arguments: [String]) -> Bool {
    ["run", "merge", "lint", "check", "explore"].contains(arguments[0]) || arguments.contains("--run")
  }

  @Test(arguments: commands)
  func jsonOptionMatchesTheFormatAndTheFile(arguments: [String], code: Int32) throws {
    let arguments = try filled(arguments)
    let short = try homescreen(arguments + ["--json"], timeLimit: 60)
    let long = try homescreen(arguments + ["--format", "json"], timeLimit: 60)
    let people = try homescreen(arguments, timeLimit: 60)
    #expect([short.exitCode, long.exitCode, people.exitCode] == [code, code, code], "\(short)")
    #expect(short.withoutDurations == long.withoutDurations)
    #expect(!short.lines.isEmpty && short.lines.allSatisfy(JSONChecker.isObject))
    let path = "\(folder.path)/out.json"
    let both = try homescreen(arguments + ["--format", "json=\(path)", "--format", "terminal"], timeLimit: 60)
    #expect(both.exitCode == code, "\(both)")
    #expect(both.stdout == people.stdout)
    #expect(folder.read("out.json").map(ProcessResult.withoutDurations) == short.withoutDurations)
    folder.write("out.txt", "what was there before, and much longer than the report will ever be: \(people.stdout)")
    let file = try homescreen(arguments + ["--format", "terminal=\(folder.path)/out.txt"], timeLimit: 60)
    #expect(file.exitCode == code, "\(file)")
    // A verdict is also printed if it is written to a file.
    #expect(file.stdout == (Self.isVerdict(arguments) ? people.stdout : ""))
    #expect(folder.read("out.txt") == people.stdout)
  }

  /// New commands must be added to `commands`, so that their reports are tested.
  @Test func everyJSONCommandIsCovered() throws {
    let tried = Set(Self.commands.map { $0.arguments[0] })
    let others = try Self.helps.get().filter { command, help in
      help.contains(" --json ") && help.contains(" json (") && !tried.contains(command)
    }
    #expect(others.map(\.command) == [], "give these a line in GrammarTests.commands")
  }

  @Test func referenceAndTypeFileAreWrittenTogether() throws {
    let result = try homescreen(["api", "--format", "luacats=\(folder.path)/types.lua", "--format", "markdown"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout == (try homescreen(["api"])).stdout)
    #expect(folder.read("types.lua") == (try homescreen(["api", "--format", "luacats"])).stdout)
  }

  @Test(arguments: [
    (["why", app, "--json", "--format", "terminal"], "terminal and json would both go to standard output"),
    (["inspect", app, "--json", "--plist"], "json and plist would both go to standard output"),
    (["run", "--format", "json", "--format", "terminal"], "give one of them a file, such as --format terminal=FILE"),
    (["facts", "--format", "json=a", "--format", "terminal=a"], "two reports would go into a"),
    (["explain", "x", "--format", "json="], "--format json= names no file"),
    (
      ["why", app, "--format", "jsn"],
      "unknown format “jsn”; use one of \(list(IconFormats.self)); did you mean “json”?"
    ),
    (["api", "--json"], "unknown format “json”; use one of \(list(APIFormats.self))"),
    (["plugin", "list", "--format", "xml"], "unknown format “xml”"),
  ])
  func unwritableOutputIsAUsageError(arguments: [String], message: String) throws {
    let result = try homescreen(arguments)
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stdout == "")
    #expect(result.stderr.contains(message), "\(result)")
  }

  @Test(arguments: commands)
  func unwritableFileIsALostReport(arguments: [String], code: Int32) throws {
    let arguments = try filled(arguments)
    for (path, reason) in [
      ("/proc/nowhere/out.json", "the folder is missing"), ("/dev/full", "No space left on device"),
      (folder.path, "irectory"),
    ] {
      let result = try homescreen(arguments + ["--format", "json=\(path)"], timeLimit: 60)
      #expect(result.exitCode == 74, "\(result)")
      #expect(result.stderr.hasPrefix("homescreen: the report \(path) could not be written: "), "\(result)")
      #expect(result.stderr.contains(reason), "\(result)")
      #expect(result.stdout.isEmpty || Self.isVerdict(arguments))
    }
  }

  // MARK: Files of runs

  @Test func unwritableReportPreventsTheRun() throws {
    let result = try homescreen(["run", "--format", "terminal", "--format", "json=/proc/nowhere/out", script()])
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.stdout == "")
  }

  @Test func misspelledFormatDoesNotTruncateFiles() throws {
    folder.write("old.json", "old")
    let result = try homescreen(
      ["run", "--format", "json=\(folder.path)/old.json", "--format", "nope", script()])
    #expect(result.exitCode == 64, "\(result)")
    #expect(
      result.stderr.contains(
        "unknown format “nope”; use one of \(Self.list(RunFormats.self)) (plugins can add more)\n"), "\(result)")
    #expect(folder.read("old.json") == "old")
  }

  /// The supervisor owns the file, so a script that crashes its worker loses nothing.
  @Test func endlessScriptKeepsTheWrittenReport() throws {
    let path = script("print 'on my way'\nit('stays', function() while true do end end)")
    let result = try homescreen(
      [
        "run", "--budget", "9000000000000000", "--watchdog", "0.5", "--format", "json=\(folder.path)/out.jsonl", path,
      ], timeLimit: 20)
    #expect(result.exitCode == 124, "\(result)")
    let lines = try #require(folder.read("out.jsonl")).split(separator: "\n")
    #expect(lines.allSatisfy(JSONChecker.isObject))
    #expect(lines.contains { $0.contains("on my way") })
    #expect(lines.last?.contains(#""event":"runFinished""#) == true)
  }

  @Test func pluginFormatCanHaveAFile() throws {
    let plugin = folder.write(
      "p.lua",
      "return homescreen.plugin { name = 'p', reporters = { mine = function(e, write) write(e.event) end } }")
    let result = try homescreen(
      [
        "run", "--plugin", plugin, "--format", "mine=\(folder.path)/mine.txt", "--format",
        "json=\(folder.path)/out.jsonl", script(),
      ])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("1 passed"))
    let names = try #require(folder.read("mine.txt")).split(separator: "\n")
    #expect(names.first == "runStarted" && names.last == "runFinished")
    #expect(folder.read("out.jsonl")?.split(separator: "\n").count == names.count)
  }

  // MARK: Paths

  @Test func workingDirectoryCanBeTheApp() throws {
    for (arguments, code, text) in [
      (["why"], 1, "3 alternate icons of iconChange"), (["why", ".", "nobody"], 1, "The icon “nobody” of iconChange"),
      (["inspect"], 0, "com.example.iconchange"), (["inspect", "--plist"], 0, "com.example.iconchange"),
    ] as [([String], Int32, String)] {
      let result = try ChildProcess.run(
        "/bin/sh", ["-c", "cd \"$1\" && shift && exec \"$0\" \"$@\"", BuiltExecutable.path(), Self.app] + arguments)
      #expect(result.exitCode == code, "\(result)")
      #expect(result.stdout.contains(text), "\(result)")
    }
  }

  @Test func plainNameIsTreatedAsAPathAndReported() throws {
    let result = try homescreen(["why", "newicon"])
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("homescreen why . newicon"), "\(result)")
  }

  // MARK: Devices

  @Test func deviceOptionsMeanTheSameEverywhere() throws {
    let options = ["--device", "iPad", "--os", "12.4", "--locale", "de"]
    let why = try homescreen(["why", Self.app, "newicon"] + options)
    #expect(why.stdout.contains("on iPad, iOS 12.4"), "\(why)")
    let inspect = try homescreen(["inspect", Self.app, "--json"] + options)
    #expect(inspect.exitCode == 0, "\(inspect)")
    #expect(inspect.stdout.contains(#""devices":{"iPad":"#) && inspect.stdout.contains(#""os":"12.4""#), "\(inspect)")
    #expect(try homescreen(["inspect", Self.app] + options).stdout.contains("iPad, iOS 12.4"))
    let line = "print(device.model, device.os, device.locale)"
    let repl = try homescreen(["repl"] + options, stdin: line + "\n")
    let run = try homescreen(["run"] + options + [folder.write("d.lua", "local device = Device {} \(line)")])
    #expect(repl.stdout == "iPad\t12.4\tde\n", "\(repl)")
    #expect(run.stdout == repl.stdout, "\(run)")
  }

  @Test func scriptOverridesTheCommandLineAndThatTheProject() throws {
    folder.write("homescreen.lua", "return { os = { '13.1' }, models = { 'iPad' } }")
    let path = script(
      """
      print(Device {}.model, Device {}.os, Device {}.locale)
      print(Device { model = "iPad Pro" }.os, Device { os = "11.0" }.model, Device { locale = "fr" }.locale)
      """)
    func output(_ options: [String], without unused: String? = nil) throws -> [Substring] {
      let lines = try homescreen(["run"] + options + [path]).lines
      #expect(lines.contains { line in unused.map { line.contains("does not use the \($0) of the command") } ?? true })
      return lines.filter { !$0.contains("does not use the") }
    }
    #expect(try output([]) == ["iPad\t13.1\ten", "13.1\tiPad\tfr"])
    #expect(try output(["--os", "12.4"], without: "12.4") == ["iPad\t12.4\ten", "12.4\tiPad\tfr"])
    #expect(
      try output(["--device", "iPhone", "--locale", "de"], without: "iPhone") == [
        "iPhone\t13.1\tde", "13.1\tiPhone\tfr",
      ])
  }

  @Test(arguments: [
    ["run"], ["why", app], ["inspect", app], ["repl"], ["plugin", "p", "c"],
  ])
  func unknownDeviceIsAUsageError(command: [String]) throws {
    for options in [
      ["--device", "iPhon"], ["--os", "3"], ["--locale", "?"], ["--device", "iPhone 17", "--os", "12.0"],
    ] {
      var arguments = command + options
      if command[0] == "plugin" {
        arguments += [
          "--plugin",
          folder.write("p.lua", "return homescreen.plugin { name = 'p', commands = { c = function() end } }"),
        ]
      }
      let result = try homescreen(arguments)
      #expect(result.exitCode == 64, "\(arguments): \(result)")
      #expect(result.stdout == "")
      #expect(result.stderr.hasPrefix("homescreen: "), "\(result)")
    }
  }

  // MARK: The help of run

  /// The options in a help text, by their first long names.
  private func options(_ arguments: [String]) throws -> [Substring] {
    let result = try homescreen(arguments)
    #expect(result.exitCode == 0 && result.stderr == "", "\(result)")
    return result.stdout.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { line in
      line.firstMatch(of: #/--[a-z-]+/#)?.output
    }
  }

  @Test func helpOfRunIsShort() throws {
    let usual = [
      "--filter", "--last-failed", "--jobs", "--device", "--os", "--locale", "--trust", "--built-in", "--format",
      "--json", "--app", "--watch", "--repl-on-failure", "--version", "--help",
    ]
    for arguments in [["run", "--help"], ["run", "-h"], ["help", "run"], ["run", "x.lua", "--help"]] {
      #expect(try options(arguments).map(String.init) == usual, "\(arguments)")
      let text = try homescreen(arguments).stdout
      #expect(text.hasSuffix("Show help information.\n\nAll options: homescreen run --help-all\n"), "\(text)")
      #expect(!text.contains("SNAPSHOTS:") && text.contains("USAGE: homescreen run ") && text.contains("<paths>"))
    }
  }

  @Test func helpAllShowsAllOptions() throws {
    let all = try options(["run", "--help-all"])
    for option in ["--tags", "--shuffle", "--shard", "--steps", "--memory", "--help"] {
      #expect(all.contains(option[...]), "\(option)")
    }
    #expect(Set(try options(["run", "--help"])).isSubset(of: all))
    #expect(try !homescreen(["run", "--help-all"]).stdout.contains("--help-all"))
    // Other commands have a single help text.
    #expect(try homescreen(["lint", "--help-all"]).stdout == homescreen(["lint", "--help"]).stdout)
  }

  // MARK: Exit codes

  @Test func exitCodesAreAHelpTopic() throws {
    let topic = try homescreen(["help", "exit-codes"])
    #expect(topic.exitCode == 0)
    for code in ExitCode.allCases { #expect(topic.stdout.contains("\(code.rawValue)  \(code.meaning)\n"), "\(topic)") }
    for (command, help) in try Self.helps.get() { #expect(!help.contains("Exit codes: "), "\(command)") }
  }

  @Test func helpFitsAScreen() throws {
    let lines = try homescreen(["--help"]).lines
    #expect(lines.count <= 40)
    #expect(lines.filter { $0.count > 80 } == [])
    for help in [["-h"], ["help"]] { #expect(try homescreen(help).lines == lines) }
    let abstracts = lines.filter {
      $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true && !$0.contains("homescreen")
    }
    #expect(abstracts.count == (try commandNames()).count)
    #expect(abstracts.allSatisfy { $0.dropFirst(14).count <= 60 && $0.dropFirst(14).first?.isUppercase == true })
  }

  @Test(arguments: [
    ("runn", "did you mean “run”?"), ("plugins", "homescreen plugin list"), ("whatever-else", "homescreen --help"),
    (app, "homescreen repl "),
  ])
  func unknownCommandIsReported(word: String, answer: String) throws {
    let result = try homescreen([word])
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stderr.contains("is not a command") && result.stderr.contains(answer), "\(result)")
  }
}
