import AppPackages
import Platform
import PropertyLists

/// The folders in which a project's settings are looked for.
///
/// They begin with the folder of the script, or the working directory, and end with the root of the checkout. Above that
/// there is nothing of the project: a file in `/tmp` is anybody's. Without a checkout the last one is the working
/// directory, if the first one lies below it, or what lies in it where that is the user's home; else there is only the
/// first one.
package enum ProjectFolders {
  /// What the settings are called.
  static let settingsName = "homescreen.lua"

  /// The real paths of the folders, the nearest first; empty if the folder is missing.
  package static func above(_ folder: String) -> [String] {
    guard let first = RealPath.of(folder) else { return [] }
    // The root of the disk is nobody's project.
    let working = RealPath.of(".").flatMap { $0 != "/" && RealPath.lies(first, in: $0) ? $0 : nil }
    let last = VersionControl.root(of: first) ?? working ?? first
    var folders = [first]
    while let folder = folders.last, !ExactText.isSame(folder, last) {
      let parent = FileTreePath.directory(of: folder)
      folders.append(parent.isEmpty ? "/" : parent)
      if parent.isEmpty { break }
    }
    // Neither is a home.
    if folders.count > 1, VersionControl.isHome(last) { folders.removeLast() }
    return folders
  }
}
