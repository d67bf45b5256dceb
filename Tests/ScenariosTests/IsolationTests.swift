import Events
import Platform
import Scenarios
import Testing

/// `--isolate it`: the behaviour of a scenario alone is compared with that in its file.
@Suite struct IsolationTests {
  private func run(_ script: String, shuffleSeed: UInt64? = nil) throws -> Run {
    var options = Run.options
    options.isolation = .it
    options.shuffleSeed = shuffleSeed
    return try Run(script, options: options)
  }

  private func dependences(_ run: Run) -> [ScenarioResult] {
    run.results.filter { $0.problem?.code == "order-dependence" }
  }

  @Test func independentScenariosAreUnchanged() throws {
    let run = try run(
      """
      local count
      before_each(function() count = 0 end)
      describe("block", function()
        for i = 1, 3 do it("same name", function() count = count + i Device {}:advance(i) assert.equal(i, count) end) end
        it("fails alike", function() assert.equal(1, 2) end)
        pending "later"
        it("is pending", function() pending "later" end)
      end)
      """)
    #expect(dependences(run).isEmpty, "\(run.summary)")
    #expect(run.counts?.total == 6)
    #expect(run.exitCode == .failure)
  }

  @Test func scenarioThatCausesTheDifferenceIsReported() throws {
    let run = try run(
      """
      local config
      for i = 1, 9 do
        it("number " .. i, function() if i == 4 then config = { size = 1 } end end)
      end
      it("reads", function()
        assert.equal(1, config.size)
      end)
      """)
    let found = dependences(run)
    #expect(found.map(\.name) == [["reads", "alone"]])
    #expect(found.first?.status == .failed)
    let problem = try #require(found.first?.problem)
    #expect(problem.message.hasPrefix("it passed in the file and raised an error alone"))
    #expect(problem.message.contains("config"), "\(problem)")
    #expect(problem.hint == "“number 4”, which runs before it, causes the difference.")
    #expect(problem.place?.hasSuffix("test.lua:5") == true)
    #expect(run.exitCode == .failure)
    #expect(run.counts?.failed == 1 && run.counts?.passed == 10)
  }

  @Test func deviceBehaviourIsCompared() throws {
    let run = try run(
      """
      local device = Device {}
      local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b" } })
      it("launches", function() device:launch(app) end)
      it("goes home", function() device:launch(app) device:pressHome() end)
      """)
    let found = dependences(run)
    #expect(found.map(\.name) == [["goes home", "alone"]])
    #expect(found.first?.problem?.message.contains("behaved differently when it ran alone") == true)
    #expect(found.first?.problem?.hint?.contains("“launches”") == true)
  }

  @Test func jointCausesAreNotNamed() throws {
    let run = try run(
      """
      local a, b
      it("one", function() a = true end)
      it("two", function() b = true end)
      it("both", function() assert.is_nil(a and b) end)
      """)
    #expect(dependences(run).map(\.name) == [["both", "alone"]])
    #expect(dependences(run).first?.problem?.hint?.hasPrefix("No single scenario") == true)
  }

  @Test func scenariosMissingInIsolationAreReported() throws {
    let run = try run(
      """
      local more
      it("first", function() more = true end)
      describe("block", function() if more then it("second", function() end) end end)
      """)
    #expect(dependences(run).first?.problem?.message == "it passed in the file and did not run alone")
    #expect(dependences(run).first?.problem?.hint?.contains("“first”") == true)
  }

  @Test func randomRunsLeaveOutDuplicateNames() throws {
    let run = try run("for i = 1, 3 do it('x', function() Device {}:advance(i) end) end", shuffleSeed: 7)
    #expect(dependences(run).isEmpty)
    #expect(
      run.notes.contains { $0.hasPrefix("3 scenarios did not run alone: names are not unique") }, "\(run.notes)")
  }

  /// Both the script and the run may randomize.
  @Test func randomRunsLeaveOutDuplicateNamesInABlock() throws {
    let run = try run("randomize(3) for i = 1, 6 do it('same', function() assert.is_true(i ~= 4) end) end")
    #expect(dependences(run).isEmpty, "\(run.summary)")
    #expect(run.counts?.failed == 1 && run.counts?.passed == 5)
    #expect(
      run.notes.contains { $0.hasPrefix("6 scenarios did not run alone: names are not unique") }, "\(run.notes)")
  }

  @Test func brokenFileIsReportedOnce() throws {
    let run = try run("it('x', function() end) error 'broken'")
    #expect(run.fileProblems.count == 1)
    #expect(run.results.isEmpty)
  }
}
