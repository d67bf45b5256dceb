import AppPackages
import Platform

/// What scripts write, and what such files are called. A file of another name is never theirs.
enum ScriptOutput {
  /// `plist:save`.
  case propertyList
  /// `assert.matches_snapshot`.
  case snapshot

  /// Without their dots, in lower case.
  private var extensions: [String] {
    switch self {
    case .propertyList: ["plist", "strings", "stringsdict", "loctable", "xcprivacy", "entitlements", "xcent"]
    case .snapshot: ["snap", "svg"]
    }
  }

  private var words: String {
    switch self {
    case .propertyList: "plist:save writes property lists"
    case .snapshot: "snapshots are written"
    }
  }

  /// - Throws: ``FileTreeError`` of kind `forbidden` for another name.
  func check(_ path: String) throws(FileTreeError) {
    guard !extensions.contains(FileTreePath.lowercasedExtension(of: path)) else { return }
    let endings = extensions.map { ".\($0)" }
    throw FileTreeError(
      kind: .forbidden, tree: "", path: path, message: "\(words), but this is not the name of one",
      hint: "Its name must end with \(endings.dropLast().joined(separator: ", ")) or \(endings[endings.count - 1]).")
  }
}
