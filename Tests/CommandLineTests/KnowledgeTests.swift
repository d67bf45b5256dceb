import Testing

/// The documentation commands: `explain`, `facts`, `api`, `--help`, `--version`.
@Suite struct KnowledgeTests {
  @Test(arguments: [
    ("ICON-111", "CFBundleIcons~ipad"), ("icon-111", "CFBundleIcons~ipad"), ("alert-covers", "Answer the alert first"),
    ("budget", "--budget N"), ("memory", "--memory MIB"), ("outside-the-app", "app.run"),
    ("device:install", "Installs an app"),
    ("device.install", "Installs an app"), ("Device", "Creates a device"),
    ("setAlternateIconName", "Changes the app's icon"),
    ("UIApplication.shared", "application object"),
    (
      "application_didFinishLaunchingWithOptions",
      "app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)"
    ),
    ("application:didFinishLaunchingWithOptions:", "application_didFinishLaunchingWithOptions"),
    ("sceneDidBecomeActive", "app.sceneDelegate:sceneDidBecomeActive(scene)"),
  ])
  func explainsNames(name: String, text: String) throws {
    let result = try homescreen(["explain", name])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains(text), "\(result)")
    #expect(result.stderr == "")
  }

  @Test(arguments: [
    ("device:instal", "did you mean device:install"), ("budgt", "budget"), ("ICON-9999", "ICON-"),
    ("xyzzy plugh", "homescreen facts"), ("nope", "“nope”; homescreen facts"),
    ("", "homescreen facts"), ("\u{1B}[31m", "homescreen facts"),
  ])
  func suggestsNearNames(name: String, text: String) throws {
    let result = try homescreen(["explain", name])
    #expect(result.exitCode == 4, "\(result)")
    #expect(result.stdout == "")
    #expect(result.stderr.hasPrefix("homescreen: unknown name “"), "\(result)")
    #expect(result.stderr.contains(text), "\(result)")
  }

  /// Words that people type: the glossary's are explained, and the others lead to what mentions them.
  @Test(arguments: [
    ("jetsam", 0, "the states of an app when an event arrives"), ("Cold", 0, "Cold, warm, jetsam: "),
    ("warm", 0, "LAUNCH-"), ("long press", 0, "Press, long press: "), ("handler", 0, "homescreen docs "),
    ("alert", 0, "Until it is answered"), ("alternate icons", 0, "setAlternateIconName"),
    ("performActionForShortcutItem", 0, "windowScene_performActionForShortcutItem_completionHandler"),
    ("dock", 4, "LAUNCH-106"), ("watchdog", 0, "the limit of processor time"), ("UIScene", 4, "homescreen docs "),
    ("shortcut", 4, "device.springboard:icon(app):press()"), ("terminal", 4, "homescreen docs CommandLine"),
    ("quick action", 0, "UIApplicationShortcutItems"),
  ])
  func explainsWords(word: String, code: Int32, text: String) throws {
    let result = try homescreen(["explain"] + word.split(separator: " ").map(String.init))
    #expect(result.exitCode == code, "\(result)")
    #expect((code == 0 ? result.stdout : result.stderr).contains(text), "\(result)")
  }

  @Test func articlesArePrinted() throws {
    let list = try homescreen(["docs"])
    #expect(list.exitCode == 0 && list.lines.count > 20, "\(list)")
    for line in list.lines.dropLast() {
      let name = String(line.prefix { $0 != " " })
      let article = try homescreen(["docs", name.lowercased()])
      #expect(article.exitCode == 0 && article.stdout.hasPrefix("# "), "\(name)")
      #expect(!article.stdout.contains("<doc:"))
    }
    let unknown = try homescreen(["docs", "runing"])
    #expect(unknown.exitCode == 4 && unknown.stderr.contains("did you mean Running?"), "\(unknown)")
    #expect(try homescreen(["docs", "\u{1B}[31m"]).stderr.contains("homescreen docs lists the articles"))
  }

  @Test func completionsAreScripts() throws {
    for (shell, text) in [("bash", "complete -"), ("zsh", "#compdef homescreen"), ("fish", "complete -c")] {
      let result = try homescreen(["completion", shell])
      #expect(result.exitCode == 0 && result.stdout.contains(text), "\(shell)")
      for value in ["watchdog", "junit", "26.1", "Troubleshooting"] {
        #expect(result.stdout.contains(value), "\(value)")
      }
    }
    let unknown = try homescreen(["completion", "tcsh"])
    #expect(unknown.exitCode == 64 && unknown.stderr.contains("use bash, zsh or fish"), "\(unknown)")
  }

  @Test func listsFacts() throws {
    let all = try homescreen(["facts"])
    let icons = try homescreen(["facts", "--area", "icon"])
    let modelled = try homescreen(["facts", "--area", "ICON", "--modelled"])
    #expect(all.exitCode == 0)
    #expect(all.lines.count > icons.lines.count)
    #expect(icons.lines.count > modelled.lines.count)
    #expect(icons.lines.dropLast().allSatisfy { $0.hasPrefix("ICON-") })
    #expect(modelled.lines.dropLast().allSatisfy { $0.contains("✓") })
    #expect(modelled.lines.contains { $0.hasPrefix("ICON-111 ") })
    #expect(all.lines.last?.contains(" facts, ") == true)
    let none = try homescreen(["facts", "--area", "NOPE"])
    #expect(none.exitCode == 4)
    #expect(none.stderr.contains("NOPE"))
  }

  @Test func modelledFactsCanBeExplained() throws {
    let listed = try homescreen(["facts", "--modelled"]).lines.dropLast()
    #expect(listed.count > 50)
    for line in listed.prefix(3) + listed.suffix(3) {
      let id = String(line.prefix { $0 != " " })
      let result = try homescreen(["explain", id])
      #expect(result.stdout.hasPrefix("\(id)  ("), "\(result)")
      #expect(["modelled since", "shown by a scenario", "reported by lint"].contains(where: result.stdout.contains))
    }
  }

  @Test func printsTheAPI() throws {
    let markdown = try homescreen(["api"])
    #expect(markdown.exitCode == 0)
    for text in ["# The Lua API", "## Globals", "setAlternateIconName", "```lua"] {
      #expect(markdown.stdout.contains(text))
    }
    let types = try homescreen(["api", "--format", "luacats"])
    #expect(types.exitCode == 0)
    #expect(types.stdout.hasPrefix("---@meta homescreen\n"))
    #expect(types.stdout.contains("---@class homescreen.Device"))
  }

  @Test func typeFileIsLua() throws {
    let types = try homescreen(["api", "--format", "luacats"]).stdout
    let result = try ScriptRun().run("local function check()\n\(types)\nend print 'fine'")
    #expect(result.stdout == "fine\n", "\(result)")
  }

  @Test func helpNamesTheCommands() throws {
    for arguments in [["--help"], [], ["help"]] {
      let result = try homescreen(arguments)
      #expect(result.exitCode == 0, "\(result)")
      for command in ["run", "repl", "explain", "facts", "api"] { #expect(result.stdout.contains("\n  \(command) ")) }
    }
    let run = try homescreen(["run", "--help-all"])
    for text in ["--format", "--filter", "--budget", "--memory", "--watchdog", "--seed"] {
      #expect(run.stdout.contains(text), "\(text)")
    }
  }

  @Test func versionIsOneLine() throws {
    let result = try homescreen(["--version"])
    #expect(result.stdout.split(separator: ".").count == 3)
    #expect(result.lines.count == 1)
  }
}
