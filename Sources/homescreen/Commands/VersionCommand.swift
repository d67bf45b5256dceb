import AppPackages
import ArgumentParser
import Console
import HomeScreenReports
import LuaAPI
import Platform
import Scenarios
import SourceClient

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version, the build, and where settings come from.",
    discussion: "“homescreen --version” prints only the number; “homescreen --version --json” is the same as --json.")

  @OptionGroup
  var output: FormatOptions<VersionFormats>

  func run() throws {
    let description = Self.description
    try ExitStatus.end(Documents<VersionFormats>(try output.requests()).tell { $0(description) })
  }

  private static var description: ProgramDescription {
    func stream(_ name: String, _ stream: StandardStream) -> ProgramDescription.Stream {
      let terminal = Terminal(stream)
      return ProgramDescription.Stream(
        name, isTerminal: terminal.isTerminal, usesStyles: terminal.usesStyles, columns: terminal.knownColumns)
    }
    let folder = ProcessEnvironment.workingFolder
    let reader = SourceClient.reader(version: Homescreen.version)
    let busted = FileTreePath.join(folder == "/" ? "" : folder, BustedSettings.fileName)
    return ProgramDescription(
      streams: [stream("standard output", .output), stream("standard error", .error)],
      places: [
        ProgramDescription.Place(
          ProjectSettings.fileName, ProjectFinder(trust: PluginOptions.usual).settings(for: .folder("."))?.file,
          search: "looked for from the working directory up to the root of the checkout"),
        ProgramDescription.Place(
          BustedSettings.fileName, ProcessEnvironment.fileExists(busted) ? busted : nil,
          search: "looked for in the working directory"),
        ProgramDescription.Place(
          "history", HistoryFile.standard()?.path, search: "neither XDG_STATE_HOME nor HOME names a folder"),
        ProgramDescription.Place(
          "cache", ProcessEnvironment.cacheFolder,
          search: ProcessEnvironment.cache.problem ?? "neither XDG_CACHE_HOME nor HOME names a folder"),
        ProgramDescription.Place("reader of code", reader.path, search: reader.words, remark: reader.words),
      ], variable: ProcessEnvironment.value)
  }
}
