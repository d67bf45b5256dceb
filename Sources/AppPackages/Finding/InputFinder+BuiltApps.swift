import Platform
import PropertyLists

/// Apps out of archives, and out of folders that a build has made.
extension InputFinder {
  // MARK: An archive

  /// - Parameters:
  ///   - path: of the archive on the disk.
  ///   - inside: what in it is meant, where that was named.
  func findInArchive(_ path: String, inside: String = "") throws(AppPackageError) -> Input {
    try find(in: try opened { () throws(FileTreeError) in try DiskArchive(path) }, inside, path)
  }

  /// - Parameters:
  ///   - shown: the archive, as the person sees it.
  ///   - isInner: it lies in another archive; there is no third.
  private func find(
    in archive: any ArchiveBytes, _ inside: String, _ shown: String, isInner: Bool = false
  ) throws(AppPackageError) -> Input {
    let whole = try opened { () throws(FileTreeError) in try ZIPTree(archive, limits: options.fileTreeLimits) }
    let inside = try opened { () throws(FileTreeError) in try FileTreePath.normalise(inside, in: whole.name) }
    if whole.kind(of: inside) == .file {
      guard ArchivePath.isArchive(named: inside), !isInner else { return try find(file: inside, in: whole, shown) }
      return try find(packedIn: whole, inside, shown)
    }
    let tree = try opened { () throws(FileTreeError) in try whole.subtree(inside) }
    let place = inside.isEmpty ? shown : FileTreePath.join(shown, inside)
    if FileTreePath.lowercasedExtension(of: inside) == "app" { return try findApp(inside, of: whole, place) }
    let search = BuiltAppSearch(tree, limits: limits)
    if search.apps.isEmpty, search.macApps.isEmpty, search.archives.count == 1, !isInner {
      return try find(packedIn: whole, FileTreePath.join(inside, search.archives[0]), shown)
    }
    if let app = try app(of: search, in: place) {
      return try findApp(FileTreePath.join(inside, app), of: whole, FileTreePath.join(place, app))
    }
    guard FileTreePath.lowercasedExtension(of: whole.name) == "zip" else { throw noApp(place, in: tree) }
    // The files of an app, or a project, without or within one folder.
    let entries = (try? tree.entries(in: "")) ?? []
    if entries.count == 1, entries[0].kind == .directory, let only = try? tree.subtree(entries[0].name) {
      return try find(in: only, FileTreePath.join(place, entries[0].name))
    }
    return try find(in: tree, place)
  }

  /// What opening an archive, or a folder in it, gives.
  private func opened<Value>(
    _ open: () throws(FileTreeError) -> Value
  ) throws(AppPackageError) -> Value {
    do throws(FileTreeError) {
      return try open()
    } catch {
      throw AppPackageError(error)
    }
  }

  /// An archive in an archive, as services keep the results of a build: read into memory, as far as limits go.
  private func find(packedIn tree: ZIPTree, _ path: String, _ shown: String) throws(AppPackageError) -> Input {
    let bytes = try opened { () throws(FileTreeError) in try tree.read(path) }
    return try find(
      in: MemoryArchive(name: "\(tree.name)/\(path)", bytes: bytes), "", FileTreePath.join(shown, path), isInner: true)
  }

  /// An Info.plist in an archive.
  private func find(file path: String, in tree: ZIPTree, _ shown: String) throws(AppPackageError) -> Input {
    guard FileTreePath.lastComponent(path) == "Info.plist" else {
      throw error(
        .unsupportedInput, FileTreePath.join(shown, path), "this is not an app",
        "open the archive, or an .app in it")
    }
    let folder = FileTreePath.directory(of: path)
    return try findApp(folder, of: tree, FileTreePath.join(shown, folder))
  }

  private func findApp(_ path: String, of whole: ZIPTree, _ shown: String) throws(AppPackageError) -> Input {
    let tree = try opened { () throws(FileTreeError) in try whole.subtree(path) }
    return try find(in: tree, shown).taken(outOf: PackageContainer(whole, holding: path))
  }

  // MARK: A folder

  /// The app in `Payload`, in an `.xcarchive`, or in what somebody has unpacked; nil where there is none.
  func findBuiltApp(below tree: any FileTree, _ path: String) throws(AppPackageError) -> Input? {
    let search = BuiltAppSearch(tree, limits: limits)
    guard let app = try app(of: search, in: path) else {
      if FileTreePath.lowercasedExtension(of: tree.name) == "xcarchive" { throw noApp(path, in: tree) }
      return nil
    }
    let container = PackageContainer(tree, holding: app)
    // In an archive, which has been searched, nobody comes here.
    guard tree is FolderTree, container.kind != .zip else { return nil }
    return try findInFolder("\(path)/\(app)").taken(outOf: container)
  }

  // MARK: Which app

  /// nil when there is none.
  private func app(of search: BuiltAppSearch, in path: String) throws(AppPackageError) -> String? {
    guard search.apps.count <= 1 else {
      throw error(
        .severalApps, path, "it contains \(search.apps.count) apps: \(Self.list(search.apps))",
        "name one of them: \(path)/\(search.apps[0])")
    }
    if search.apps.isEmpty, let app = search.macApps.first {
      throw error(
        .unsupportedInput, FileTreePath.join(path, app), "this is an app for macOS",
        "build the app for iOS or for the iOS Simulator")
    }
    return search.apps.first
  }

  private func noApp(_ path: String, in tree: any FileTree) -> AppPackageError {
    let names = ((try? tree.entries(in: "")) ?? []).map(\.name)
    return error(
      .noInfoPlist, path,
      names.isEmpty ? "it is empty" : "it contains no app, but \(Self.list(names))",
      "an .ipa has its app in Payload, an .xcarchive in Products/Applications")
  }
}
