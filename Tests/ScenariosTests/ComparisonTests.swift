import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import Scenarios
import Testing

/// `--compare`: the same scripts on two devices.
@Suite struct ComparisonTests {
  private func run(_ script: String, _ comparison: String) throws -> (run: Run, scenarios: [ComparedScenario]) {
    var options = Run.options
    options.comparison = try RunComparison(parsing: comparison, base: DeviceDefaults())
    let run = try Run(script, options: options)
    let scenarios = run.events.compactMap { event -> ComparedScenario? in
      if case .scenarioCompared(let scenario) = event { scenario } else { nil }
    }
    return (run, scenarios)
  }

  private static let app = """
    local function start(fields)
      local device = Device(fields or {})
      local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b", CFBundleName = "A",
        UIApplicationSceneManifest = {} } })
      device:launch(app)
      return device
    end

    """

  /// LAUNCH-080: scenes begin with iOS 13.
  @Test func theFirstEventThatDiffersIsTold() throws {
    let (run, scenarios) = try run(
      Self.app + "it('starts', function() start() end)\nit('asks', function() assert.equal('12.4', Device {}.os) end)",
      "os=12.4,17.5")
    #expect(run.exitCode == .failure)
    #expect(scenarios.map(\.isDifferent) == [true, true])
    #expect(scenarios.map(\.usesDefault) == [true, true])
    #expect(scenarios[0].sides.map(\.status) == [.passed, .passed])
    let position = try #require(scenarios[0].position)
    #expect(position > 1)
    #expect(scenarios[0].sides.map { $0.event != nil } == [true, true])
    #expect(scenarios[0].sides[0].event != scenarios[0].sides[1].event)
    #expect(scenarios[1].sides.map(\.status) == [.passed, .failed])
    #expect(scenarios[1].sides[1].message != nil)
    let text = run.terminalText
    #expect(text.contains("≠ starts"))
    #expect(text.contains("2 of 2 scenarios differ for os 12.4 and 17.5"), "\(text)")
    #expect(text.contains("all of them used the os of the run"), "\(text)")
  }

  @Test func whatNamesItsOwnIsTheSame() throws {
    let (run, scenarios) = try run(
      Self.app + "it('own', function() start { os = '17.5' } end) it('none', function() end)", "os=12.4,17.5")
    #expect(run.exitCode == .success)
    #expect(scenarios.map(\.isDifferent) == [false, false])
    #expect(scenarios.map(\.usesDefault) == [false, false])
    #expect(run.terminalText.contains("2 scenarios are the same for os 12.4 and 17.5"))
    #expect(run.terminalText.contains("none of them used the os of the run"))
  }

  @Test func aScenarioOfOneSideDiffers() throws {
    let (run, scenarios) = try run(
      "if Device {}.model:find 'iPad' then it('x', function() end) end", "device=iPhone,iPad")
    #expect(run.exitCode == .failure)
    #expect(scenarios.map { $0.sides.map(\.status) } == [[nil, .passed]])
    #expect(run.terminalText.contains("not there"))
  }

  @Test func eventsAreReadBackFromTheirLines() throws {
    let (run, _) = try run(Self.app + "it('starts', function() start() end)", "os=12.4,17.5")
    for event in run.events {
      let line = EventRecord(event).line
      let again = try #require(RunEvent(line: line.utf8))
      #expect(EventRecord(again).line == line)
    }
  }

  @Test func aFileThatFailsIsToldOnce() throws {
    let (run, scenarios) = try run("error 'broken'", "locale=en,de")
    #expect(run.fileProblems.count == 1)
    #expect(run.fileProblems.first?.message == "broken (with locale en)")
    #expect(scenarios.isEmpty)
    #expect(run.exitCode == .scriptError)
  }

  @Test(arguments: [
    "", "os", "os=", "os=17.5", "os=17.5,", "os=1,2,3", "os=x,17.5", "color=a,b", "device=iPhone,nothing",
  ])
  func comparisonsThatCannotBe(text: String) {
    #expect(throws: (any Error).self) { try RunComparison(parsing: text, base: DeviceDefaults()) }
  }
}
