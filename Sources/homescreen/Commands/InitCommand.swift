import AppPackages
import AppSources
import ArgumentParser
import Console
import Events
import HomeScreenSimulator
import Lint
import LuaAPI
import Platform
import PropertyLists
import SourceClient

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write settings and a first scenario for an app.",
    discussion: """
      PATH is anything that inspect accepts, or a folder with one built app. Shows what --write would add to the \
      project's folder: homescreen.lua, a scenario for the app's alternate icons and quick actions, and the settings \
      and type files of lua-language-server. Existing files are kept. If homescreen-sources is installed, the scenario \
      also checks each quick action that the app's own code handles once, and names those that the code sets.
      """)

  @Argument(help: "A folder, or the project or app in it; the working directory by default.")
  var path = "."

  @Flag(help: "Write the files.")
  var write = false

  @OptionGroup(title: "Code")
  var sources: SourceOptions

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  func run() throws {
    let starting: StartingFolder
    do {
      starting = try limit.run(path) { try StartingFolder(path, sources.client(isUsual: true, limit)) }
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
    guard write else { return starting.show() }
    try ExitStatus.end(starting.write())
  }
}

/// The folder of a project that `init` sets up, and its new files.
struct StartingFolder {
  private let folder: String
  private let start: ProjectStart
  /// Whether `device:install()` finds the app in the existing or the new settings.
  private let settingsNameApp: Bool
  /// The remarks to show in addition to the files.
  private let remarks: [StyledText]

  /// - Parameters:
  ///   - path: the folder, or a project or an app in it.
  ///   - sources: reads the app's own code; nil if it is not read.
  /// - Throws: `AppPackageError` if no app can be read, `SimulatorError` when no device installs it.
  init(_ path: String, _ sources: SourceClient?) throws {
    let place = StartingPlace(path)
    folder = place.folder
    let file = RealPath.of(folder).map { FileTreePath.join($0 == "/" ? "" : $0, ProjectSettings.fileName) }
    // Settings of a folder above belong to another project.
    let settings = ProjectFinder(trust: PluginOptions.usual).settings(for: .folder(folder)).flatMap { settings in
      settings.file.map { ExactText.isSame($0, file ?? "") } == true ? settings : nil
    }
    var remarks = (settings?.problems ?? []).flatMap { ErrorText.lines($0) }
    // The app in the folder's own settings counts, unless another app is named.
    if let app = settings?.app, place.name.map({ Self.isSame(app, FileTreePath.join(place.folder, $0)) }) ?? true {
      let package = try AppPackage(contentsOf: app)
      start = try Self.start(package, app, sources)
      settingsNameApp = true
    } else {
      let (package, app) = try place.app()
      start = try Self.start(package, app, sources)
      remarks += package.warnings.filter { $0.code == .severalApps }.map { warning in
        "note: \(line: warning.message) [\(warning.code.rawValue)]; \(line: warning.hint ?? "")"
      }
      // A link with a missing target takes the name, but has no settings.
      settingsNameApp = !Self.isThere(FileTreePath.join(folder, ProjectSettings.fileName))
      if let other = settings?.app {
        remarks.append(
          """
          homescreen: \(line: ProjectSettings.fileName) names \(line: other); the scenario installs \(line: app) by its \
          path
          """)
      }
    }
    let editor = try? FolderTree(folder).read(ProjectStart.editorFile)
    if let editor, !String(decoding: editor, as: UTF8.self).contains(ProjectStart.types) {
      remarks.append(
        """
        homescreen: \(line: ProjectStart.editorFile) already exists; add “\(line: ProjectStart.types)” to its \
        workspace.library, so that the editor knows the Lua API
        """)
    }
    // Without the reader, the scenario says what it does not check.
    if let sources, sources.failures.contains(where: { $0 != .missing }) {
      remarks += sources.problems.map { "homescreen: \(line: $0)" }
    }
    self.remarks = (start.doubt.map { ["note: \(line: $0)"] } ?? []) + remarks
  }

  /// Plans the files, with the quick actions that the sources handle once and those that they set; a scenario about
  /// others would fail at once, or in a correct app.
  private static func start(_ package: AppPackage, _ app: String, _ sources: SourceClient?) throws -> ProjectStart {
    guard let document = sources?.document(of: package) else { return try ProjectStart(package, app: app) }
    let changes = document.dynamicItems.filter { [.set, .add].contains($0.change) }
    let check = AppCheck(package, versions: [.newest], sources: document)
    var handled: [(type: String, states: [String])] = []
    for row in check.rows {
      guard case .code(.quickAction(let item), let launch) = row.subject, launch != .jetsam,
        row.spans.joined().allSatisfy({ $0.cell.verdict == .holds })
      else { continue }
      if handled.last.map({ ExactText.isSame($0.type, item.type) }) == true {
        handled[handled.count - 1].states.append(launch.rawValue)
      } else {
        handled.append((item.type, [launch.rawValue]))
      }
    }
    let set = changes.flatMap { change in
      let isUnread = change.items.isEmpty && !change.isComplete
      return change.items.map { $0.type.literal ?? "computed types" } + (isUnread ? ["computed types"] : [])
    }
    return try ProjectStart(
      package, app: app, handled: handled, set: set, isSwiftUI: document.entry?.kind == .swiftUI)
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    guard let left = RealPath.of(left), let right = RealPath.of(right) else { return false }
    return ExactText.isSame(left, right)
  }

  private static func isThere(_ path: String) -> Bool {
    (try? CurrentMachine.value.status(path, followsLink: false)) != nil
  }

  private func isThere(_ file: ProjectStart.File) -> Bool { Self.isThere(FileTreePath.join(folder, file.path)) }

  /// Shows the files that ``write()`` would write.
  func show() {
    var text: StyledText = "\(line: start.summary)\n"
    let files = start.files(settingsNameApp: settingsNameApp)
    for file in files {
      text += "\n\(StyledText(file.path, .bold))"
      if isThere(file) {
        text += " exists and is kept\n"
      } else if let summary = file.summary {
        text += ": \(line: summary)\n"
      } else {
        text += "\n"
        for line in file.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
          text += line.isEmpty ? "\n" : "  \(line: String(line))\n"
        }
      }
    }
    let count = files.count { !isThere($0) }
    text +=
      count == 0
      ? "\nAll of these files exist.\n"
      : "\nNothing is written; --write writes \(count == 1 ? "this file" : "these \(count) files").\n"
    StandardStream.output.write(text)
    remarks.forEach(CommandContext.complain)
  }

  /// Writes the files that are missing.
  func write() -> Platform.ExitCode {
    var code = Platform.ExitCode.success
    var files = start.files(settingsNameApp: settingsNameApp)
    for position in files.indices {
      let file = files[position]
      do {
        let isNew = try OutputFolder(folder).create(Array(file.text.utf8), at: file.path)
        StandardStream.output.write("\(isNew ? "wrote" : "kept") \(line: file.path)\n")
      } catch {
        CommandContext.complain("homescreen: \(line: file.path) could not be written: \(line: error.message)")
        code = .lostOutput
        // Without its settings, the scenario must name its app.
        if file.path == ProjectSettings.fileName { files = start.files(settingsNameApp: false) }
      }
    }
    remarks.forEach(CommandContext.complain)
    return code
  }
}
