import ArgumentParser
import LuaAPI
import Platform

/// What becomes of the snapshots that scenarios compare with.
struct SnapshotOptions: ParsableArguments {
  @Flag(help: "Writes snapshots that are different anew, and removes those that are no longer used.")
  var updateSnapshots = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Snapshots that are missing or no longer used fail, and nothing is written; so it is where the variable CI is set.
      """)
  var ci: Bool?

  var mode: SnapshotStore.Mode {
    if updateSnapshots { return .update }
    return ci.map { $0 ? .check : .write } ?? Self.usualMode
  }

  /// Where nothing is said.
  static var usualMode: SnapshotStore.Mode { isCI ? .check : .write }

  private static var isCI: Bool {
    guard let value = ProcessEnvironment.value("CI") else { return false }
    return !["", "0", "false"].contains(value)
  }

  func validate() throws {
    if updateSnapshots, ci == true { throw ValidationError("--update-snapshots writes, and --ci writes nothing.") }
  }
}
