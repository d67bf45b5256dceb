import TestSupport
import Testing

/// `--coverage` and `--isolate` on the command line.
@Suite struct CoverageCommandTests {
  private let folder = TemporaryFolder()

  private func run(_ options: [String]) throws -> ProcessResult { try homescreen(["run"] + options + [folder.path]) }

  @Test func tablesAndFilesAreWritten() throws {
    folder.write("a_spec.lua", "it('x', function()\n  if os.time() == 0 then\n    print 'never'\n  end\nend)")
    folder.write("b_spec.lua", "it('y', function() Device {}:pressHome() end)")
    let json = folder.path + "/out.json"
    let lcov = folder.path + "/out.info"
    let result = try run(["--coverage", "--coverage=\(json)", "--coverage=\(lcov)", "--jobs", "2"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("Lines: "), "\(result)")
    #expect(result.stdout.contains("Facts named by events, checks and failures: "))
    #expect(result.stdout.contains("not: 3"), "\(result)")
    #expect(JSONChecker.isObject(Substring(try #require(folder.read("out.json")))))
    #expect(try #require(folder.read("out.info")).contains("DA:3,0\n"))
    // A report for programs does not include the table.
    let events = try run(["--coverage", "--format", "json"])
    #expect(events.lines.allSatisfy(JSONChecker.isObject))
    #expect(events.stderr.contains("Lines: "))
    #expect(events.stdout.contains(#""event":"coverage""#))
    #expect(try run(["--coverage=/proc/nowhere/at/all"]).exitCode != 0)
    #expect(!(try run(["--format", "json"])).stdout.contains("coverage"))
  }

  @Test func isolationNamesTheDependency() throws {
    folder.write(
      "a_spec.lua", "local n\nit('x', function() n = Device {}.os end)\nit('y', function() assert.equal('26.0', n) end)"
    )
    let isolated = try run(["--isolate=it", "--os", "26.0"])
    #expect(isolated.exitCode == 1, "\(isolated)")
    #expect(isolated.stdout.contains("“x”, which runs before it, causes the difference."), "\(isolated)")
    #expect(try run(["--os", "26.0"]).exitCode == 0)
    #expect(try run(["--isolate", "this"]).exitCode == 64)
  }

  @Test func cellsOfTheRunAreListed() throws {
    folder.write(
      "a_spec.lua",
      "for cell in matrix { os = { '17.5', '26.1' }, model = { 'iPhone', 'iPad' }, v = { 1, 2 } } do it(cell.name, function() end) end"
    )
    func names(_ options: [String]) throws -> Int {
      try run(["--list"] + options).lines.filter { $0.contains("v ") }.count
    }
    #expect(try names([]) == 8)
    #expect(try names(["--os", "17.5"]) == 4)
    #expect(try names(["--os", "17.5", "--device", "iPad"]) == 2)
    let none = try run(["--os", "18.0"])
    #expect(none.exitCode == 4, "\(none)")
    #expect(none.stdout.contains("none of 8 cells is for iOS 18.0"), "\(none)")
  }

  @Test func timeoutAppliesToTheWholeRun() throws {
    folder.write("a_spec.lua", "it('x', function() Device {}:advance(5) end)")
    #expect(try run(["--timeout", "5"]).exitCode == 0)
    let late = try run(["--timeout", "4.9"])
    #expect(late.exitCode == 1, "\(late)")
    #expect(late.stdout.contains("its limit is 4.9 s"), "\(late)")
    #expect(try run(["--timeout", "0"]).exitCode == 64)
    #expect(try homescreen(["explain", "timeout"]).stdout.contains("--timeout"))
    #expect(try homescreen(["explain", "order-dependence"]).exitCode == 0)
  }
}
