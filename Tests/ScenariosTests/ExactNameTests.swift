import Events
import LuaAPI
import Scenarios
import TestSupport
import Testing

/// Swift considers “é” equal to “e” with an accent; for file systems and Lua they are two names, and they stay two.
@Suite struct ExactNameTests {
  private let folder = TemporaryFolder()
  private static let composed = "caf\u{e9}"
  private static let decomposed = "cafe\u{301}"
  private static let both = [bytes(composed), bytes(decomposed)]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func names(_ results: [ScenarioResult]) -> [[UInt8]] {
    results.map { Self.bytes($0.name.joined(separator: " ")) }
  }

  @Test func lastFailuresHaveExactNames() throws {
    let script = "it('\(Self.composed)', function() end) it('\(Self.decomposed)', function() error 'x' end)"
    let files = try ScenarioFinder.find([
      folder.write("\(Self.composed).lua", "it('a', function() error 'x' end)"), folder.write("b.lua", script),
      folder.write("\(Self.decomposed).lua", "it('a', function() end)"),
    ]).files
    #expect(files.count == 3)
    var failures = try #require(LastFailures(workingFolder: folder.path, cache: "\(folder.path)/cache"))
    func run(_ options: RunOptions) -> [ScenarioResult] {
      var results: [ScenarioResult] = []
      _ = ScenarioRunner(options: options).run(files) { event in
        failures.add(event, isPart: false)
        if case .scenarioFinished(let result) = event { results.append(result) }
      }
      return results
    }
    #expect(run(Run.options).count == 4)
    try failures.save()
    var again = Run.options
    again.lastFailures = LastFailures(workingFolder: folder.path, cache: "\(folder.path)/cache")
    #expect(files.map { again.lastFailures?.concerns($0.name) } == [true, true, false])
    #expect(names(run(again)) == [Self.bytes("a"), Self.bytes(Self.decomposed)])
  }

  @Test func filtersMatchExactNames() throws {
    let script = "it('\(Self.composed)', function() end) it('\(Self.decomposed)', function() end)"
    for name in [Self.composed, Self.decomposed] {
      #expect(names(try Run(script, options: Run.options(filter: name)).results) == [Self.bytes(name)])
    }
    // A mark continues a name after the part that was removed for a command line.
    #expect(try Run(script, options: Run.options(filter: "cafe")).results.count == 1)
    #expect(try Run("it('/\u{301}x/', function() end)", options: Run.options(filter: "/\u{301}x/")).results.count == 1)
  }

  @Test func isolatedScenariosHaveExactNames() throws {
    var options = Run.options
    options.isolation = .it
    let script = """
      local count = 0
      it('\(Self.composed)', function() count = count + 1 end)
      it('\(Self.decomposed)', function() assert.equal(0, count) end)
      """
    let found = try Run(script, options: options).results.filter { $0.problem?.code == "order-dependence" }
    #expect(names(found) == [Self.bytes("\(Self.decomposed) alone")])
  }

  @Test func matrixCellsHaveExactNames() throws {
    let run = try Run(
      """
      for cell in matrix { word = { '\(Self.composed)', '\(Self.decomposed)' } } do
        it('is ' .. cell.word, function() end)
        it('has', function() assert.matches_snapshot(cell.word) end)
      end
      """)
    #expect(
      run.results.compactMap(\.cell).map(Self.bytes)
        == Self.both.flatMap { [Array("word ".utf8) + $0, Array("word ".utf8) + $0] })
    #expect(run.results.map(\.status) == [.passed, .passed, .passed, .passed], "\(run.terminalText)")
  }

  @Test func modulesHaveExactNames() throws {
    for (name, value) in [(Self.composed, 1), (Self.decomposed, 2)] { folder.write("\(name).lua", "return \(value)") }
    let path = folder.write(
      "a.lua", "it('a', function() print(require '\(Self.composed)', (require '\(Self.decomposed)')) end)")
    var output: [String] = []
    _ = ScenarioRunner(options: Run.options).run(try ScenarioFinder.find([path]).files) {
      if case .output(_, let text) = $0 { output.append(text) }
    }
    #expect(
      output.first?.split(separator: "\t").first == "1" && output.first?.split(separator: "\t").last == "2", "\(output)"
    )
  }

  /// A Swift character may start with the dot of an extension, or contain the line feed of a Windows script.
  @Test func fileExtensionsAndLineEndingsAreExact() throws {
    folder.write("\u{600}_spec.lua", "it('a', function() end)")
    folder.write(".\u{301}hidden_spec.lua", "it('b', function() end)")
    #expect(try ScenarioFinder.find([folder.path]).files.count == 1)
    let run = try Run("it('a', function()\r\n  error 'x'\r\nend)\r\n")
    #expect(run.results.first?.problem?.excerpt?.lines.count == 4)
  }
}
