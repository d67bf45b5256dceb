import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// From the path that a person gave to what is to be read, or to a sentence that says why this path will not do.
struct InputFinder {
  enum Input {
    case infoPlist(tree: any FileTree, path: String, name: String, origin: AppPackage.Origin)
    /// The `.xcodeproj` folder inside of the tree; nothing outside of the tree is read.
    case project(tree: any FileTree, path: String)
  }

  private static let supported =
    "open an Xcode project, a built .app folder, or an Info.plist with its resources beside it"

  let options: PackageOptions
  private var limits: FileTreeLimits { options.fileTreeLimits }

  init(options: PackageOptions) {
    self.options = options
  }

  func find(_ path: String) throws(AppPackageError) -> Input {
    do throws(FileTreeError) {
      try FileTreePath.checkLength(path, in: "")
    } catch {
      throw AppPackageError(error)
    }
    let shown = path.isEmpty ? "(empty path)" : path
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw error(.missing, shown, "no path was given", Self.supported)
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.refusal(errno, shown) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return try findInFolder(path)
    case S_IFREG: return try findFromFile(path)
    default: throw error(.unreadable, shown, "this is \(FileTreeError.word(for: status))", Self.supported)
    }
  }

  // MARK: A file

  private func findFromFile(_ path: String) throws(AppPackageError) -> Input {
    let file = FileTreePath.lastComponent(path)
    let parent = FileTreePath.directory(of: path)
    if file == "project.pbxproj", parent.hasSuffix(".xcodeproj") { return try findInFolder(parent) }
    guard FileTreePath.lowercasedExtension(of: path) == "plist" else {
      let known = KnownInput.file(named: file)
      throw error(
        .unsupportedInput, path, known.map { "this is \($0.title), which cannot be opened" } ?? "this is not an app",
        known?.hint ?? Self.supported)
    }
    let directory = FileTreePath.directory(of: path)
    let folder = directory.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : directory
    return try input(try openFolder(folder), infoPlist: file)
  }

  private func input(_ tree: FolderTree, infoPlist: String) throws(AppPackageError) -> Input {
    let isBuilt = tree.name.hasSuffix(".app") && infoPlist == "Info.plist"
    let name = isBuilt ? String(tree.name.dropLast(".app".count)) : tree.name
    return .infoPlist(tree: tree, path: infoPlist, name: name, origin: isBuilt ? .builtApp : .infoPlist)
  }

  // MARK: A folder

  private func findInFolder(_ path: String) throws(AppPackageError) -> Input {
    let tree = try openFolder(path)
    if tree.name.hasSuffix(".xcodeproj") {
      // The project's own folder is what may be read.
      return .project(tree: try openFolder(path + "/.."), path: tree.name)
    }
    if tree.name.hasSuffix(".xcworkspace") {
      let folder = try openFolder(path + "/..")
      if let project = try project(in: folder, try entries(of: folder), path) { return project }
      throw error(.noInfoPlist, path, "there is no Xcode project beside this workspace", "open the app's .xcodeproj")
    }
    if let known = KnownInput.folder(named: tree.name) {
      throw error(.unsupportedInput, path, "this is \(known.title), which cannot be opened", known.hint)
    }
    let entries = try entries(of: tree)
    if !tree.name.hasSuffix(".app"), let project = try project(in: tree, entries, path) { return project }
    if entries.contains(where: { $0.name == "Info.plist" }) { return try input(tree, infoPlist: "Info.plist") }
    guard !entries.isEmpty else {
      throw error(
        .noInfoPlist, path, "the folder is empty",
        tree.name.hasSuffix(".app") ? "was the build cleaned?" : Self.supported)
    }
    if tree.kind(of: "Contents/Info.plist") == .file {
      throw error(
        .unsupportedInput, path, "this is an app for macOS", "build the app for iOS or for the iOS Simulator")
    }
    // A single Name-Info.plist is what older projects have instead.
    let plists = entries.filter { $0.kind == .file && $0.name.hasSuffix("Info.plist") }
    if plists.count == 1, !tree.name.hasSuffix(".app") { return try input(tree, infoPlist: plists[0].name) }
    if !tree.name.hasSuffix(".app") {
      switch XcodeProjectFinder(tree: tree, limits: options.propertyListLimits).findBelow() {
      case .project(let project): return .project(tree: tree, path: project)
      case .several(let projects): throw severalProjects(path, projects)
      case .none: break
      }
    }
    throw noInfoPlist(path, tree, entries, plists)
  }

  private func entries(of tree: FolderTree) throws(AppPackageError) -> [FileTreeEntry] {
    do throws(FileTreeError) {
      return try tree.entries(in: "")
    } catch {
      throw AppPackageError(error)
    }
  }

  /// The project directly in a folder; nil when there is none.
  private func project(
    in tree: FolderTree, _ entries: [FileTreeEntry], _ path: String
  ) throws(AppPackageError) -> Input? {
    switch XcodeProjectFinder(tree: tree, limits: options.propertyListLimits).findDirectly(in: entries) {
    case .project(let project): return .project(tree: tree, path: project)
    case .several(let projects): throw severalProjects(path, projects)
    case .none: return nil
    }
  }

  private func severalProjects(_ path: String, _ projects: [String]) -> AppPackageError {
    error(
      .severalTargets, path, "the folder holds \(projects.count) Xcode projects with apps",
      "open \(Self.list(projects, or: true))")
  }

  private func noInfoPlist(
    _ path: String, _ tree: FolderTree, _ entries: [FileTreeEntry], _ plists: [FileTreeEntry]
  ) -> AppPackageError {
    if tree.name.hasSuffix(".app") {
      return error(
        .noInfoPlist, path, "the app has no Info.plist", "it is incomplete; build it again, or copy it again")
    }
    if plists.count > 1 {
      return error(
        .noInfoPlist, path, "there is no Info.plist, but \(Self.list(plists.map(\.name)))", "open one of them")
    }
    let candidates = infoPlists(below: tree)
    let hint = candidates.isEmpty ? Self.supported : "open \(Self.list(candidates, or: true))"
    for entry in entries {
      guard let known = KnownInput.folder(named: entry.name) ?? KnownInput.file(named: entry.name) else { continue }
      return error(
        .noInfoPlist, path, "the folder has no Info.plist; it holds \(known.title), \(entry.name)",
        candidates.isEmpty ? known.hint : hint)
    }
    return error(.noInfoPlist, path, "the folder has no Info.plist", hint)
  }

  /// A short look around for what the person may have meant.
  private func infoPlists(below tree: FolderTree) -> [String] {
    let limits = FileTreeLimits(
      maximumEntriesPerDirectory: 2000, maximumEntries: 5000, maximumDepth: 4)
    let walk = FileTreeWalk(tree, limits: limits) { _, entry in
      entry.name.utf8.first == UInt8(ascii: ".") || entry.name == "node_modules" || entry.name == "Pods"
    }
    let apps = walk.directories.filter { $0.hasSuffix(".app") }
    if !apps.isEmpty { return Array(apps.prefix(3)) }
    return Array(walk.files.map(\.path).filter { $0.hasSuffix("Info.plist") }.prefix(3))
  }

  private static func list(_ names: [String], or isChoice: Bool = false) -> String {
    let shown = names.prefix(4)
    guard let last = shown.last, shown.count > 1 else { return names.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + (isChoice ? " or " : " and ") + last
  }

  // MARK: Errors

  private func openFolder(_ path: String) throws(AppPackageError) -> FolderTree {
    do throws(FileTreeError) {
      return try FolderTree(path, limits: limits)
    } catch {
      throw AppPackageError(error)
    }
  }

  private func error(
    _ kind: AppPackageError.Kind, _ path: String, _ message: String, _ hint: String?
  ) -> AppPackageError {
    AppPackageError(kind: kind, location: SourceLocation(file: path), message: message, hint: hint)
  }

  private static func refusal(_ number: Int32, _ path: String) -> AppPackageError {
    let isMissing = number == ENOENT || number == ENOTDIR
    return AppPackageError(
      kind: isMissing ? .missing : .unreadable, location: SourceLocation(file: path),
      message: isMissing ? "there is no such file or folder" : "cannot be read: \(SystemError.text(number))",
      hint: isMissing ? "check the spelling, and from which folder the path starts" : nil)
  }
}
