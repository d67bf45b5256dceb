import AppPackages
import Events
import HomeScreenReports
import Platform
import PropertyLists
import TestSupport
import Testing

/// Report pages without a browser: `Tests/Browser` opens them in one.
@Suite struct PageTests {
  /// The data of a page.
  private static func data(_ page: String) throws -> JSONNode {
    let start = try #require(page.firstRange(of: #"<script type="application/json" id="data">"#)).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    return try LenientJSON.parse(
      Array(page[start..<end].utf8), file: "page",
      limits: JSONLimits(maximumDepth: 20, maximumNodes: 10_000_000, maximumBytes: .max)
    ).root
  }

  private static func passing(_ count: Int) -> MadeRun {
    var run = MadeRun()
    run.start("specs/icons_spec.lua")
    for number in 0..<count {
      run.end(["icons", "on every device", "number \(number) can be chosen"], .passed, microseconds: 1000)
    }
    run.finishFile()
    run.finish()
    return run
  }

  private static func failing(steps: Int) -> MadeRun {
    var run = MadeRun()
    run.start("a.lua")
    var result = ScenarioResult(
      file: "a.lua", name: ["it fails"], line: 3, status: .failed, problem: EventSamples.problem,
      traceHash: "00000000000000ab")
    result.steps = EventSamples.steps(steps)
    run.add(.scenarioFinished(result))
    run.finish(.failure)
    return run
  }

  // MARK: Contents

  @Test func pageLoadsNothingAndAllowsOnlyItsOwnStyleAndScript() {
    let page = Self.passing(1).text("html")
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
    let policy = page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/)?.1.split(separator: "; ")
    let rules = Dictionary(uniqueKeysWithValues: (policy ?? []).map { ($0.prefix { $0 != " " }, $0) })
    #expect(rules["default-src"] == "default-src 'none'" && rules["img-src"] == "img-src data:")
    for rule in ["style-src", "script-src"] {
      #expect(rules[rule[...]]?.wholeMatch(of: /[a-z]+-src 'sha256-[A-Za-z0-9+\/]{43}='/) != nil, "\(rule)")
    }
    for word in ["http://", "https://", " src=", "<link", "@import", "url(", "innerHTML", "eval(", "fetch("] {
      // The namespace of SVG is not an address.
      #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").contains(word), "\(word)")
    }
  }

  @Test func everyScenarioHasARowAndACommand() throws {
    let data = try Self.data(Self.passing(3).text("html"))
    let rows = try #require(data["runs"]?.array?.first?["rows"]?.array)
    #expect(rows.count == 3)
    #expect(rows[2].array?[1].array?.last?.string == "number 2 can be chosen")
    #expect(
      rows[2].array?[6].string
        == "specs/icons_spec.lua --filter '=icons on every device number 2 can be chosen'")
    #expect(data["files"]?.array?.map(\.string) == ["specs/icons_spec.lua"])
  }

  /// A saved snapshot may come from anyone.
  @Test func snapshotPicturesAreDataAndNotMarkup() throws {
    let mine = #"<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>"# + "\n"
    func picture(kept: String, now: String) throws -> (JSONNode, page: String) {
      var problem = EventSamples.problem
      problem.picture = Problem.Picture(name: "menu", file: "menu.svg", actual: now)
      problem.picture?.expected = kept
      var run = MadeRun()
      run.start("a.lua")
      run.end(["it"], .failed, problem)
      run.finishFile()
      run.finish(.failure)
      let page = run.text("html")
      return (try #require(Self.data(page)["details"]?.array?.first?["problem"]?["picture"]), page)
    }
    let (fine, _) = try picture(kept: mine, now: mine)
    for key in ["expected", "actual"] {
      #expect(fine[key]?.string?.hasPrefix("data:image/svg+xml;base64,PHN2Z") == true)
    }
    #expect(fine["remark"] == nil)
    for hostile in [
      "<svg ><!DOCTYPE svg [<!ENTITY a \"aa\">]></svg>", "</script><script>alert(1)</script>",
      "<svg ><image href=\"https://example.com/a.png\"/></svg>", "",
    ] {
      let (value, page) = try picture(kept: hostile, now: mine)
      #expect(value["expected"]?.string?.hasPrefix("data:image/svg+xml;base64,") == true, "\(hostile)")
      #expect(!page.contains("alert(1)") && !page.contains("example.com/a.png"))
    }
    let large = "<svg class=\"\(String(repeating: "a", count: 5 << 19))\"></svg>\n"
    let (value, _) = try picture(kept: large, now: large)
    #expect(value["expected"] != nil)
    let (tooLarge, _) = try picture(kept: large + large, now: large)
    #expect(tooLarge["expected"] == nil)
  }

  @Test func failureHasItsStepsAndTheirFacts() throws {
    let data = try Self.data(Self.failing(steps: 5).text("html"))
    let detail = try #require(data["details"]?.array?.first)
    #expect(detail["problem"]?["code"]?.string == "assertion")
    #expect(detail["steps"]?["rows"]?.array?.count == 5)
    #expect(detail["steps"]?["sources"]?.array?.first?["lines"]?.array?.count == 2)
    #expect(data["facts"]?["ICON-183"]?["behaviour"]?.string?.isEmpty == false)
    #expect(data["facts"]?["ICON-001"] != nil, "the fact of the problem")
    #expect(data["facts"]?["NOFACT-1"] == nil)
  }

  @Test func namesCannotEndTheData() throws {
    let name = "</script><!-- <script>\u{202E}\u{2028}\u{0}"
    var run = MadeRun()
    run.start(name)
    run.print(name)
    run.end([name], .failed, Problem(code: name, message: name, hint: name, fact: name, place: name))
    run.finishFile()
    run.finish(.failure)
    let page = run.text("html")
    // The data and the script of the page itself.
    #expect(page.ranges(of: "</script>").count == 2)
    #expect(!page.contains("<!-- "))
    let row = try Self.data(page)["runs"]?.array?.first?["rows"]?.array?.first
    #expect(row?.array?[1].array?.first?.string == #"</script><!-- <script>\u{202E}\u{2028}\u{0}"#)
  }

  @Test func pageIsReadableWithoutScripts() throws {
    let page = Self.failing(steps: 1).text("html")
    let words = try #require(page.firstMatch(of: /<noscript>(?s)(.*?)<\/noscript>/)).1
    #expect(words.contains("it fails") && words.contains("repeat homescreen run a.lua"))
  }

  @Test func twoRunsShareOnePage() throws {
    var lines: [String] = []
    let report = HTMLReport(comparing: ["before.jsonl", "after.jsonl"]) { lines.append($0) }
    for event in Self.passing(2).events + Self.failing(steps: 2).events { report.add(event) }
    let runs = try #require(try Self.data(lines.map { $0 + "\n" }.joined())["runs"]?.array)
    #expect(runs.map { $0["label"]?.string } == ["before.jsonl", "after.jsonl"])
    #expect(runs.map { $0["rows"]?.array?.count } == [2, 1])
    #expect(runs[0]["rows"]?.array?.first?.array?.last?.string == "00000000000000ab", "by which they are compared")
  }

  /// Without its script, a page must not show only the older run.
  @Test func bothRunsAreReadableWithoutScripts() throws {
    var lines: [String] = []
    let report = HTMLReport(comparing: ["before.jsonl", "after.jsonl"]) { lines.append($0) }
    for event in Self.passing(2).events + Self.failing(steps: 2).events { report.add(event) }
    let page = lines.map { $0 + "\n" }.joined()
    let words = try #require(page.firstMatch(of: /<noscript>(?s)(.*?)<\/noscript>/)).1
    let before = try #require(words.firstRange(of: "before.jsonl\n"))
    let after = try #require(words.firstRange(of: "after.jsonl\n"))
    #expect(words[before.upperBound..<after.lowerBound].contains("number 1 can be chosen"))
    #expect(words[after.upperBound...].contains("it fails"))
    #expect(words.ranges(of: "number 1 can be chosen").count == 1)
  }

  @Test func brokenFileHasOnlyItsOwnLine() throws {
    var run = MadeRun()
    run.start("a.lua")
    run.fail(Problem(code: "runtime", message: "m", place: "a.lua:7"))
    run.fail(Problem(code: "runtime", message: "m", place: "helper.lua:70"))
    run.finishFile()
    run.finish()
    let rows = try #require(try Self.data(run.text("html"))["runs"]?.array?.first?["rows"]?.array)
    #expect(rows.map { $0.array?[2].number } == [7, nil])
  }

  // MARK: Size

  @Test func pageIsSmall() {
    #expect(Self.passing(0).text("html").utf8.count < 150_000)
    #expect(Self.failing(steps: 500).text("html").utf8.count < 300_000)
    #expect(Self.passing(10_000).text("html").utf8.count < 5_000_000)
  }

  /// Any number of failures with 16 KB messages.
  @Test func failuresAreBounded() throws {
    var run = MadeRun()
    run.start("a.lua")
    let message = String(repeating: "m", count: Problem.maximumMessageLength)
    for number in 0..<701 { run.end(["\(number)"], .failed, Problem(code: "assertion", message: message)) }
    run.finishFile()
    run.finish()
    let page = run.text("html")
    #expect(page.utf8.count < 10_000_000)
    let data = try Self.data(page)
    let rows = try #require(data["runs"]?.array?.first?["rows"]?.array)
    let details = try #require(data["details"]?.array)
    #expect(rows.count == 701)
    let last = try #require(rows.last?.array?[7].number.map { details[Int($0)] })
    #expect(last["problem"]?["message"]?.string?.hasPrefix("left out: the page is too large") == true)
    let notes = data["runs"]?.array?.first?["notes"]?.array?.compactMap { $0.array?.last?.string }
    #expect(notes == ["… \(701 - (details.count - 1)) more scenarios’ details are left out: the page is too large"])
  }

  /// Any number of names of any length.
  @Test func rowsAreBoundedByTheirBytes() throws {
    var run = MadeRun()
    run.start("a.lua")
    let name = String(repeating: "n", count: 1 << 20)
    for _ in 0..<40 { run.end([name], .passed) }
    for _ in 0..<4 { run.end([name], .failed) }
    for _ in 0..<40 { run.end([name], .failed) }
    run.finishFile()
    run.finish()
    let page = run.text("html")
    #expect(page.utf8.count < 34_000_000)
    let data = try Self.data(page)
    let rows = try #require(data["runs"]?.array?.first?["rows"]?.array)
    let failed = rows.count { $0.array?[4].number == 1 }
    let passed = rows.count { $0.array?[4].number == 0 }
    #expect(failed > 4 && passed > 10 && failed + passed == rows.count)
    let notes = data["runs"]?.array?.first?["notes"]?.array?.compactMap { $0.array?.last?.string }
    #expect(
      notes == [
        "… \(40 - passed) more scenarios that did not fail are left out: the page is too large",
        "… \(44 - failed) more failures are left out: the page is too large",
      ])
  }

  @Test func excessIsLeftOutWithANote() throws {
    var run = MadeRun()
    run.start("a.lua")
    for number in 0..<40 {
      var result = ScenarioResult(
        file: "a.lua", name: ["\(number)"], line: 3, status: .failed, traceHash: "00000000000000ab")
      var steps = EventSamples.steps(2000)
      for index in steps.steps.indices {
        steps.steps[index].detail = "\(number) \(index) " + String(repeating: "x", count: 1000)
      }
      result.steps = steps
      run.add(.scenarioFinished(result))
    }
    run.finish(.failure)
    let page = run.text("html")
    #expect(page.utf8.count < 24_000_000)
    let details = try #require(try Self.data(page)["details"]?.array)
    #expect(details.first?["steps"] != nil)
    #expect(details.last?["tooLarge"]?.boolean == true && details.last?["steps"] == nil)
  }
}
