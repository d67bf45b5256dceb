import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// From the path that a person gave to what is to be read, or to a sentence that says why this path will not do.
struct InputFinder {
  enum Input {
    case infoPlist(tree: any FileTree, path: String, name: String, origin: AppPackage.Origin, note: PackageWarning?)
    case project(ProjectInput)
  }

  private static let supported =
    "open an Xcode project, a built .app folder, or an Info.plist with its resources beside it"

  let options: PackageOptions

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
    if file == Workspace.contents, parent.hasSuffix(".xcworkspace") { return try findInFolder(parent) }
    guard FileTreePath.lowercasedExtension(of: path) == "plist" else {
      let known = KnownInput.file(named: file)
      throw error(
        .unsupportedInput, path, known.map { "this is \($0.title), which cannot be opened" } ?? "this is not an app",
        known?.hint ?? Self.supported)
    }
    let directory = FileTreePath.directory(of: path)
    let folder = directory.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : directory
    let tree = try openFolder(folder)
    // What a person names is read, unless it cannot be meant.
    if file != "Info.plist", case .foreign = AppPropertyList.kind(ofFileAt: file, in: tree, limits: limits) {
      throw error(
        .unsupportedInput, path, "this property list has none of the keys of an app",
        "the Info.plist of an app has keys such as CFBundleIdentifier; open that, or the Xcode project")
    }
    return infoPlist(file, in: tree, path)
  }

  private var limits: PropertyListLimits { options.propertyListLimits }

  /// - Parameter path: of the property list, as the person sees it.
  private func infoPlist(_ file: String, in tree: any FileTree, _ path: String) -> Input {
    let isApp = tree.name.hasSuffix(".app")
    // A copied app may have lost its ending.
    let isBuilt = file == "Info.plist" && (isApp || tree.kind(of: "_CodeSignature/CodeResources") == .file)
    var note: PackageWarning?
    if !isBuilt {
      if tree is FolderTree {
        note = OwningProject.note(about: path, as: "\(tree.name)/\(file)", options: options)
      }
      if case .other(let title) = AppPropertyList.kind(ofFileAt: file, in: tree, limits: limits) {
        note = PackageWarning(
          .infoPlistSetting, "this is the Info.plist of \(title), not of an app",
          location: SourceLocation(file: "\(tree.name)/\(file)"), hint: "open the Info.plist or the project of its app")
      }
    }
    return .infoPlist(
      tree: tree, path: file, name: isApp && isBuilt ? String(tree.name.dropLast(".app".count)) : tree.name,
      origin: isBuilt ? .builtApp : .infoPlist, note: note)
  }

  // MARK: A folder

  private func findInFolder(_ path: String) throws(AppPackageError) -> Input {
    let tree = try openFolder(path)
    if tree.name.hasSuffix(".xcodeproj") {
      // The project's own folder is what may be read.
      let folder = try openFolder(path + "/..")
      return .project(
        ProjectInput(try ProjectApps(tree: folder, path: tree.name, options: options), in: folder, path: tree.name))
    }
    if tree.name.hasSuffix(".xcworkspace") {
      let folder = try openFolder(path + "/..")
      // Each project has a workspace inside that holds nothing but itself.
      if folder.name.hasSuffix(".xcodeproj") { return try findInFolder(path + "/..") }
      return try findInWorkspace(tree.name, in: folder, path)
    }
    if let known = KnownInput.folder(named: tree.name) {
      throw error(.unsupportedInput, path, "this is \(known.title), which cannot be opened", known.hint)
    }
    return try find(in: tree, path)
  }

  /// The app of a tree.
  ///
  /// - Parameter path: what messages call the tree.
  func find(in tree: any FileTree, _ path: String) throws(AppPackageError) -> Input {
    let entries = try entries(of: tree)
    guard !entries.isEmpty else {
      throw error(
        .noInfoPlist, path, "the folder is empty",
        tree.name.hasSuffix(".app") ? "was the build cleaned?" : Self.supported)
    }
    if tree.name.hasSuffix(".app"), let input = try findBuiltApp(tree, entries, path) { return input }
    return try findInCheckout(tree, entries, path)
  }

  /// Nil for a checkout whose folder is only called so.
  private func findBuiltApp(
    _ tree: any FileTree, _ entries: [FileTreeEntry], _ path: String
  ) throws(AppPackageError) -> Input? {
    let isCheckout = entries.contains { entry in
      entry.kind == .directory && (entry.name.hasSuffix(".xcodeproj") || entry.name == ".git")
        || ProjectGenerator.generator(for: entry.name) != nil
    }
    if isCheckout { return nil }
    if entries.contains(where: { $0.name == "Info.plist" }) {
      return infoPlist("Info.plist", in: tree, "\(path)/Info.plist")
    }
    if tree.kind(of: "Contents/Info.plist") == .file {
      throw error(
        .unsupportedInput, path, "this is an app for macOS", "build the app for iOS or for the iOS Simulator")
    }
    throw error(.noInfoPlist, path, "the app has no Info.plist", "it is incomplete; build it again, or copy it again")
  }

  /// A project that can be built comes first, then what it would be made of, then a property list on its own.
  private func findInCheckout(
    _ tree: any FileTree, _ entries: [FileTreeEntry], _ path: String
  ) throws(AppPackageError) -> Input {
    var search = AppSearch(tree, options: options)
    search.look(at: entries)
    let own = search.infoPlists.filter { AppPropertyList.isAt($0, in: tree, limits: limits) }
    let isLoneInfoPlist = own.contains("Info.plist") && search.generators.isEmpty && search.otherProjects.isEmpty
    if search.candidates.isEmpty, !isLoneInfoPlist { search.lookBelow(entries) }
    if let choice = ProjectChoice(of: search.candidates, names: [tree.name] + search.workspaces, in: path) {
      return .project(ProjectInput(choice.chosen.apps, in: tree, path: choice.chosen.path, note: choice.note))
    }
    if let broken = search.brokenProjects.first, search.brokenProjects.count == 1 { throw broken }
    if let found = search.generator, !found.generator.command.isEmpty || own.isEmpty {
      throw notYet(path, found, search)
    }
    if own.contains("Info.plist") { return infoPlist("Info.plist", in: tree, "\(path)/Info.plist") }
    // A single Name-Info.plist is what older projects have instead.
    if own.count == 1 { return infoPlist(own[0], in: tree, "\(path)/\(own[0])") }
    throw nothing(path, search, own, tree)
  }

  private func entries(of tree: any FileTree) throws(AppPackageError) -> [FileTreeEntry] {
    do throws(FileTreeError) {
      return try tree.entries(in: "")
    } catch {
      throw AppPackageError(error)
    }
  }

  // MARK: A workspace

  /// - Parameter name: of the workspace inside of the tree.
  func findInWorkspace(
    _ name: String, in folder: any FileTree, _ path: String
  ) throws(AppPackageError) -> Input {
    let workspace = try Workspace(name, in: folder)
    // Projects beside the workspace's own folder are read if one checkout holds both.
    var (tree, prefix) = (folder, "")
    if workspace.projects.contains(where: { $0.path.path == nil }), let place = (folder as? FolderTree)?.path,
      let root = VersionControl.root(above: place)
    {
      tree = try openFolder(root)
      prefix = String(place.dropFirst(root.count + 1))
    }
    let read = prefix.isEmpty ? workspace : try Workspace(FileTreePath.join(prefix, name), in: tree)
    var candidates: [ProjectChoice.Candidate] = []
    var others: [String] = []
    var broken: AppPackageError?
    for reference in read.projects.prefix(40) {
      guard let project = reference.path.path, let project = tree.spelling(of: project) else { continue }
      do throws(AppPackageError) {
        let apps = try ProjectApps(tree: tree, path: project, options: options)
        if apps.applications.isEmpty { others.append(project) }
        if !apps.applications.isEmpty { candidates.append(ProjectChoice.Candidate(path: project, apps: apps)) }
      } catch {
        broken = broken ?? error
      }
    }
    let stem = String(FileTreePath.lastComponent(name).dropLast(".xcworkspace".count))
    if let choice = ProjectChoice(of: candidates, names: [stem], in: path) {
      return .project(ProjectInput(choice.chosen.apps, in: tree, path: choice.chosen.path, note: choice.note))
    }
    if let broken { throw broken }
    throw noProject(path, read, others, folder)
  }

  private func noProject(
    _ path: String, _ workspace: Workspace, _ others: [String], _ folder: any FileTree
  ) -> AppPackageError {
    let missing = workspace.projects.filter { reference in !others.contains { $0 == reference.path.path } }
    let names = missing.map { reference in
      switch reference.path {
      case .inside(let path), .outside(let path), .elsewhere(let path): path
      }
    }
    var search = AppSearch(folder, options: options)
    search.look(at: (try? folder.entries(in: "")) ?? [])
    let hint = search.generator?.generator.hint() ?? "open the app’s .xcodeproj"
    if workspace.projects.isEmpty { return error(.noInfoPlist, path, "the workspace names no project", hint) }
    if missing.isEmpty {
      return error(
        .noTarget, path, "no project of the workspace has an app for iPhone or iPad: \(Self.list(others))", hint)
    }
    return error(.noInfoPlist, path, "projects of the workspace are not there: \(Self.list(names))", hint)
  }

  // MARK: Errors

  /// What makes the project is there, and the project is not.
  private func notYet(
    _ path: String, _ found: (path: String, generator: ProjectGenerator), _ search: AppSearch
  ) -> AppPackageError {
    let folder = FileTreePath.directory(of: found.path)
    let others = search.otherTitles.isEmpty ? "" : " (\(Self.list(search.otherTitles)))"
    return error(
      .noInfoPlist, path,
      "there is no Xcode project for iPhone or iPad\(others); there is \(found.generator.title), \(found.path)",
      found.generator.hint(in: folder))
  }

  private func nothing(
    _ path: String, _ search: AppSearch, _ own: [String], _ tree: any FileTree
  ) -> AppPackageError {
    if own.count > 1 {
      return error(.noInfoPlist, path, "there is no Info.plist, but \(Self.list(own))", "open one of them")
    }
    if !search.otherProjects.isEmpty {
      return error(
        .noTarget, path, "no project here has an app for iPhone or iPad: \(Self.list(search.otherTitles))",
        "name a folder that holds one, or build the app for iOS and open the .app")
    }
    if tree.kind(of: "Contents/Info.plist") == .file {
      return error(
        .unsupportedInput, path, "this is an app for macOS", "build the app for iOS or for the iOS Simulator")
    }
    let plists = search.infoPlists.filter { AppPropertyList.isAt($0, in: tree, limits: limits) }
    let candidates = Array((search.builtApps.isEmpty ? plists : search.builtApps).prefix(3))
    let missing = "there is no Xcode project, built .app or Info.plist of an app in the folder"
    return error(
      .noInfoPlist, path, candidates.isEmpty ? missing + " or 4 levels below it" : missing + " itself",
      candidates.isEmpty ? Self.supported : "open \(Self.list(candidates, or: true))")
  }

  private static func list(_ names: [String], or isChoice: Bool = false) -> String {
    let shown = names.prefix(4)
    guard let last = shown.last, shown.count > 1 else { return names.first ?? "" }
    if names.count > 4 { return shown.joined(separator: ", ") + " and \(names.count - 4) more" }
    return shown.dropLast().joined(separator: ", ") + (isChoice ? " or " : " and ") + last
  }

  private func openFolder(_ path: String) throws(AppPackageError) -> FolderTree {
    do throws(FileTreeError) {
      return try FolderTree(path, limits: options.fileTreeLimits)
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
