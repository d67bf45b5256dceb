import Events
import HomeScreenSimulator
import LuaAPI
import Platform
import Scenarios
import Testing

/// `step`, `assert.soft`, `eventually`, and the matrix in the settings.
@Suite struct StepWordTests {
  private func messages(_ script: String) throws -> [String] {
    try Run(script).results.map { $0.problem?.message ?? "" }
  }

  // MARK: Steps

  @Test func failureNamesItsStep() throws {
    let found = try messages(
      """
      before_each(function() step "Prepare" end)
      it("first", function() step "Open" step "Read" error("no", 0) end)
      it("inside", function() step("Outer", function() step("Inner", function() error("no", 0) end) end) end)
      it("after", function() step "Outer" step("Inner", function() end) error("no", 0) end)
      it("none", function() error("no", 0) end)
      it("passes", function() step "Open" end)
      """)
    #expect(
      found == [
        "no\nin step “Read”", "no\nin step “Inner”", "no\nin step “Outer”", "no\nin step “Prepare”", "",
      ])
  }

  @Test func laterHookDoesNotShowTheStepOfItsScenario() throws {
    let run = try Run("after_each(function() error('no', 0) end) it('a', function() step 'Open' end)")
    #expect(run.results.map { $0.problem?.message } == [nil, "no"])
  }

  @Test func recordedStepsContainTheNames() throws {
    var options = Run.options
    options.steps = .all
    let run = try Run("it('a', function() local d = Device {} step 'Open' d:pressHome() end)", options: options)
    let steps = try #require(run.results.first?.steps).steps
    #expect(steps.filter { $0.kind == "step" }.map(\.name) == ["Open"])
  }

  @Test(arguments: [
    ("step 'Open'", "not supported inside current context block"),
    ("it('a', function() step() end)", "expected a name first"),
    ("it('a', function() step('Open', 1) end)", "expected a function, got number"),
  ])
  func wrongStepIsRefused(script: String, message: String) throws {
    let run = try Run(script)
    let texts =
      run.results.compactMap(\.problem?.message)
      + run.events.compactMap {
        if case .fileFailed(_, let problem) = $0 { problem.message } else { nil }
      }
    #expect(texts.contains { $0.contains(message) }, "\(texts)")
  }

  // MARK: Soft assertions

  @Test func scenarioContinuesAfterSoftFailure() throws {
    let run = try Run(
      """
      it("one", function() assert.soft.equal(1, 2) print "goes on" end)
      it("two", function()
        assert.soft.is_nil(1)
        assert.soft.Not.equal(2, 2, "differ")
        assert.soft.equal(3, 3)
      end)
      it("hard", function() assert.soft.equal(1, 2) step "Then" assert.equal(3, 4) print "never" end)
      it("passes", function() assert.soft.equal(1, 1) end)
      """)
    #expect(run.output == ["goes on"])
    #expect(run.results.map(\.status) == [.failed, .failed, .failed, .passed])
    let problems = run.results.map(\.problem)
    #expect(problems[0]?.place?.hasSuffix("test.lua:1") == true)
    #expect(problems[1]?.message.hasPrefix("2 soft assertions failed\n") == true)
    #expect(problems[1]?.message.contains("test.lua:4: ") == true)
    let hard = try #require(problems[2]?.message.components("\nBefore it, "))
    #expect(hard.count == 2 && hard[0].hasSuffix("in step “Then”") && hard[1].contains("2"))
  }

  @Test func softFailureNamesItsStep() throws {
    let found = try messages(
      """
      it("two", function() step "Open" assert.soft.equal(1, 2) step "Read" assert.soft.equal(3, 4) step "Close" end)
      it("inside", function() step("Outer", function() assert.soft.equal(1, 2) end) end)
      it("none", function() assert.soft.equal(1, 2) step "Later" end)
      """)
    let lines = found.map { $0.split(separator: "\n").filter { $0.hasPrefix("in step") } }
    #expect(lines == [["in step “Open”", "in step “Read”"], ["in step “Outer”"], []])
  }

  @Test func softFailureOfHookAndScriptIsImmediate() throws {
    let hook = try Run("before_each(function() assert.soft.equal(1, 2) print 'never' end) it('a', function() end)")
    #expect(hook.output == [] && hook.results.map(\.status) == [.error])
    let script = try Run("assert.soft.equal(1, 2) print 'never'")
    #expect(script.output == [] && script.exitCode != .success)
  }

  @Test func softFailuresAreLimited() throws {
    let run = try Run("it('a', function() for i = 1, 1000 do assert.soft.equal(0, i) end end)")
    let message = try #require(run.results.first?.problem?.message)
    #expect(message.contains("got 101") && message.contains("Before it, 100 soft assertions failed"))
  }

  // MARK: Waiting

  private static let device = "local device = Device { os = '17.5' } local start = device.time "

  @Test func functionIsCalledUntilItSucceeds() throws {
    let run = try Run(
      Self.device + """

        it("waits", function()
          local calls = 0
          assert.equal("x", eventually(function() calls = calls + 1 if calls == 4 then return "x" end return nil end))
          assert.equal(4, calls)
          assert.near(0.3, device.time - start, 0.001)
        end)
        it("does not wait", function()
          local before = device.time
          eventually(function() end)
          assert.equal(before, device.time)
        end)
        it("fails", function() eventually(function() assert.equal(start, device.time + 1) end, 0.25) end)
        it("stays false", function() eventually(function() return device == nil end, 0) end)
        """)
    #expect(run.results.map(\.status) == [.passed, .passed, .failed, .failed])
    let message = try #require(run.results[2].problem?.message)
    #expect(message.hasPrefix("this did not hold within 0.25 s of virtual time: "))
    #expect(message.contains("test.lua:13"))
    #expect(run.results[3].problem?.message.hasSuffix("the function returned false") == true)
  }

  @Test(arguments: [
    ("eventually()", "expected a function"), ("eventually(1)", "expected a function"),
    ("eventually(print, -1)", "expected 0 to 86400 seconds"), ("eventually(print, 0/0)", "expected 0 to 86400 seconds"),
    ("eventually(function() return false end)", "needs a device"),
  ])
  func wrongWaitIsRefused(call: String, message: String) throws {
    let found = try messages("it('a', function() \(call) end)")
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test func timeoutEndsTheWait() throws {
    let run = try Run(
      Self.device + "it('a', function() timeout(1) eventually(function() error(device.time) end, 60) end)")
    #expect(run.results.map(\.problem?.code) == ["timeout"])
  }

  // MARK: Matrix in the settings

  private func cells(_ settings: String, _ script: String, model: String? = nil) throws -> Run {
    var options = Run.options
    options.matrix = MatrixChoice(model: try model.map { try .init(named: $0) })
    return try Run(script, settings: settings, options: options)
  }

  @Test func settingsRunEachScenarioInEachCell() throws {
    let script = "it('a', function() local d = Device {} print(d.model .. ' ' .. d.os) end)"
    let settings = "return { os = { '16.0', '26.1' }, models = { 'iPhone', 'iPad', 'iPhone X' }, matrix = true }"
    let run = try cells(settings, script)
    #expect(run.output == ["iPhone 16.0", "iPad 16.0", "iPhone X 16.0", "iPhone 26.1", "iPad 26.1"])
    #expect(run.results.first?.cell == "iPhone, iOS 16.0")
    #expect(run.results.map(\.name.last)[..<2] == ["a (iPhone, iOS 16.0)", "a (iPad, iPadOS 16.0)"])
    #expect(try cells(settings, script, model: "iPad").output == ["iPad 16.0", "iPad 26.1"])
    let none = try cells(settings, script, model: "iPhone 15 Pro")
    #expect(none.results.isEmpty && none.exitCode == .nothingMatched)
    #expect(none.notes == ["matrix keeps only the cells for iPhone 15 Pro: none of 5"])
    #expect(try cells(settings.replacing("true", with: "false"), script).output == ["iPhone 16.0"])
    #expect(try cells(settings, "print(Device {}.os)").output == ["16.0"], "a plain script")
    let own = "for cell in matrix { os = '17.5' } do it('a', function() print(Device(cell).os) end) end"
    #expect(try cells(settings, own).output == ["17.5"])
    let wrong = try cells(settings.replacing("true", with: "'yes'"), script)
    #expect(wrong.output == ["iPhone 16.0"] && wrong.exitCode == .scriptError)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] { split(separator: separator).map(String.init) }
}
