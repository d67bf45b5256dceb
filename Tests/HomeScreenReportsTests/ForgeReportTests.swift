import Events
import HomeScreenReports
import TestSupport
import Testing

/// The input of build and test services: GitHub, Jenkins, GitLab, and TAP harnesses.
@Suite struct ForgeReportTests {
  private func failing(_ count: Int) -> MadeRun {
    var run = MadeRun()
    run.start("/home/repo/specs/a,b:c.lua")
    run.print("::error::forged\nplain")
    for number in 0..<count {
      run.end(["a", "\(number)%"], .failed, Problem(code: "assertion", message: "x\ny"), line: 5)
    }
    run.finishFile()
    run.finish()
    return run
  }

  @Test func failureIsAnAnnotationOnItsLine() {
    let place = ReportSurroundings(workingFolder: "/home/repo/sub", checkout: "/home/repo/")
    let lines = failing(1).lines("github", place)
    #expect(lines[0] == "::group::/home/repo/specs/a,b:c.lua")
    #expect(lines[1...3] == [":\\:error::forged", "plain", "::endgroup::"])
    #expect(
      lines[4].hasPrefix(
        "::error file=specs/a%2Cb%3Ac.lua,line=5,title=a › 0%25::x%0Ay%0Atrace 00000000000000ab, seed 1%0Arepeat "),
      "\(lines[4])")
    #expect(lines[5].hasPrefix("0 passed, 1 failed  trace "))
    #expect(lines.count == 6)
  }

  @Test(arguments: [
    ("a.lua", "sub/a.lua"), ("./x/../a.lua", "sub/a.lua"), ("../a.lua", "a.lua"), ("/home/repo/a.lua", "a.lua"),
    ("/home/repository/a.lua", "/home/repository/a.lua"), ("../../a.lua", "../../a.lua"),
  ])
  func pathsAreRelativeToTheCheckout(file: String, shown: String) {
    var run = MadeRun()
    run.start(file)
    run.end(["a"], .error)
    let place = ReportSurroundings(workingFolder: "/home/repo/sub", checkout: "/home/repo")
    #expect(run.lines("github", place).first?.hasPrefix("::error file=\(shown),line=3,title=a::") == true)
    #expect(run.lines("github").first?.hasPrefix("::error file=\(file),") == true)
  }

  @Test func annotationLimitIsReported() {
    let lines = failing(25).lines("github")
    #expect(lines.filter { $0.hasPrefix("::error ") }.count == GitHubReport.shownAnnotations)
    #expect(
      lines.contains(
        "::notice title=homescreen::10 of 25 failures are annotated: GitHub shows at most that many per step."))
    #expect(!failing(10).lines("github").contains { $0.hasPrefix("::notice") })
  }

  /// GitHub accepts no summary above 1 MiB.
  @Test func jobSummaryHasALimit() {
    var run = MadeRun()
    run.start("a.lua")
    for _ in 0..<100 {
      run.end(["a"], .failed, Problem(code: "assertion", message: String(repeating: "x", count: 16_000)))
    }
    run.finishFile()
    run.finish()
    let text = run.text("markdown")
    #expect(text.utf8.count < 1 << 20)
    #expect(text.contains("more of 100 failures, too many for a summary."))
    #expect(failing(1).text("markdown").contains("\n### ✗ a › 0% (`/home/repo/specs/a,b:c.lua:5`)\n\n```text\nx\ny\n"))
  }

  @Test func namesCannotForgeMarkdown() {
    var run = MadeRun()
    run.start("`a``b`.lua")
    run.end(["<b>*x* [l](u) @you #1 $x$"], .failed, Problem(code: "assertion", message: "```\n# heading\n````"))
    run.finishFile()
    run.finish()
    let text = run.text("markdown")
    #expect(
      text.contains("✗ &lt;b&gt;\\*x\\* \\[l\\]\\(u\\) &#64;<!-- -->you \\#<!-- -->1 \\$x\\$ (``` `a``b`.lua:3 ```)\n"),
      "\(text)")
    #expect(text.contains("\n`````text\n```\n# heading\n````\n"), "\(text)")
  }

  @Test func durationsAreInSeconds() {
    var run = MadeRun()
    run.start("a.lua")
    run.end(["a"], .passed, microseconds: 1_500_001)
    run.end(["b"], .passed, microseconds: 20)
    run.finishFile()
    run.finish()
    let junit = JUnitChecker(run.text("junit"))
    #expect(junit.cases.map { $0.attributes["time"] } == ["1.500001", "0.000020"])
    #expect(junit.suites[0].attributes["time"] == "1.500021")
  }

  // MARK: The repeat command

  @Test(arguments: [
    ("a b", "--filter '=a b'"), ("plain", "--filter '=plain'"), ("it's", #"--filter '=it'\''s'"#),
    ("a\nb'\\\u{1B}", #"--filter "$(printf %b '=a\0012b\0047\0134\0033')""#), ("-x", "--filter '=-x'"),
    ("\u{202E}!%s\n", #"--filter "$(printf %b '\0342\0200\0256\0041%s')""#),
    ("", ""), ("/a/", "--filter '=/a/'"), ("//", "--filter '=//'"), ("long\u{0}er", "--filter long"),
    ("=\u{0}", ""), ("$(x) `y`", "--filter '=$(x) `y`'"), ("/a/\n", "--filter /a"),
    // For a shell, an accent after a quote does not change the quote.
    ("'\u{301}; touch x; '", #"--filter '='\''"# + "\u{301}; touch x; " + #"'\'''"#),
    (
      "\u{1B}'\u{301}; touch x; '",
      #"--filter "$(printf %b '=\0033\0047"# + "\u{301}" + #"\0073 touch x\0073 \0047')""#
    ),
    ("-\u{301}x", "--filter '=-\u{301}x'"), ("-\u{301}x\n", "'--filter=-\u{301}x'"),
    ("/\u{301}a/", "--filter '=/\u{301}a/'"),
  ])
  func commandIsQuotedForAShell(name: String, filter: String) {
    var run = MadeRun()
    run.start("-a.lua")
    run.end([name], .failed)
    let command = TAPChecker(run.text("tap") + "1..1\n").details.first?["repeat"]
    #expect(command == ["homescreen run ./-a.lua", filter].filter { !$0.isEmpty }.joined(separator: " "))
  }

  @Test func commandNamesTheSeedOnce() {
    for arguments in [[], ["--seed", "9"], ["--seed=9"]] {
      var run = MadeRun(seed: 9, arguments: arguments)
      run.start("a.lua")
      run.fail(Problem(code: "x", message: "m"))
      #expect(run.lines("terminal").last?.components(of: "--seed").count == 2, "\(run.lines("terminal"))")
    }
  }
}

extension String {
  fileprivate func components(of separator: String) -> [Substring] { split(separator: separator) }
}
