import Events
import LuaAPI
import LuaEngine
import Platform
import Scenarios
import Testing

/// The event stream, the source of every report.
@Suite struct EventTests {
  @Test func streamHasAllEventsInOrder() throws {
    let run = try Run(
      files: [
        ("a.lua", "print 'a'\nit('passes', function() print 'inside' end)"),
        (
          "b.lua",
          "it('fails', function() assert.is_true(false) end)\nit('errs', function() error 'x' end)\npending 'later'"
        ),
        ("c.lua", "error 'broken'"),
      ])
    let names = run.events.map { event in
      switch event {
      case .runStarted(let header): "run \(header.version == Homescreen.version) \(header.schemaVersion) \(header.seed)"
      case .fileStarted(let file, let position, let worker): "file \(file.suffix(5)) \(position) \(worker)"
      case .output(let file, let text): "output \(file.suffix(5)) \(text)"
      case .note: "note"
      case .pluginFailed(let plugin, _): "plugin \(plugin)"
      case .scenarioListed: "listed"
      case .scenarioFinished(let result): "\(result.status) \(result.name[0])"
      case .fileFailed(let file, let problem): "broken \(file.suffix(5)) \(problem.message)"
      case .fileFinished(let file, let counts, _): "end \(file.suffix(5)) \(counts.total)"
      case .runFinished(let counts, _, let code): "end \(counts.files) \(code.rawValue)"
      }
    }
    #expect(
      names == [
        "run true 2 1", "file a.lua 0 1", "output a.lua a", "output a.lua inside", "passed passes", "end a.lua 1",
        "file b.lua 1 1", "failed fails", "error errs", "pending later", "end b.lua 3",
        "file c.lua 2 1", "broken c.lua broken", "end c.lua 0", "end 3 2",
      ])
    let counts = try #require(run.counts)
    #expect(
      [counts.passed, counts.failed, counts.errors, counts.pending, counts.files, counts.failedFiles] == [
        1, 1, 1, 1, 3, 1,
      ])
    #expect(run.exitCode == .scriptError)
  }

  @Test func filesDoNotSeeEachOther() throws {
    let run = try Run(files: [
      ("a.lua", "shared = 1 string.added = print"), ("b.lua", "print(shared, string.added) math.random = nil"),
      ("c.lua", "print(math.random ~= nil)"),
    ])
    #expect(run.output == ["nil\tnil", "true"])
  }

  @Test func stopInAScenarioDoesNotAffectTheNext() throws {
    let run = try Run(
      """
      it("loops", function() while true do end end)
      it("hides it", function() pcall(function() while true do end end) end)
      it("eats", function() local s = "x" while true do s = s .. s end end)
      it("passes", function() assert.equal(3, #("x"):rep(3)) end)
      """)
    #expect(run.summary == ["! loops", "! hides it", "! eats", "✓ passes"])
    #expect(run.results.map { $0.problem?.code } == ["budget", "budget", "memory", nil])
    #expect(run.results.prefix(3).map { $0.problem?.place?.suffix(10) } == ["test.lua:1", "test.lua:2", "test.lua:3"])
    #expect(run.exitCode == .failure)
  }

  @Test func scenariosAndHooksHaveTheirOwnBudget() throws {
    var options = Run.options
    options.lua.budget = 500_000
    let run = try Run(
      """
      local function work() for i = 1, 300000 do end end
      before_each(work)
      after_each(work)
      for i = 1, 5 do it("works " .. i, work) end
      """, options: options)
    #expect(run.counts?.passed == 5)
  }

  @Test func addressDependenceIsNoted() throws {
    let run = try Run("local t = { [{}] = 1, [{}] = 2 } for k in pairs(t) do end pending 'a'")
    #expect(run.notes.count == 1)
    #expect(run.notes.first?.contains("two or more objects as keys") == true)
    #expect(run.exitCode == .success)
    let harmless = try Run("local t = { a = 1, b = 2 } for k in pairs(t) do end")
    #expect(harmless.notes == ["the file has no scenarios and printed nothing"])
  }

  private static let app = """
    local package = AppPackage { plist = { CFBundleIdentifier = "com.example.a", CFBundleName = "A",
      CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } } },
      files = { ["night@3x.png"] = { 180, 180 } } }
    local function start()
      local device = Device { os = "17.5" }
      local app = device:install(package)
      device:launch(app)
      return device, app
    end

    """

  @Test func sameBehaviourHasTheSameHash() throws {
    let script = Self.app + "it('a', function() local device = start() device:pressHome() end) it('b', function() end)"
    let first = try Run(script)
    let second = try Run(script + "\n-- with a comment")
    #expect(first.exitCode == .success)
    #expect(first.traceHash == second.traceHash)
    #expect(first.results.map(\.traceHash) == second.results.map(\.traceHash))
    #expect(first.results[0].traceHash != first.results[1].traceHash)
    #expect(first.traceHash?.count == 16)
    #expect(first.traceHash?.allSatisfy { $0.isHexDigit && !$0.isUppercase } == true)
  }

  @Test func differentBehaviourHasADifferentHash() throws {
    let bodies = [
      "local device = start()", "local device = start() device:pressHome()",
      "local device = start() device:advance(1) device:pressHome()",
      "local device, app = start() app:run(function() NSLog 'x' end)",
      "local device, app = start() app:run(function() NSLog 'y' end)",
      "start() start()", "", "Device { os = '17.5' }:install(package)",
    ]
    let hashes = try bodies.map { body in
      let run = try Run(Self.app + "it('a', function() \(body) end)")
      #expect(run.exitCode == .success, "\(run.terminalText)")
      return run.results.first?.traceHash
    }
    #expect(Set(hashes).count == bodies.count, "\(hashes)")
  }

  @Test func manyDevicesInAScenarioCount() throws {
    func hash(_ count: Int) throws -> String? {
      try Run("it('a', function() for i = 1, \(count) do Device {}:advance(i) end end)").traceHash
    }
    let (a, b, c) = (try hash(200), try hash(200), try hash(201))
    #expect(a == b)
    #expect(a != c)
  }
}
