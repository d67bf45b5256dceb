import AppPackages
import ArgumentParser
import HomeScreenReports
import LuaAPI
import PropertyLists
import Scenarios
import Streams

struct TrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Allow a project's settings to run code: plugins, a helper, settings that are more than data.",
    discussion: """
      Without trust, homescreen reads homescreen.lua and .busted as data and runs no plugin that they name. Trust holds \
      for the content of the settings, of each plugin or helper, and of every module that these load: when one of them \
      changes, the project needs trust again. What you trust is kept in your configuration, outside of the project. Look \
      at the code first: it runs with lint, check, run and the REPL. \
      \(HomeScreenReports.ExitCode.help(
        [
          .success: "trusted, removed or listed", .failure: "people other than you can change the code",
          .scriptError: "the settings are broken", .nothingMatched: "nothing here needs trust, or was trusted",
        ], and: .usage, .noInput, .lostOutput, .watchdog))
      """)

  @Argument(help: "A folder of the project; the working directory by default.")
  var path = "."

  @Flag(help: "List the files that would be trusted, and trust nothing.")
  var dryRun = false

  @Flag(help: "Trust the project no more.")
  var remove = false

  @Flag(help: "List all that is trusted, and whether it has changed.")
  var list = false

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  func validate() throws {
    if [dryRun, remove, list].count(where: { $0 }) > 1 {
      throw ValidationError("--dry-run, --remove and --list cannot be used together.")
    }
  }

  func run() throws {
    guard let configuration = ProcessEnvironment.configurationFolder else {
      throw fault("your configuration has no folder: set HOME or XDG_CONFIG_HOME", .noInput)
    }
    let store = TrustStore(configuration: configuration)
    if list { return showAll(store) }
    if remove { return try forget(store) }
    let code = try limit.run(loading: ProjectSettings.fileName) { try found() }
    guard !code.isEmpty else {
      throw fault(
        "nothing here needs trust: no settings are more than data, and none name a plugin or a helper",
        .nothingMatched)
    }
    for code in code {
      do throws(ProjectTrust.Refusal) {
        try ProjectTrust.checkFiles(of: code)
      } catch {
        Desk.complain("homescreen: \(line: code.settings) cannot be trusted: \(line: error.reason)")
        Desk.complain("  \(line: error.hint)")
        throw ExitStatus(.failure).error
      }
    }
    for code in code {
      if !dryRun {
        do {
          try store.add(code)
        } catch {
          throw fault("trust could not be written down: \(error)", .lostOutput)
        }
      }
      show(code, dryRun ? "would be trusted" : "trusted")
    }
    if !dryRun {
      Desk.write("A change in any of these files needs trust again. homescreen trust --remove takes it back.")
    }
  }

  /// The code that the settings of the folder bring. Settings that are code run for it: that is what was asked for.
  private func found() throws -> [ProjectCode] {
    guard let folder = RealPath.of(path),
      (try? CurrentMachine.value.status(folder, followsLink: true))?.kind == .folder
    else { throw fault("\(path) is not a folder", .noInput) }
    var all: [ProjectCode] = []
    // While it is looked for, nothing that settings name is run.
    var trust = ProjectTrust.everything
    trust.usesPlugins = false
    if let settings = ProjectFinder(trust: trust).settings(for: .folder(folder)) {
      if let problem = settings.problems.first {
        Desk.complain(problem)
        throw ExitStatus(.scriptError).error
      }
      if let code = settings.code, !settings.isData || !settings.withheld.isEmpty { all.append(code) }
    }
    do {
      if let code = try BustedSettings(in: folder, task: nil, trust: trust)?.code { all.append(code) }
    } catch {
      Desk.complain("homescreen: \(line: error.description)")
      if let hint = error.hint { Desk.complain("  \(line: hint)") }
      throw ExitStatus(.scriptError).error
    }
    return all
  }

  private func forget(_ store: TrustStore) throws {
    let folder = RealPath.of(path) ?? path
    let names = [ProjectSettings.fileName, BustedSettings.fileName]
    let paths = ProjectFolders.above(folder).flatMap { folder in names.map { FileTreePath.join(folder, $0) } }
    var removed: [String] = []
    for settings in paths {
      do {
        if try store.remove(settings) { removed.append(settings) }
      } catch {
        throw fault("trust could not be taken back: \(error)", .lostOutput)
      }
    }
    guard !removed.isEmpty else { throw fault("nothing in \(folder) was trusted", .nothingMatched) }
    for settings in removed { StandardStream.output.write("\(line: settings) is not trusted any more\n") }
  }

  private func showAll(_ store: TrustStore) {
    let all = store.all
    guard !all.isEmpty else { return Desk.write("nothing is trusted") }
    for code in all {
      let changed = code.changedFiles
      show(code, changed.isEmpty ? "trusted" : "trusted, and changed since: it does not run", marking: changed)
    }
  }

  private func show(_ code: ProjectCode, _ state: String, marking changed: [String] = []) {
    let folder = FileTreePath.directory(of: code.settings)
    var text: StyledText = "\(line: code.settings): \(state)\n"
    for path in code.paths {
      let name = ExactText.begins(path, with: "\(folder)/") ? String(path.dropFirst(folder.count + 1)) : path
      text += "  \(line: name)\(changed.contains(path) ? "  (changed)" : "")\n"
    }
    StandardStream.output.write(text)
  }

  private func fault(_ text: String, _ code: HomeScreenReports.ExitCode) -> any Error {
    Desk.complain("homescreen: \(line: text)")
    return ExitStatus(code).error
  }
}
