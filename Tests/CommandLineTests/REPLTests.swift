import Testing

/// `homescreen repl` with piped input: no prompts, and the first error ends it.
@Suite struct REPLTests {
  private func repl(_ input: String, _ arguments: String...) throws -> ProcessResult {
    try homescreen(["repl"] + arguments, stdin: input)
  }

  @Test func lineNumbersContinueAfterChunks() throws {
    #expect(try repl("", "-e", "x = 1\ny = 2", "-e", "error 'z'").stderr.hasPrefix("error line 3: z"))
    let both = try repl("\nerror 'z'\n", "-i", "-e", "x = 1")
    #expect(both.stderr.hasPrefix("error line 3: z\n  3 | error 'z'"), "\(both)")
  }

  /// The app of the seed scenarios.
  private var app: String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/lua/scenarios/seeds/fixtures/ChangeIcon.app"
  }

  @Test(arguments: [
    ("print(1+1)\n", "2\n"), ("1+1\n", "2\n"), ("= 1\n", "1\n"), ("=1 + 2\n", "3\n"),
    ("print 'no end of line'", "no end of line\n"),
    ("nil\n", ""), ("x = 1\n", ""), ("x = 1\nx\n", "1\n"), ("1+1, 'a', { 1, x = 3 }\n", "2\n\"a\"\n{ 1, x = 3 }\n"),
    ("function f(a)\n  return a * 2\nend\nf(21)\n", "42\n"), ("for i = 1, 2 do\n\nprint(i)\nend\n", "1\n2\n"),
    ("x = [[\na\nb]]\nx\n", "\"a\\nb\"\n"), ("", ""), ("\n\n  \n", ""), ("-- nothing\n", ""),
    ("print 'a'\nexit\nprint 'b'\n", "a\n"),
    ("device.model\n", "\"iPhone\"\n"), ("homescreen.version\n", "\"0.1.0\"\n"),
  ])
  func resultsAreShown(input: String, output: String) throws {
    let result = try repl(input)
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout == output)
    #expect(result.stderr == "")
  }

  /// A line that uses UIKit does not replace a device that an earlier line made.
  @Test func deviceOfALineIsKept() throws {
    let own = """
      device = Device { model = "iPad", os = "16.0" }
      app = device:install(homescreen.sample "paint")
      device:launch(app)

      """
    let result = try repl(own + "UIApplication.shared:setAlternateIconName('night')\ndevice.os\ndevice.alert.owner\n")
    #expect(result.exitCode == 0 && result.stdout.hasSuffix("\"16.0\"\n\"com.example.paint\"\n"), "\(result)")
    #expect(try repl("UIApplication.shared.applicationState\ndevice.model\n").stdout.hasSuffix("\"iPhone\"\n"))
  }

  @Test(arguments: [
    ("error(\"x\")\n", "", "error line 1: x"), ("print 'a'\n\nerror 'x'\nprint 'b'\n", "a\n", "error line 3: x"),
    (
      "x = 1\ny = 2\n\nprint(x + y + z)\n", "",
      "error line 4: attempt to perform arithmetic on a nil value (global 'z')"
    ),
    ("for i = 1, 2 do\nprint(i)\nerror 'x'\nend\n", "1\n", "error line 3: x"),
    ("1 +\n", "", "error line 1: unexpected symbol near '1'"),
    ("function f(\n", "", "near <eof>"), ("x = [[\nabc\n", "", "unfinished long string"),
    ("local = 1\n", "", "error line 1: "),
    ("local x = 1\nprint(x.y.z)\n", "", "error line 2: "),
    ("print 'a'\nx = = 1\n", "a\n", "error line 2: unexpected symbol"),
    ("var x = 5\n", "", "local x = …"), ("why 'night'\n", "", "app:why \"NAME\" explains"),
    ("Devise {}\n", "", "Did you mean 'Device'?"), ("device:instal 'x'\n", "", "device:install"),
    ("error({})\n", "", "error value: {}"), ("error()\n", "", "error value: nil"),
    ("print '\u{0}'\nerror 'end'\n", "\\u{0}\n", "error line 2: end"),
    ("device:pressHome() UIApplication.shared.applicationState\n", "", "app"),
  ])
  func fileStopsAtTheFirstError(input: String, output: String, error: String) throws {
    let result = try repl(input)
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout == output)
    #expect(result.stderr.contains(error), "\(result)")
  }

  @Test func limitsApply() throws {
    let endless = try repl("while true do end\nprint 'on'\n", "--budget", "1000000")
    #expect(endless.exitCode == 1, "\(endless)")
    #expect(endless.stdout == "")
    #expect(endless.stderr.contains("used up its budget"))
    let greedy = try repl("s = 'x'\nwhile true do s = s .. s end\n", "--memory", "32")
    #expect(greedy.exitCode == 1, "\(greedy)")
    #expect(greedy.stderr.contains("error line 2: not enough memory"), "\(greedy)")
  }

  @Test func eachLineHasItsOwnBudget() throws {
    let line = "for i = 1, 300000 do end\n"
    let result = try repl(String(repeating: line, count: 5) + "print 'done'\n", "--budget", "400000")
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout == "done\n")
  }

  @Test func uiKitMeansTheForegroundApp() throws {
    let result = try repl(
      """
      app.state, device.front == app, device.springboard.mode
      UIApplication.shared.alternateIconName
      UIApplication.shared:setAlternateIconName("newicon", function(e) print("done", e) end)
      device.alert.label
      device.alert:tap "OK"
      app.iconName
      device.springboard:icon(app):picture().file
      UIApplication.shared.alternateIconName
      DispatchQueue.main:async(function() print "queued" end)
      """ + "\n", app)
    #expect(result.exitCode == 0, "\(result)")
    #expect(
      result.stdout == """
        "runningForeground"
        true
        "app"
        "You have changed the icon for “iconChange”."
        done\tnil
        "newicon"
        "newicon@3x.png"
        "newicon"
        queued

        """)
    #expect(result.stderr == "icon is now “newicon”; an alert is shown: device.alert:tap \"OK\"\n")
  }

  @Test func errorWithoutAForegroundAppExplainsHowToOpenOne() throws {
    let result = try repl("device:pressHome()\nUIApplication.shared.alternateIconName\n", app)
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("No app is in front: app:activate() brings it there"), "\(result)")
  }

  @Test func deviceWithoutAppsAsksForOne() throws {
    let result = try repl("device = Device { os = '13.0' }\nUIApplication.shared.alternateIconName\n", app)
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("No app is installed on this device: app = device:install(PATH)"), "\(result)")
  }

  @Test func nilOfAnEarlierLineExplainsNothing() throws {
    let line = "local none = (function() end)() none:tap()\n"
    let result = try repl("device.alert\n\(line)", app)
    #expect(result.exitCode == 1 && !result.stderr.contains("No alert"), "\(result)")
    #expect(try repl("device.alert:tap()\n", app).stderr.contains("No alert"))
  }

  @Test func appErrorShowsItsLocationInTheApp() throws {
    let result = try repl("app:run(function() error 'broken' end)\n", "--os", "17.5", app)
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("\n  in com.example.iconchange: app:run, at 0.2 s\n"), "\(result)")
  }

  @Test func deviceMatchesTheOptions() throws {
    let result = try repl("tostring(device)\ndevice.locale\n", "--model", "iPad", "--os", "17.5", "--locale", "zh-Hans")
    #expect(result.stdout == "\"iPad, iPadOS 17.5\"\n\"zh-Hans\"\n", "\(result)")
    for wrong in [["--model", "iPhnoe"], ["--os", "seventeen"], ["--locale", ""]] {
      let refused = try homescreen(["repl"] + wrong, stdin: "print 'never'\n")
      #expect(refused.exitCode == 64, "\(wrong): \(refused)")
      #expect(refused.stdout == "")
    }
  }

  @Test func helpListsTheTopics() throws {
    let result = try repl("help\nhelp(device.install)\nhelp 'ICON-111'\nhelp 'nonesuch'\n")
    #expect(result.exitCode == 0, "\(result)")
    for text in ["Device {", "device:install(", "ICON-111  (", "unknown name “nonesuch”"] {
      #expect(result.stdout.contains(text), "\(text)")
    }
  }
}
