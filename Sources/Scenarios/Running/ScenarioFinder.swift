import AppPackages
import LuaAPI

/// Finds the scripts that a run is about.
public enum ScenarioFinder {
  /// The scenarios inside the executable, without what lies in their folders named `fixtures`.
  public static var builtIn: [ScenarioFile] {
    BundledFiles.paths.filter { path in
      path.hasPrefix("scenarios/") && path.hasSuffix(".lua") && !path.contains("/fixtures/")
    }.map { path in
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
      return ScenarioFile(name: String(path.dropFirst("scenarios/".count)), location: .bundled(folder)) {
        Array(BundledFiles.bytes(path) ?? UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
  }

  /// The scripts of files and folders. A folder gives every `.lua` file below it, in the order of their paths, but not
  /// those in folders named `fixtures` or beginning with a dot, nor a project's settings. A symbolic link that leads back is not followed.
  /// - Throws: ``ScenarioFinderError`` when a path is not there, `FileTreeError` when a folder cannot be read.
  public static func find(_ paths: [String]) throws -> [ScenarioFile] {
    var files: [ScenarioFile] = []
    for path in paths {
      let parent = folder(of: path)
      let tree = try FolderTree(parent)
      let name = lastComponent(of: path)
      switch name.isEmpty ? .directory : tree.kind(of: name) {
      case .directory: files += try scripts(below: path)
      case .file: files.append(file(path))
      case .other, nil:
        // It says why there is no file to read.
        do { _ = try tree.readPrefix(name, count: 1) } catch {
          throw ScenarioFinderError(path: path, reason: error.message)
        }
        throw ScenarioFinderError(path: path, reason: "this is not a script")
      }
    }
    return files
  }

  private static func scripts(below folder: String) throws -> [ScenarioFile] {
    let walk = FileTreeWalk(try FolderTree(folder)) { _, entry in
      entry.name.hasPrefix(".") || (entry.kind == .directory && entry.name == "fixtures")
    }
    // A link that leads nowhere new is no problem, but scripts that cannot be seen are.
    if let problem = walk.problems.first(where: { $0.kind == .unreadable || $0.kind == .tooManyEntries }) {
      throw problem
    }
    return walk.files.filter { $0.path.hasSuffix(".lua") && !isSettings($0.path) }
      .map { file(folder.hasSuffix("/") ? folder + $0.path : "\(folder)/\($0.path)") }
  }

  private static func isSettings(_ path: String) -> Bool { lastComponent(of: path) == ProjectSettings.fileName }

  private static func file(_ path: String) -> ScenarioFile {
    ScenarioFile(name: path, location: .folder(folder(of: path))) {
      try FolderTree(folder(of: path)).read(lastComponent(of: path))
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func lastComponent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}

/// A path that was named and cannot be run.
public struct ScenarioFinderError: Error, CustomStringConvertible {
  /// The path, as it was named.
  public let path: String
  /// Without a full stop.
  public let reason: String
  /// What a person reads, without a full stop.
  public var description: String { "\(path): \(reason)" }
}
