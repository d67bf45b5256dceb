import Platform
import PropertyLists

/// The project that builds a property list which was opened without it.
struct OwningProject {
  /// How many folders are looked at in a checkout, and how many without one: the property list's own and the one above.
  private static let maximumFolders = 5, foldersWithoutCheckout = 2
  private static let maximumProjects = 8

  /// What to say about a property list that a project beside or above it, in the same checkout, takes as the Info.plist
  /// of an app.
  ///
  /// - Parameters:
  ///   - path: of the property list on the disk, as the person named it.
  ///   - name: what messages call it.
  /// - Throws: ``AppPackageError`` `noTarget` for that of an app that is not for iPhone or iPad.
  static func note(
    about path: String, as name: String, options: PackageOptions
  ) throws(AppPackageError) -> PackageWarning? {
    guard let real = RealPath.of(path) else { return nil }
    var folder = FileTreePath.directory(of: real)
    var relative = FileTreePath.lastComponent(real)
    let isCheckout = VersionControl.isRoot(folder) || VersionControl.root(above: folder) != nil
    for level in 0..<(isCheckout ? maximumFolders : foldersWithoutCheckout) where !folder.isEmpty {
      if let found = owner(of: relative, in: folder, options) {
        let project = shown(found.path, level, path)
        if let title = found.foreign { throw foreign("\(title) in \(project)", path) }
        return PackageWarning(
          .partOfProject, "this is the Info.plist of the target “\(found.target)” of \(project), which was not read",
          location: SourceLocation(file: name),
          hint: "open \(project): only it knows the catalogs, build settings and languages")
      }
      if VersionControl.isRoot(folder) { return nil }
      relative = "\(FileTreePath.lastComponent(folder))/\(relative)"
      folder = FileTreePath.directory(of: folder)
    }
    return nil
  }

  /// The error for the Info.plist of an app for another system.
  static func foreign(_ title: String, _ path: String) -> AppPackageError {
    AppPackageError(
      kind: .noTarget, location: SourceLocation(file: path), message: "this is the Info.plist of \(title)",
      hint: "only apps for iPhone and iPad are read: open one of those, or its project")
  }

  /// - Returns: `foreign` is the title of an app that is not for iPhone or iPad.
  private static func owner(
    of infoPlist: String, in folder: String, _ options: PackageOptions
  ) -> (path: String, target: String, foreign: String?)? {
    let limits = FileTreeLimits(
      maximumEntriesPerDirectory: 2000, maximumFileSize: options.fileTreeLimits.maximumFileSize)
    guard let tree = try? FolderTree(folder, limits: limits), let entries = try? tree.entries(in: "") else {
      return nil
    }
    let projects = entries.filter { $0.kind == .directory && $0.name.hasSuffix(".xcodeproj") }
    var foreign: (path: String, target: String, foreign: String?)?
    for project in projects.prefix(maximumProjects) {
      guard let apps = try? ProjectApps(tree: tree, path: project.name, options: options) else { continue }
      let owners = apps.apps.filter { app in
        guard let path = ProjectPath.resolve(app.infoPlist, from: apps.project.directory).path else {
          return false
        }
        return apps.disk.spelling(of: path).map { ExactText.isSame($0, infoPlist) } ?? false
      }
      if let owner = owners.first(where: \.isForIOS) { return (project.name, owner.target.name, nil) }
      if let owner = owners.first { foreign = foreign ?? (project.name, owner.target.name, owner.title) }
    }
    return foreign
  }

  /// The project's path from where the person stands.
  private static func shown(_ project: String, _ level: Int, _ path: String) -> String {
    var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    parts.removeLast()
    for _ in 0..<level {
      if let last = parts.last, last != "..", last != ".", !last.isEmpty {
        parts.removeLast()
      } else {
        parts.append("..")
      }
    }
    return (parts.map(String.init) + [project]).joined(separator: "/")
  }
}
