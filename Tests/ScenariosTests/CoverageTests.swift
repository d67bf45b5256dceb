import Events
import HomeScreenReports
import LuaEngine
import Platform
import PropertyLists
import Scenarios
import Testing

/// `--coverage`: the parts of the model and the scripts that a run exercised.
@Suite struct CoverageTests {
  private func run(_ files: [(name: String, text: String)]) throws -> (run: Run, totals: CoverageTotals) {
    var options = Run.options
    options.measuresCoverage = true
    let run = try Run(files: files, options: options)
    var totals = CoverageTotals()
    for event in run.events { totals.add(event) }
    return (run, totals)
  }

  /// The lines of `test.lua`: `+` if executed, `-` if not.
  private func lines(_ script: String) throws -> String {
    let (run, _) = try run([("test.lua", script)])
    for event in run.events {
      guard case .coverage(let file) = event, let lines = file.lines.first(where: { $0.file.hasSuffix("test.lua") })
      else { continue }
      return lines.lines.sorted().map { "\($0)\(lines.ran.contains($0) ? "+" : "-")" }.joined(separator: " ")
    }
    return "none"
  }

  @Test func runnableAndExecutedLinesAreListed() throws {
    #expect(
      try lines(
        """
        local function never(x)
          local y = x + 1

          return y
        end

        local function choose(flag, ...)
          if flag then
            return "yes"
          else
            return "no"
          end
        end

        it("x", function()
          -- a comment
          assert.equal("yes",
            choose(true))
        end)
        """) == "2- 4- 5+ 8+ 9+ 11- 13+ 15+ 17+ 18+ 19+")
  }

  @Test func linesOfCoroutinesAndLoopsAreCovered() throws {
    #expect(
      try lines(
        """
        it("x", function()
          local co = coroutine.wrap(function()
            for i = 1, 3 do
              coroutine.yield(i)
            end
            error("late")
          end)
          co() co()
          pcall(co)
          if pcall(error) then
            print "never"
          end
        end)
        """) == "1+ 2+ 3+ 4+ 6- 7+ 8+ 9+ 10+ 11- 13+")
  }

  @Test func budgetHoldsDuringCoverage() throws {
    let (run, totals) = try run([
      (
        "test.lua",
        "it('x', function()\n  budget(100000)\n  while true do\n    pcall(error)\n  end\nend)\nit('y', function() end)"
      )
    ])
    #expect(run.results.map { $0.problem?.code } == ["budget", nil])
    #expect(totals.count(of: .lines).covered == totals.count(of: .lines).all)
  }

  @Test func loadedTextIsNotAFile() throws {
    let (run, _) = try run([
      ("test.lua", "it('x', function() for i = 1, 50 do load('return 1', '@file' .. i)() end end)")
    ])
    for event in run.events {
      if case .coverage(let file) = event { #expect(file.lines.map { $0.file.suffix(8) } == ["test.lua"]) }
    }
  }

  private static let app = """
    local device = Device { os = "17.5" }
    local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b", CFBundleName = "A" } })

    """

  @Test func factsAndStatesAreCovered() throws {
    let (_, nothing) = try run([("test.lua", "it('x', function() end)")])
    #expect(nothing.count(of: .facts).covered == 0)
    #expect(nothing.count(of: .states).covered == 0)
    let (run, totals) = try run([
      (
        "test.lua",
        Self.app + """
          it("launches", function() device:launch(app) device:pressHome() end)
          it("asks", function()
            device:launch(app)
            app:run(function() UIApplication.shared:setAlternateIconName("night", function() end) end)
          end)
          """
      )
    ])
    #expect(run.counts?.passed == 2)
    let json = try LenientJSON.parse(Array(totals.json.utf8), file: "coverage").root
    let missing = Set(
      (json["states"]?["lists"]?.array ?? []).flatMap { list in
        (list["missing"]?.array ?? []).map { "\(list["name"]?.string ?? ""): \($0.string ?? "")" }
      })
    for state in [
      "app states: runningForeground", "springboard modes: home", "launch situations: tap", "icons: refused",
    ] {
      #expect(!missing.contains(state), "\(state)")
    }
    #expect(!missing.contains("icon checks: dictionary ends the request"))
    #expect(missing.contains("launch situations: quickAction"))
    #expect(missing.contains("springboard modes: editing"))
    let facts = Set((json["facts"]?["missing"]?.array ?? []).map(\.string))
    #expect(!facts.contains("ICON-010"))
    // A passed check, and the check that ended the request.
    #expect(!facts.contains("ICON-044") && !facts.contains("ICON-038"))
    #expect(facts.contains("ICON-039"))
    let text = totals.text.map { $0.rendered(hasStyles: false) }.joined(separator: "\n")
    #expect(text.contains("app states: notRunning → runningForeground"), "\(text)")
  }

  @Test func coverageOfFilesIsMerged() throws {
    let helper = "local m = {}\nfunction m.one()\n  return 1\nend\nfunction m.two()\n  return 2\nend\nreturn m"
    let (run, totals) = try run([
      ("a_spec.lua", "it('a', function() require('helper').one() end)"),
      ("b_spec.lua", "it('b', function() require('helper').two() end)"), ("helper.lua", helper),
    ])
    #expect(run.exitCode == .success, "\(run.summary)")
    #expect(totals.count(of: .lines).covered == totals.count(of: .lines).all)
    let lcov = totals.lcov
    #expect(lcov.contains("helper.lua\nDA:1,1\n"), "\(lcov)")
    #expect(lcov.hasSuffix("end_of_record\n"))
  }

  @Test func eventsSurviveARoundTrip() throws {
    let (run, totals) = try run([("test.lua", Self.app + "it('x', function() device:launch(app) end)")])
    var read = CoverageTotals()
    for event in run.events {
      let line = event.record.line
      let again = try #require(RunEvent(line: line.utf8))
      #expect(again.record.line == line)
      read.add(again)
    }
    #expect(read.json == totals.json)
  }
}
