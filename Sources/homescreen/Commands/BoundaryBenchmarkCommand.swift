import ArgumentParser
import HomeScreenReports
import LuaAPI
import Streams

/// For scripts/bench.
struct BoundaryBenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-boundary", abstract: "Time calls from Lua into Swift.", shouldDisplay: false)

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: "Turns of the loop in each round.")
  var turns = 1_000_000

  func run() throws {
    let result = try BoundaryBenchmark.run(turns: turns)
    func text(_ value: Double) -> String { String((value * 100).rounded() / 100) }
    let times = [
      ("cFunction", "C function", result.cFunction), ("property", "property", result.property),
      ("method", "method", result.method), ("methodOnly", "method of a type without properties", result.methodOnly),
    ]
    if json {
      let fields = times.map { key, _, time in "\"\(key)\":\(text(time))" }
      StandardStream.output.write("{\(fields.joined(separator: ","))}\n")
    } else {
      for (_, name, time) in times {
        StandardStream.output.write("\(name): \(text(time)) ns, \(text(time / result.cFunction))\n")
      }
    }
  }
}
