import ArgumentParser
import LuaAPI

/// Where scripts may write.
struct WriteOptions: ParsableArguments {
  @Option(
    name: .customLong("write"),
    help: ArgumentHelp(
      "A folder below which scripts may write (plist:save), beside their own; may be repeated.", valueName: "dir"),
    transform: { path in
      do { return try WritableFolder(path) } catch { throw ValidationError("\(error)") }
    })
  var folders: [WritableFolder] = []
}
