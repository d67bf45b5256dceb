import Platform
import PropertyLists

/// Looks for built apps where builds are kept: in an archive, in `Payload`, in the `Products` of an `.xcarchive`. What lies
/// in an app, its extensions and its watch app, is not looked for.
struct BuiltAppSearch {
  /// Apps with an Info.plist, of the first level that has any; those for iPhone and iPad if others lie beside them.
  private(set) var apps: [String] = []
  /// Apps for macOS, which keep theirs elsewhere.
  private(set) var macApps: [String] = []
  /// Archives in the archive.
  private(set) var archives: [String] = []

  private static let maximumDepth = 6, maximumFolders = 2000

  /// Whether a folder of this name holds what a build has made, and nothing else.
  static func isMadeForApps(_ name: String) -> Bool {
    name == "Payload" || FileTreePath.lowercasedExtension(of: name) == "xcarchive"
  }

  /// Whether a folder may be what somebody has unpacked, or a part of an archive; others have such names, too.
  static func mayBeUnpacked(_ name: String, _ entries: [FileTreeEntry]) -> Bool {
    ["Applications", "Products"].contains(name) || entries.contains { $0.name == "Products" || isMadeForApps($0.name) }
  }

  init(_ tree: any FileTree, limits: PropertyListLimits) {
    var level = [""]
    var folderCount = 0
    for _ in 0..<Self.maximumDepth where apps.isEmpty {
      var next: [String] = []
      for folder in level {
        folderCount += 1
        guard folderCount <= Self.maximumFolders, let entries = try? tree.entries(in: folder) else { continue }
        for entry in entries { visit(entry, FileTreePath.join(folder, entry.name), tree, &next) }
      }
      level = next
    }
    guard apps.count > 1 else { return }
    for isLikelier in [Self.isInItsPlace, { Self.isForIOS($0, tree, limits) }] {
      let likelier = apps.filter(isLikelier)
      if !likelier.isEmpty { apps = likelier }
    }
  }

  private mutating func visit(
    _ entry: FileTreeEntry, _ path: String, _ tree: any FileTree, _ next: inout [String]
  ) {
    switch entry.kind {
    case .other: return
    case .file: if ArchivePath.isArchive(named: entry.name) { archives.append(path) }
    case .directory where FileTreePath.lowercasedExtension(of: entry.name) == "app":
      if tree.kind(of: "\(path)/Info.plist") == .file {
        apps.append(path)
      } else if tree.kind(of: "\(path)/Contents/Info.plist") == .file {
        macApps.append(path)
      }
    case .directory:
      let isXcarchive = FileTreePath.lowercasedExtension(of: entry.name) == "xcarchive"
      if entry.linkTarget == nil, entry.name.utf8.first != UInt8(ascii: "."),
        isXcarchive || !FileTreatment.isPackage(entry.name)
      {
        next.append(path)
      }
    }
  }

  /// `Payload/Paint.app`, `Products/Applications/Paint.app`.
  private static func isInItsPlace(_ path: String) -> Bool {
    PackageContainer.Kind(holding: path) != .zip
  }

  private static func isForIOS(_ path: String, _ tree: any FileTree, _ limits: PropertyListLimits) -> Bool {
    guard let bytes = try? tree.read("\(path)/Info.plist"),
      let list = try? PropertyList.parse(bytes, file: path, limits: limits).root.dictionary,
      let platforms = list["CFBundleSupportedPlatforms"]?.array
    else { return true }
    return platforms.contains { ["iPhoneOS", "iPhoneSimulator"].contains($0.value.string ?? "") }
  }
}
