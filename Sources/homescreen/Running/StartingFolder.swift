import AppPackages
import HomeScreenReports
import LuaAPI
import Streams

/// The folder of a project that begins with homescreen, and what it gets.
struct StartingFolder {
  private let folder: String
  private let start: ProjectStart

  /// - Parameter path: the folder, or a project or an app in it.
  /// - Throws: `AppPackageError` when there is no app that can be read, `SimulatorError` when no device installs it.
  init(_ path: String, service: CIService?) throws {
    let isFolder = !["app", "plist", "xcodeproj", "xcworkspace"].contains(FileTreePath.lowercasedExtension(of: path))
    folder = isFolder ? path : Self.parent(of: path)
    let settings = ProjectFinder().settings(for: .folder(folder))
    let hasSettings = settings != nil && Self.isThere("\(folder)/\(ProjectSettings.fileName)")
    // What the folder's own settings name is meant, where they name something.
    if hasSettings, let app = settings?.app {
      start = try ProjectStart(try AppPackage(contentsOf: app), app: app, settings: settings, service: service)
      return
    }
    let (package, app) = try Self.app(in: folder, isFolder ? "." : FileTreePath.lastComponent(path))
    start = try ProjectStart(package, app: app, settings: hasSettings ? settings : nil, service: service)
  }

  private static func parent(of path: String) -> String {
    let parent = FileTreePath.directory(of: path)
    return parent.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : parent
  }

  /// The app as the settings will name it: the project itself, if that opens the same app as the folder does.
  private static func app(in folder: String, _ name: String) throws -> (AppPackage, String) {
    let found = try AppPackage(contentsOf: name == "." ? folder : FileTreePath.join(folder, name))
    guard name == ".", let build = found.build else { return (found, name) }
    // Messages begin with the name of the folder that was opened, which may be one above.
    let parts = FileTreePath.parts(of: build.projectFile).dropLast()
    let paths = parts.indices.map { parts[$0...].joined(separator: "/") }
    guard let path = paths.first(where: { isThere("\(folder)/\($0)") }),
      let named = try? AppPackage(contentsOf: "\(folder)/\(path)"), named.build?.target == build.target,
      named.build?.configuration == build.configuration
    else { return (found, name) }
    return (named, path)
  }

  private static func isThere(_ path: String) -> Bool {
    (try? CurrentMachine.value.status(path, followsLink: false)) != nil
  }

  private func isThere(_ file: ProjectStart.File) -> Bool { Self.isThere(FileTreePath.join(folder, file.path)) }

  /// Shows what ``write()`` would write.
  func show() {
    var text: StyledText = "\(line: start.summary)\n"
    for file in start.files {
      text += "\n\(StyledText(file.path, .bold))"
      if isThere(file) {
        text += " is there and stays as it is\n"
      } else if let summary = file.summary {
        text += ": \(line: summary)\n"
      } else {
        text += "\n"
        for line in file.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
          text += line.isEmpty ? "\n" : "  \(line: String(line))\n"
        }
      }
    }
    let count = start.files.count { !isThere($0) }
    text +=
      count == 0
      ? "\nAll of it is there.\n"
      : "\nNothing is written; --write writes \(count == 1 ? "this file" : "these \(count) files").\n"
    StandardStream.output.write(text)
  }

  /// Writes what is not there.
  func write() -> ExitCode {
    var code = ExitCode.success
    for file in start.files {
      do {
        let isNew = try OutputFolder(folder).create(Array(file.text.utf8), at: file.path)
        StandardStream.output.write("\(isNew ? "wrote" : "left as it is:") \(line: file.path)\n")
      } catch {
        Desk.complain("homescreen: \(line: file.path) could not be written: \(line: error.message)")
        code = .lostOutput
      }
    }
    return code
  }
}
