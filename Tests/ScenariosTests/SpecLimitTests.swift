import Events
import Scenarios
import Testing

/// `timeout` and `budget`: the limits of a scenario.
@Suite struct SpecLimitTests {
  private func codes(_ script: String, timeout: Double? = nil) throws -> [String] {
    var options = Run.options
    options.timeout = timeout
    let run = try Run(script, options: options)
    #expect(run.fileProblems.isEmpty, "\(run.fileProblems)")
    return run.results.map { "\($0.name.last ?? "") \($0.problem?.code ?? $0.status.rawValue)" }
  }

  @Test func virtualTimeHasALimit() throws {
    let script = """
      timeout(10)
      it("as long as it may", function() Device {}:advance(10) end)
      it("longer", function() Device {}:advance(10.001) end)
      it("has its own", function() timeout(20) Device {}:advance(15) end)
      it("has its own, late", function() local d = Device {} d:advance(5) timeout(4) end)
      describe("inside", function()
        timeout(1)
        it("less", function() Device {}:advance(1.5) end)
        describe("of it", function()
          timeout(math.huge)
          it("any", function() Device {}:advance(1000000) end)
        end)
      end)
      """
    #expect(
      try codes(script) == [
        "as long as it may passed", "longer timeout", "has its own passed", "has its own, late timeout", "less timeout",
        "any passed",
      ])
    // The limit of the script takes precedence.
    #expect(try codes(script, timeout: 0.5) == codes(script))
  }

  @Test func runLimitAppliesToEachScenario() throws {
    let script = """
      local old = Device {}
      old:advance(100)
      it("a", function() old:advance(2) end)
      it("b", function() old:advance(2) Device {}:advance(2) end)
      it("c", function() old:advance(1) old:advance(1) old:advance(1) end)
      """
    #expect(try codes(script) == ["a passed", "b passed", "c passed"])
    #expect(try codes(script, timeout: 2) == ["a passed", "b passed", "c timeout"])
  }

  @Test func commandThatExceededTheLimitIsReported() throws {
    let run = try Run(
      """
      before_each(function() device = Device {} device:advance(3) end)
      after_each(function() device:advance(100) device:settle() print "cleaned" end)
      it("waits", function()
        timeout(5)
        device:settle()
        device:advance(4)
        print "here"
        device:pressHome()
        print "never"
      end)
      it("hides it", function()
        timeout(5)
        device:advance(4)
        assert.is_false(pcall(device.pressHome, device))
      end)
      """)
    #expect(run.summary == ["✗ waits", "✗ hides it"])
    #expect(run.output == ["here", "cleaned", "cleaned"])
    for (result, line) in zip(run.results, [6, 13]) {
      let problem = try #require(result.problem)
      #expect(
        problem.message
          == "the scenario used 7 s of virtual time, but its limit is 5 s: the limit was crossed in device:advance")
      #expect(problem.place?.hasSuffix("test.lua:\(line)") == true, "\(problem)")
      #expect(problem.hint?.contains("--timeout") == true)
    }
  }

  @Test func instructionsHaveALimit() throws {
    let run = try Run(
      """
      local function count(n) for i = 1, n do end end
      it("as ever", function() count(1000000) end)
      it("less", function() budget(100000) count(10000) end)
      it("too much", function() budget(100000) count(1000000) end)
      it("also when it is caught", function() budget(100000) pcall(count, 1000000) print "never" end)
      it("what was used counts", function() count(200000) budget(100000) count(10000) end)
      it("more than others", function() budget(100000000) count(60000000) end)
      describe("block", function()
        budget(100000)
        before_each(function() count(1000) end)
        it("is short", function() count(10000) end)
        it("is long", function() count(1000000) end)
      end)
      it("as ever again", function() count(1000000) end)
      """)
    #expect(
      run.summary == [
        "✓ as ever", "✓ less", "! too much", "! also when it is caught", "! what was used counts",
        "✓ more than others", "✓ block › is short", "! block › is long", "✓ as ever again",
      ])
    #expect(run.output.isEmpty)
    let problems = run.results.compactMap(\.problem)
    #expect(problems.allSatisfy { $0.code == "budget" })
    #expect(problems[0].hint?.contains("budget(100000)") == true)
    #expect(problems[3].hint?.contains("budget(1000000000)") == false)
  }

  @Test(arguments: [
    "timeout()", "timeout(0)", "timeout(-1)", "timeout(0/0)", "timeout('x')", "timeout(1e300)", "budget()", "budget(0)",
    "budget(1.5)", "budget({})",
  ])
  func invalidLimitsAreRefused(call: String) throws {
    let run = try Run("it('x', function() \(call) end)")
    #expect(run.results.first?.problem?.code == "argument", "\(run.results)")
    let file = try Run(call)
    #expect(file.fileProblems.first?.code == "argument")
  }

  @Test func limitsBelongInBlocks() throws {
    let run = try Run(
      """
      before_each(function() timeout(5) end)
      it("x", function() end)
      """)
    #expect(run.results.first?.problem?.code == "nesting")
    let inApp = try Run(
      """
      it("x", function()
        local device = Device {}
        local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b" } })
        device:launch(app)
        app:run(function() budget(5) end)
      end)
      """)
    #expect(inApp.results.first?.problem?.message.contains("budget") == true, "\(inApp.results)")
    #expect(inApp.results.first?.status == .error)
  }
}
