import TestSupport
import Testing

/// `--isolate`, cells and time limits on the command line.
@Suite struct IsolationCommandTests {
  private let folder = TemporaryFolder()

  private func run(_ options: [String]) throws -> ProcessResult { try homescreen(["run"] + options + [folder.path]) }

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
    #expect(none.stdout.contains("none of 8"), "\(none)")
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
