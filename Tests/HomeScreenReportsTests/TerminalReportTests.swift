import Events
import HomeScreenReports
import Platform
import Testing

/// The text report of made-up events.
@Suite struct TerminalReportTests {
  @Test func failureShowsTheScriptAndTheTrace() {
    var run = MadeRun(seed: 7, arguments: ["--os", "17.5"])
    var problem = Problem(
      code: "assertion", message: "first\r\nsecond", place: "a.lua:10", sourceLine: "fail()",
      traceback: ["a.lua:10: in x"])
    problem.excerpt = Problem.Excerpt(firstLine: 9, lines: ["local a", "  fail()\r", "end"])
    problem.lastEvents = ["0.1 s A callback", "0.2 s A alert"]
    run.start("a.lua")
    run.end(["it", "fails"], .failed, problem, cell: "iPad, iOS 17.5")
    run.finishFile()
    run.finish()
    let lines = run.lines("terminal")
    #expect(
      lines.dropLast().joined(separator: "\n") == """
        a.lua
          ✗ it › fails
              first\\r
              second
              at a.lua:10:
                 9 | local a
              > 10 |   fail()
                11 | end
              last events
                 0.1 s A callback
                 0.2 s A alert
              cell iPad, iOS 17.5
              trace 00000000000000ab, seed 7
              repeat homescreen run --os 17.5 --seed 7 a.lua --filter '=it fails'
        """)
    #expect(lines.last?.hasPrefix("0 passed, 1 failed  seed 7  trace ") == true)
  }

  @Test(arguments: ["terminal", "markdown", "github"])
  func interruptedRunCountsUnrunScenarios(format: String) {
    var run = MadeRun(files: 4)
    run.start("a.lua")
    run.end(["passes"], .passed)
    run.finishFile()
    run.finish(.interrupted)
    #expect(run.text(format).contains("1 passed, stopped before the end: 3 of 4 files did not run"))
    var none = MadeRun(files: 2)
    none.finish(.interrupted)
    #expect(none.text(format).contains("0 passed, stopped before the end: 2 of 2 files did not run"))
    var whole = MadeRun(files: 1)
    whole.start("a.lua")
    whole.finishFile()
    whole.finish()
    #expect(!whole.text(format).contains("did not run"))
  }

  // MARK: Matrices

  private func matrix(_ message: (String) -> String, _ line: (String) -> Int = { _ in 3 }) -> [String] {
    var run = MadeRun()
    run.start("a.lua")
    for model in ["iPhone", "iPad", "iPad Pro"] {
      for os in ["17.5", "26.1"] {
        let cell = "\(model), iOS \(os), scene"
        run.end(
          ["on \(cell)", "opens"], .failed, Problem(code: "assertion", message: message(model), place: "a.lua:9"),
          line: line(model), cell: cell)
        run.end(["on \(cell)", "closes"], .passed, cell: cell)
      }
    }
    run.finishFile()
    run.finish()
    return run.lines("terminal")
  }

  private func failures(_ lines: [String]) -> Int { lines.filter { $0.contains("✗") }.count }

  @Test func equalMatrixFailuresAreReportedOnce() {
    let lines = matrix { "the menu of \($0) is empty" }
    #expect(failures(lines) == 1)
    #expect(lines.contains("      cells the same failure in 6:"))
    #expect(lines.contains("         iPad Pro, iOS 26.1, scene"))
    #expect(lines.filter { $0.contains("repeat ") }.count == 1)
    #expect(lines.last?.hasPrefix("6 passed, 6 failed  trace ") == true)
  }

  @Test func differentMatrixFailuresAreReportedSeparately() {
    #expect(failures(matrix { $0 == "iPhone" ? "one" : "another" }) == 2)
    #expect(
      failures(
        matrix { _ in
          "same"
        } _: {
          $0 == "iPhone" ? 3 : 4
        }) == 2)
    // A part of a word is not the name of a cell.
    #expect(failures(matrix { $0 == "iPhone" ? "theiPhonex" : "theiPadx" }) == 2)
  }

  @Test func sameFailureOutsideAMatrixIsReportedSeparately() {
    var run = MadeRun()
    run.start("a.lua")
    for _ in 0..<3 { run.end(["a"], .failed, Problem(code: "assertion", message: "m", place: "a.lua:9")) }
    run.finishFile()
    run.finish()
    #expect(failures(run.lines("terminal")) == 3)
  }

  @Test func manyCellsAreCounted() {
    var run = MadeRun()
    run.start("a.lua")
    for number in 0..<100 { run.end(["a"], .failed, Problem(code: "assertion", message: "m"), cell: "n = \(number)") }
    run.finishFile()
    run.finish()
    let lines = run.lines("terminal")
    #expect(lines.contains("      cells the same failure in 100:") && lines.contains("         … and 76 more"))
    #expect(lines.count < 40)
  }

  // MARK: Large runs

  private func large(files: Int, each: Int) -> MadeRun {
    var run = MadeRun(files: files)
    for file in 0..<files {
      run.start("\(file).lua", position: file)
      for number in 0..<each { run.end(["s\(number)"], .passed) }
      run.finishFile()
    }
    run.finish()
    return run
  }

  @Test func passedScenariosOfALargeRunAreCounted() {
    let limit = TerminalReport.passedLinesBeforeCounting
    let small = large(files: 2, each: limit / 2).lines("terminal")
    #expect(small.count == limit + 3)
    let many = large(files: 3, each: limit - 50).lines("terminal")
    #expect(many.count == limit + 5)
    #expect(many[limit + 2] == "  ✓ 100 more passed; --format list shows each")
    #expect(many[limit + 3] == "✓ 2.lua  150 passed")
    #expect(large(files: 1, each: 10_000).lines("terminal").count == limit + 3)
    #expect(large(files: 3, each: limit).lines("list").count == 3 * limit + 4)
  }

  @Test func failureBetweenCountedScenariosHasItsHeading() {
    var run = MadeRun(files: 2)
    run.start("a.lua")
    for _ in 0..<200 { run.end(["a"], .passed) }
    run.finishFile()
    run.start("b.lua", position: 1)
    for _ in 0..<3 { run.end(["b"], .passed) }
    run.end(["c"], .failed, Problem(code: "assertion", message: "m"))
    for _ in 0..<2 { run.end(["d"], .passed) }
    run.finishFile()
    run.finish()
    let lines = Array(run.lines("terminal").dropFirst(201))
    #expect(lines.prefix(2) == ["b.lua", "  ✗ c"])
    #expect(lines.contains("  ✓ 5 more passed; --format list shows each"))
  }

  @Test func scrolledFailuresAreListedAtTheEnd() {
    var run = MadeRun()
    run.start("a.lua")
    run.end(["b", "c\nd"], .failed, Problem(code: "assertion", message: "m"), line: 12)
    run.fail(Problem(code: "runtime", message: "m"))
    #expect(!run.lines("terminal").contains("What failed:"))
    for number in 0..<60 { run.end(["\(number)"], .passed) }
    run.finishFile()
    run.finish()
    let lines = run.lines("terminal").suffix(4)
    #expect(lines.prefix(3) == ["What failed:", "  ✗ a.lua:12  b › c\\nd", "  ✗ a.lua  broken file"])
  }

  /// A list that starts in the middle looks complete.
  @Test func scrolledFailureIsListedWithTheOthers() {
    var run = MadeRun()
    run.start("a.lua")
    run.end(["gone"], .failed, Problem(code: "assertion", message: "m"), line: 12)
    for number in 0..<60 { run.end(["\(number)"], .passed) }
    run.end(["near"], .failed, Problem(code: "assertion", message: "m"), line: 13)
    run.finishFile()
    run.finish()
    let lines = run.lines("terminal")
    #expect(lines.suffix(4).prefix(3) == ["What failed:", "  ✗ a.lua:12  gone", "  ✗ a.lua:13  near"])
  }

  @Test func furtherFailuresAreCounted() throws {
    var run = MadeRun()
    run.start("a.lua")
    for number in 0..<100 { run.end(["f\(number)"], .failed, Problem(code: "assertion", message: "m")) }
    for number in 0..<60 { run.end(["\(number)"], .passed) }
    run.finishFile()
    run.finish()
    let lines = run.lines("terminal")
    let first = try #require(lines.firstIndex(of: "What failed:"))
    let last = try #require(lines.firstIndex(of: "  … and 50 more, further up; --last-failed runs only what failed"))
    #expect(last - first == 51)
  }

  @Test func slowScenariosAreListed() {
    var run = MadeRun()
    run.start("a.lua")
    for number in 1...9 { run.end(["\(number)"], .passed, microseconds: number * 999_999 / 3) }
    run.finishFile()
    run.finish()
    let lines = run.lines("terminal")
    #expect(lines.contains("Slow:"))
    #expect(lines.contains("  2.9 s  a.lua:3  9"))
    #expect(lines.filter { $0.contains(" s  a.lua") }.count == 5)
    var quick = MadeRun()
    quick.start("a.lua")
    quick.end(["a"], .passed, microseconds: 999_999)
    quick.finishFile()
    quick.finish()
    #expect(!quick.lines("terminal").contains("Slow:"))
  }

  // MARK: Progress

  @Test func progressIsOneLine() throws {
    var progress = RunProgress()
    #expect(progress.text(columns: 80) == nil)
    for event in HostileRuns.run(of: "a\nb\u{1B}c\u{1F600}").events.dropLast(2) { progress.add(event) }
    for columns in 22...120 {
      let line = try #require(progress.text(columns: columns)).rendered(hasStyles: false)
      #expect(DisplayWidth.of(line) < columns)
      #expect(!line.utf8.contains(0x0A) && !line.utf8.contains(0x1B))
    }
    #expect(progress.text(columns: 20) == nil)
    let text = try #require(progress.text(columns: 200)).rendered(hasStyles: false)
    #expect(text == "╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 0/1 files, 1 passed, 3 failed  a\\nb\\u{1B}c\u{1F600}")
  }
}
