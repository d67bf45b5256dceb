import Events
import LuaAPI
import LuaEngine
import Scenarios
import Testing

/// Steps of scenarios, recorded on request.
@Suite struct StepTests {
  private static let script = """
    local function start()
      local device = Device { os = "17.5" }
      local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b", CFBundleName = "A",
        UIApplicationSceneManifest = {} } })
      device:launch(app)
      return device, app
    end
    it("passes", function() start() end)
    it("fails", function()
      local device, app = start()
      app:run(function()
        UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "t", localizedTitle = "T" } }
      end)
      device:pressHome()
      error "no"
    end)

    """

  private func run(_ script: String, _ steps: StepChoice, budget: Int64? = nil) throws -> Run {
    var options = Run.options
    options.steps = steps
    if let budget { options.lua.budget = budget }
    return try Run(script, options: options)
  }

  private func steps(_ run: Run, _ name: String) throws -> ScenarioSteps {
    try #require(run.results.first { $0.name.last == name }?.steps)
  }

  @Test func onlyRequestedStepsAreKept() throws {
    #expect(try run(Self.script, .none).results.map { $0.steps != nil } == [false, false])
    #expect(try run(Self.script, .failed).results.map { $0.steps != nil } == [false, true])
    #expect(try run(Self.script, .all).results.map { $0.steps != nil } == [true, true])
  }

  @Test func commandsAndEventsHaveTheirLuaLine() throws {
    let steps = try steps(run(Self.script, .failed), "fails")
    let commands = steps.steps.filter { $0.kind == ScenarioSteps.command }
    #expect(commands.map(\.name) == ["install", "launch", "run", "pressHome"])
    #expect(commands.map { $0.place?.split(separator: ":").last } == ["3", "5", "11", "14"])
    let set = try #require(steps.steps.first { $0.kind == "menu" && $0.name == "itemsSet" })
    #expect(set.place?.hasSuffix(":12") == true, "inside of the app's own code")
    #expect(set.app == "a.b")
    let file = try #require(set.place?.dropLast(3))
    let source = try #require(steps.sources.first { $0.file == file && ($0.firstLine...).contains(12) })
    #expect(source.lines[12 - source.firstLine].contains("UIApplication.shared.shortcutItems"))
    #expect(steps.devices.map(\.name) == ["iPhone, iOS 17.5, en"])
  }

