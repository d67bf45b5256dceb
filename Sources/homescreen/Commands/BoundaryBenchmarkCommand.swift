import ArgumentParser
import LuaAPI
import Reports
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
    if json {
      StandardStream.output.write(
        "{\"cFunction\":\(text(result.cFunction)),\"property\":\(text(result.property)),\"method\":\(text(result.method))}\n"
      )
    } else {
      StandardStream.output.write(
        "C function \(text(result.cFunction)) ns, property \(text(result.property)) ns, method \(text(result.method)) ns\n"
      )
    }
  }
}
