import AppPackages
public import Events
import LuaEngine
import Platform
import PropertyLists

/// Finds and reads the `homescreen.lua` of the project that a script belongs to. Each folder is looked at once.
public final class ProjectFinder {
  /// A list, because there are few: making a dictionary is the longer step of a run of one script.
  private var known: [(folder: String, settings: ProjectSettings?)] = []
  private let trust: ProjectTrust
  private let rules: [RuleDescription]?

  /// A finder that has looked at no folder yet.
  /// - Parameters:
  ///   - trust: decides about code of the project.
  ///   - rules: the rules of lint that settings can name; nil if their names are not checked.
  public init(trust: ProjectTrust, rules: [RuleDescription]? = nil) { (self.trust, self.rules) = (trust, rules) }

  /// The settings that hold for scripts at a location: of the nearest `homescreen.lua` in its folder or above, up to the
  /// root of the checkout (``ProjectFolders``). None for scripts inside the executable.
  public func settings(for location: ScriptLocation) -> ProjectSettings? {
    guard case .folder(let folder) = location else { return nil }
    for folder in ProjectFolders.above(folder.isEmpty ? "." : folder) {
      let settings: ProjectSettings?
      if let found = known.first(where: { ExactText.isSame($0.folder, folder) }) {
        settings = found.settings
      } else {
        settings = read(folder)
        known.append((folder, settings))
      }
      if let settings { return settings }
    }
    return nil
  }

  private func read(_ folder: String) -> ProjectSettings? {
    let file = FileTreePath.join(folder == "/" ? "" : folder, ProjectSettings.fileName)
    guard CurrentMachine.value.exists(file) else { return nil }
    let text: [UInt8]
    do {
      text = try SettingsText.read(ProjectSettings.fileName, in: folder)
    } catch {
      // A folder of that name does not hold settings.
      guard error.kind != .isADirectory, error.kind != .notFound else { return nil }
      var settings = ProjectSettings.unreadable(
        LuaFailure("the settings cannot be read: \(error.message)", code: "unreadable"))
      settings.file = file
      return settings
    }
    // The editors' type file has the same name.
    if text.starts(with: "---@meta".utf8) { return nil }
    let settings = ProjectSettings(text: text, file: file, trust: trust, rules: rules)
    return trust.usesPlugins ? settings : settings.withoutPlugins
  }
}