  /// The sum of all changes gives the final device.
  @Test func changesDescribeTheEffectOfEachStep() throws {
    let steps = try steps(run(Self.script, .failed), "fails")
    var state: [String: String] = [:]
    func apply(_ numbers: [Int]) {
      for place in stride(from: 0, to: numbers.count, by: 2) {
        state[steps.texts[numbers[place]]] = numbers[place + 1] < 0 ? nil : steps.texts[numbers[place + 1]]
      }
    }
    apply(steps.devices[0].state)
    #expect(state["model"] == "iPhone" && state["screen.front"] == nil)
    for step in steps.steps {
      apply(step.changes)
      if step.name == "itemsSet" { #expect(state["apps[a.b].shortcutItems[1].title"] == "T") }
    }
    #expect(state.keys.contains { $0.hasPrefix("apps[a.b].process") })
    #expect(state["screen.front"] == nil, "the Home Screen is shown again")
  }

  /// A device whose menu repeatedly gets this many items with this many entries.
  private static func menus(of items: Int, entries: Int = 0, times: Int) -> String {
    """
    it("fails", function()
      local device = Device { os = "17.5" }
      local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b", CFBundleName = "A",
        UIApplicationSceneManifest = {} } })
      device:launch(app)
      for round = 1, \(times) do
        app:run(function()
          local items, info = {}, {}
          for entry = 1, \(entries) do info["k" .. entry] = "v" .. round end
          for number = 1, \(items) do
            items[number] = UIApplicationShortcutItem {
              type = "t", localizedTitle = round .. "." .. number, userInfo = info,
            }
          end
          UIApplication.shared.shortcutItems = items
        end)
      end
      error "no"
    end)
    """
  }

  private func changes(_ steps: ScenarioSteps) -> Int { steps.steps.reduce(0) { $0 + $1.changes.count / 2 } }

  /// Checks that it survives the pipe.
  private func checkThatItIsRead(_ run: Run) throws {
    for event in run.events { #expect(EventLine.read(EventLine.bytes(event)[...]) != nil) }
  }

  /// Kept changes are bounded and consistent, however large a step is.
  @Test func lastChangesAreKept() throws {
    let run = try run(Self.menus(of: 400, times: 200), .failed)
    let steps = try steps(run, "fails")
    #expect(run.results.map(\.status) == [.error] && changes(steps) > StepRecorder.maximumChanges - 1_000)
    #expect(changes(steps) <= StepRecorder.maximumChanges && steps.leftOut > 0)
    var state: [String: String] = [:]
    for numbers in [steps.devices[0].state] + steps.steps.map(\.changes) {
      for place in stride(from: 0, to: numbers.count, by: 2) {
        state[steps.texts[numbers[place]]] = numbers[place + 1] < 0 ? nil : steps.texts[numbers[place + 1]]
      }
    }
    #expect(state["apps[a.b].shortcutItems[400].title"] == "200.400" && state[StepRecorder.leftOutPath] == nil)
    try checkThatItIsRead(run)
  }

  @Test func changesOfAStepAreBounded() throws {
    let run = try run(Self.menus(of: 400, entries: 100, times: 2), .failed)
    let steps = try steps(run, "fails")
    let limit = StepRecorder.maximumChanges
    #expect(changes(steps) == limit + 1 && steps.devices[0].state.count / 2 == StepRecorder.maximumEntries + 1)
    for numbers in [steps.devices[0].state, try #require(steps.steps.last).changes] {
      let last = numbers.suffix(2).map { steps.texts[$0] }
      #expect(last[0] == StepRecorder.leftOutPath && last[1].hasSuffix(" more are left out"))
    }
    try checkThatItIsRead(run)
  }

  /// Recording does not change the run.
  @Test func inspectionChangesNothing() throws {
    let hashes = try [StepChoice.none, .all].map { try run(Self.script, $0).results.map(\.traceHash) }
    #expect(hashes[0] == hashes[1])
    // The smallest sufficient budget is also enough with recording.
    let loop = "it('counts', function() local d = Device {} for i = 1, 200 do d:advance(1) end end)"
    func passes(_ budget: Int64, _ steps: StepChoice) throws -> Bool {
      try run(loop, steps, budget: budget).results.map(\.status) == [.passed]
    }
    var (low, high): (Int64, Int64) = (0, 1_000_000)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try passes(middle, .none) { high = middle } else { low = middle }
    }
    #expect(try passes(high, .all) && !passes(low, .all))
  }

  @Test func lastOfManyStepsAreKept() throws {
    let steps = try steps(
      run("it('loops', function() local d = Device {} for i = 1, 7000 do d:advance(1) end error 'x' end)", .failed),
      "loops")
    #expect(steps.steps.count == StepRecorder.maximumSteps)
    #expect(steps.leftOut == 7000 - StepRecorder.maximumSteps)
    #expect(steps.steps.last?.milliseconds == 7_000_000 - 1000)
  }

  /// A device without kept steps is released, even if it is used again later.
  @Test func devicesOfTheLastStepsAreKept() throws {
    let run = try run(
      """
      it("loops", function()
        local first = Device { os = "17.5" }
        first:advance(1)
        for i = 1, 5000 do Device { os = "26.1" }:advance(i) end
        first:advance(2)
        local app = first:install(AppPackage { plist = { CFBundleIdentifier = "a.b", CFBundleName = "A" } })
        first:launch(app)
        error "x"
      end)
      """, .failed)
    let steps = try steps(run, "loops")
    #expect(steps.steps.count == StepRecorder.maximumSteps)
    #expect(Set(steps.steps.map(\.device)) == Set(steps.devices.indices))
    let last = try #require(steps.steps.last)
    #expect(steps.devices[last.device].name == "iPhone, iOS 17.5, en")
    #expect(last.milliseconds >= 3000 && steps.devices.count { $0.name == "iPhone, iOS 17.5, en" } == 1)
    let places = stride(from: 0, to: steps.devices[last.device].state.count, by: 2)
    let state = places.map { steps.texts[steps.devices[last.device].state[$0]] }
    #expect(!state.isEmpty && !state.contains { $0.contains("a.b") }, "as it was before the first step that is kept")
    #expect(
      steps.steps.contains {
        $0.device == last.device && $0.changes.contains { $0 >= 0 && steps.texts[$0].contains("a.b") }
      })
  }

  @Test func deviceOfAnEarlierScenarioKeepsItsState() throws {
    let run = try run(
      """
      local device = Device {}
      local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b", CFBundleName = "A" } })
      it("first", function() device:launch(app) error "x" end)
      it("second", function() device:pressHome() error "x" end)
      """, .failed)
    let (first, second) = (try steps(run, "first"), try steps(run, "second"))
    func start(_ steps: ScenarioSteps) -> [String] {
      stride(from: 0, to: steps.devices[0].state.count, by: 2).map { steps.texts[steps.devices[0].state[$0]] }
    }
    #expect(!start(first).contains { $0.contains(".process") })
    #expect(start(second).contains { $0.contains(".process") })
    #expect(second.steps.first?.name == "pressHome")
  }
}
