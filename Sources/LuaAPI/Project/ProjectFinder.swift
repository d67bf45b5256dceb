import AppPackages
import LuaEngine
import PropertyLists

/// Finds and reads the `homescreen.lua` of the project that a script belongs to. Each folder is looked at once.
public final class ProjectFinder {
  private var known: [ExactText: ProjectSettings?] = [:]

  /// A finder that has looked at no folder yet.
  public init() {}

  /// The settings that hold for scripts at a location: of the nearest `homescreen.lua` in its folder or above. None for
  /// scripts inside the executable.
  public func settings(for location: ScriptLocation) -> ProjectSettings? {
    guard case .folder(let folder) = location, let path = Self.absolute(folder) else { return nil }
    return settings(at: path)
  }

  private func settings(at folder: String) -> ProjectSettings? {
    if let found = known[ExactText(folder)] { return found }
    let found: ProjectSettings? =
      Self.read(folder) ?? (folder == "/" ? nil : settings(at: Self.parent(of: folder)))
    known[ExactText(folder)] = .some(found)
    return found
  }

  private static func read(_ folder: String) -> ProjectSettings? {
    let file = FileTreePath.join(folder == "/" ? "" : folder, ProjectSettings.fileName)
    guard CurrentMachine.value.exists(file) else { return nil }
    let text: [UInt8]
    do {
      text = try FolderTree(folder).read(ProjectSettings.fileName)
    } catch {
      // A folder of that name is none of ours.
      guard error.kind != .isADirectory, error.kind != .notFound else { return nil }
      var settings = ProjectSettings.unreadable(
        LuaFailure("the settings cannot be read: \(error.message)", code: "unreadable"))
      settings.file = file
      return settings
    }
    // The editors' type file has the same name.
    if text.starts(with: "---@meta".utf8) { return nil }
    var settings = ProjectSettings(text: text, folder: folder)
    settings.file = file
    return settings
  }

  private static func parent(of folder: String) -> String {
    let parent = FileTreePath.directory(of: folder)
    return parent.isEmpty ? "/" : parent
  }

  /// The path without links and dots; nil when there is no such folder.
  private static func absolute(_ folder: String) -> String? {
    RealPath.of(folder.isEmpty ? "." : folder)
  }
}
