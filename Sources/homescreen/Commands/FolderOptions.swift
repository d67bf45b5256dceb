import ArgumentParser
import LuaAPI

/// The folders that scripts may use in addition to their own.
struct FolderOptions: ParsableArguments {
  @Option(
    name: .customLong("read"),
    help: ArgumentHelp(
      "Also let scripts read apps, property lists and files below this folder; may be repeated.",
      valueName: "dir"))
  var read: [String] = []

  @Option(
    name: .customLong("write"),
    help: ArgumentHelp(
      "Also let scripts write (plist:save) below this folder; may be repeated.", valueName: "dir"))
  var write: [String] = []

  /// The folders for reading; they must be there.
  var readable: [ReadableFolder] {
    get throws {
      do { return try read.map { path in try ReadableFolder(path) } } catch { throw ValidationError("\(error)") }
    }
  }

  /// The folders for writing; they must be there.
  var writable: [WritableFolder] {
    get throws {
      do { return try write.map { path in try WritableFolder(path) } } catch { throw ValidationError("\(error)") }
    }
  }
}
