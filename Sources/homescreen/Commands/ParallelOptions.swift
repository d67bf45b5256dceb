import ArgumentParser
import Platform
import Scenarios

/// How a run or an exploration is spread over processes and machines.
struct ParallelOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Number of parallel processes, or auto for one per core. A run is split by files.",
      valueName: "number|auto"))
  var jobs = "1"

  @Option(
    help: ArgumentHelp(
      "Do only one of several parts of the work, such as 2/4; auto reads the part from the variables of the CI: "
        + "\(Shard.knownSystems).", valueName: "part/parts|auto"))
  var shard: String?

  /// More processes than a machine has use for.
  static let maximumJobs = 512

  var jobCount: Int {
    get throws {
      if jobs == "auto" { return min(max(1, ProcessEnvironment.processorCount), Self.maximumJobs) }
      guard let count = Int(jobs), (1...Self.maximumJobs).contains(count) else {
        throw ValidationError("--jobs must be a number from 1 to \(Self.maximumJobs), or auto.")
      }
      return count
    }
  }

  /// nil: the whole run.
  var chosenShard: Shard? {
    get throws {
      guard let shard else { return nil }
      guard shard == "auto" else {
        guard let part = Shard(parsing: shard) else {
          throw ValidationError("--shard must be PART/PARTS, such as 2/4, or auto.")
        }
        return part
      }
      do {
        if let part = try Shard(environment: ProcessEnvironment.value) { return part }
      } catch {
        throw ValidationError("--shard auto: \(error).")
      }
      StandardStream.error.write(
        "homescreen: --shard auto: no variables of a CI are set; running everything\n")
      return nil
    }
  }

  func validate() throws {
    _ = try jobCount
    if let shard, shard != "auto", Shard(parsing: shard) == nil {
      throw ValidationError("--shard must be PART/PARTS, such as 2/4, or auto.")
    }
  }
}
