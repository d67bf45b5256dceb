import AppPackages
import LuaAPI

/// Finds the scripts that a run is about.
public enum ScenarioFinder {
  /// The scenarios inside the executable.
  public static var builtIn: [ScenarioFile] {
    BundledFiles.paths.filter { $0.hasPrefix("scenarios/") && $0.hasSuffix(".lua") }.map { path in
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      return ScenarioFile(name: String(path.dropFirst("scenarios/".count)), location: .bundled(folder)) {
        Array(BundledFiles.bytes(path) ?? UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
  }

  /// The scripts of files and folders. A folder gives every `.lua` file below it, but not those in folders named
  /// `fixtures` or beginning with a dot.
  /// - Throws: ``ScenarioFinderError`` when a path is not there.
  public static func find(_ paths: [String]) throws -> [ScenarioFile] {
    var files: [ScenarioFile] = []
    for path in paths {
      let parent = folder(of: path)
      let tree = try FolderTree(parent)
      let name = lastComponent(of: path)
      switch name.isEmpty ? .directory : tree.kind(of: name) {
      case .directory: files += try scripts(below: path)
      case .file: files.append(file(path))
      default: throw ScenarioFinderError(path: path)
      }
    }
    return files
  }

  private static func scripts(below folder: String) throws -> [ScenarioFile] {
    let tree = try FolderTree(folder)
    var result: [ScenarioFile] = []
    var pending = [""]
    while let directory = pending.popLast() {
      var folders: [String] = []
      for entry in try tree.entries(in: directory) where !entry.name.hasPrefix(".") {
        let path = directory.isEmpty ? entry.name : "\(directory)/\(entry.name)"
        if entry.kind == .directory, entry.name != "fixtures" { folders.append(path) }
        if entry.kind == .file, entry.name.hasSuffix(".lua") {
          result.append(file(folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"))
        }
      }
      pending += folders.reversed()
    }
    return result
  }

  private static func file(_ path: String) -> ScenarioFile {
    ScenarioFile(name: path, location: .folder(folder(of: path))) {
      try FolderTree(folder(of: path)).read(lastComponent(of: path))
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func lastComponent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}

/// A path that was named and is not there.
public struct ScenarioFinderError: Error, CustomStringConvertible {
  public let path: String
  public var description: String { "\(path): no such file or folder" }
}
