import ArgumentParser
import LuaAPI
import Platform

/// What becomes of the snapshots that scenarios compare with.
struct SnapshotOptions: ParsableArguments {
  @Flag(help: "Rewrite snapshots that differ and remove those that are no longer used.")
  var updateSnapshots = false

  @Flag(
    inversion: .prefixedNo,
    help: "Fail if a snapshot is missing or no longer used, and write nothing; the default if the variable CI is set.")
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
    if updateSnapshots, ci == true { throw ValidationError("--update-snapshots and --ci cannot be used together.") }
  }
}
