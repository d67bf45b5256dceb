import ArgumentParser
import LuaAPI

/// Where scripts may write.
struct WriteOptions: ParsableArguments {
  @Option(
    name: .customLong("write"),
    help: ArgumentHelp(
      "A folder below which scripts may write (plist:save), beside their own; may be repeated.", valueName: "dir"))
  var write: [String] = []

  /// The folders; they must be there.
  var folders: [WritableFolder] {
    get throws {
      do { return try write.map { path in try WritableFolder(path) } } catch { throw ValidationError("\(error)") }
    }
  }
}
