import Platform
import PropertyLists

/// From the path that a person gave to what is to be read, or to a sentence that says why this path will not do.
struct InputFinder {
  enum Input {
    case infoPlist(InfoPlistInput)
    case projects(ProjectInputs)
  }

  static let supported =
    "open an Xcode project, a built .app, an .ipa or .xcarchive, or an Info.plist with its resources next to it"

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
    let kind: PathStatus.Kind
    do throws(MachineRefusal) {
      kind = try CurrentMachine.value.status(path, followsLink: true).kind
    } catch {
      if let (archive, inside) = ArchivePath.split(path) { return try findInArchive(archive, inside: inside) }
      throw Self.refusal(error.number, shown)
    }
    switch kind {
    case .folder: return try findInFolder(path)
    case .file: return try findFromFile(path)
    case .link, .pipe, .socket, .device, .other:
      throw error(.unreadable, shown, "this is \(kind.words)", Self.supported)
    }
  }

  // MARK: A file

  private func findFromFile(_ path: String) throws(AppPackageError) -> Input {
    let file = FileTreePath.lastComponent(path)
    let parent = FileTreePath.directory(of: path)
    if file == "project.pbxproj", parent.hasSuffix(".xcodeproj") { return try findInFolder(parent) }
    if file == Workspace.contents, parent.hasSuffix(".xcworkspace") { return try findInFolder(parent) }
    if ArchivePath.isArchive(path) { return try findInArchive(path) }
    guard FileTreePath.lowercasedExtension(of: path) == "plist" else {
      let known = KnownInput.file(named: file)
      throw error(
        .unsupportedInput, path, known.map { "this is \($0.title), which cannot be opened" } ?? "this is not an app",
        known?.hint ?? Self.supported)
    }
    let directory = FileTreePath.directory(of: path)
    let folder = directory.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : directory
    let tree = try openFolder(folder)
    if let (project, tree) = DotNetProject.owner(ofInfoPlistAt: path, limits: options.fileTreeLimits) {
      return infoPlist(of: project, in: tree).lying(at: path)
    }
    // What a person names is read, unless it cannot be meant.
    let kind = AppPropertyList.kind(ofFileAt: file, in: tree, limits: limits)
    if file != "Info.plist", case .foreign = kind {
      throw error(
        .unsupportedInput, path, "this property list has none of the keys of an app",
        "the Info.plist of an app has keys such as CFBundleIdentifier; open that, or the Xcode project")
    }
    return try infoPlist(file, in: tree, path, kind).lying(at: path)
  }

  var limits: PropertyListLimits { options.propertyListLimits }

  /// - Parameters:
  ///   - path: of the property list, as the person sees it.
  ///   - kind: what it is, where it was not chosen for being an app's.
  private func infoPlist(
    _ file: String, in tree: any FileTree, _ path: String, _ kind: AppPropertyList.Kind? = nil
  ) throws(AppPackageError) -> Input {
    let kind = kind ?? AppPropertyList.kind(ofFileAt: file, in: tree, limits: limits)
    let treeName = FileTreePath.lastComponent(tree.name)
    let isApp = treeName.hasSuffix(".app")
    // A copied app may have lost its ending; nobody keeps sources in binary.
    let isBuilt =
      file == "Info.plist"
      && (isApp || tree.kind(of: "_CodeSignature/CodeResources") == .file
        || (try? tree.readPrefix(file, count: 8))?.elementsEqual("bplist00".utf8) == true)
    var note: PackageWarning?
    if !isBuilt {
      if tree is FolderTree {
        note = try OwningProject.note(about: path, as: "\(tree.name)/\(file)", options: options)
      }
      if case .otherSystem(let title) = kind { throw OwningProject.foreign(title, path) }
      if case .other(let title) = kind {
        note = PackageWarning(
          .infoPlistSetting, "this is the Info.plist of \(title), not of an app",
          location: SourceLocation(file: "\(tree.name)/\(file)"), hint: "open the Info.plist or the project of its app")
      }
    }
    return .infoPlist(
      InfoPlistInput(
        tree: tree, path: file, name: isApp && isBuilt ? String(treeName.dropLast(".app".count)) : treeName,
        origin: isBuilt ? .builtApp : .infoPlist, note: note))
  }

  private func infoPlist(of project: DotNetProject, in tree: any FileTree) -> Input {
    .infoPlist(
      InfoPlistInput(
        tree: tree, path: project.infoPlist,
        name: FileTreePath.lastComponent(project.path.split(separator: ".").dropLast().joined(separator: ".")),
        origin: .infoPlist, note: project.note(at: "\(tree.name)/\(project.path)"), dotNet: project))
  }

  // MARK: A folder

  func findInFolder(_ path: String) throws(AppPackageError) -> Input {
    let tree = try openFolder(path)
    if BuiltAppSearch.isMadeForApps(tree.name), let input = try findBuiltApp(below: tree, path) { return input }
    if FileTreePath.lowercasedExtension(of: tree.name) == "xcodeproj" {
      // The project's own folder is what may be read.
      let folder = try openFolder(path + "/..")
      if let skeleton = skeleton(tree.name, in: folder) { throw skeleton }
      let apps = try ProjectApps(tree: folder, path: tree.name, options: options)
      return .projects(ProjectInputs(ProjectInput(apps, in: folder, path: tree.name)))
    }
    if FileTreePath.lowercasedExtension(of: tree.name) == "xcworkspace" {
      let folder = try openFolder(path + "/..")
      // Each project has a workspace inside that holds nothing but itself.
      if folder.name.hasSuffix(".xcodeproj") { return try findInFolder(path + "/..") }
      return try findInWorkspace(tree.name, in: folder, path)
    }
    return try find(in: tree, path).lying(below: path)
  }

  /// The app of a tree.
  ///
  /// - Parameter path: what messages call the tree.
  func find(in tree: any FileTree, _ path: String) throws(AppPackageError) -> Input {
    let entries = try entries(of: tree)
    if let known = KnownInput.folder(named: tree.name), !entries.contains(where: { $0.name.hasSuffix(".xcodeproj") }) {
      throw error(.unsupportedInput, path, "this is \(known.title), which cannot be opened", known.hint)
    }
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
      entry.kind == .directory && entry.name.hasSuffix(".xcodeproj") || entry.name == ".git"
        || entry.kind == .file && ProjectGenerator.generator(for: entry.name)?.makesProjectBeside == true
    }
    if isCheckout, !entries.contains(where: { $0.name == "_CodeSignature" }) { return nil }
    if entries.contains(where: { $0.name == "Info.plist" }) {
      return try infoPlist("Info.plist", in: tree, "\(path)/Info.plist")
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
    // What makes a project in a folder below lies in many bundles; an Info.plist beside it is the app's.
    let isLoneInfoPlist =
      own.contains("Info.plist") && search.otherProjects.isEmpty && search.brokenProjects.isEmpty
      && !search.generators.contains { $0.generator.makesProjectBeside }
    if search.candidates.isEmpty, !isLoneInfoPlist { search.lookBelow(entries) }
    // The Xcode project of a .NET app builds its widget, and the app in it is a stub.
    if let project = search.dotNetProject,
      search.candidates.allSatisfy({ project.depth <= FileTreePath.parts(of: $0.path).count })
    {
      return infoPlist(of: project, in: tree)
    }
    if let choice = try search.choice(in: path) { return .projects(ProjectInputs(choice, search, in: tree)) }
    // A workspace may name projects that lie elsewhere in its checkout.
    if search.workspaces.count == 1, !isLoneInfoPlist, search.generator?.generator.makesProjectBeside != true {
      return try findInWorkspace(search.workspaces[0], in: tree, FileTreePath.join(path, search.workspaces[0]))
    }
    if let found = search.generator, !isLoneInfoPlist, !found.generator.command.isEmpty || own.isEmpty {
      throw notYet(path, found, search)
    }
    if own.contains("Info.plist") { return try infoPlist("Info.plist", in: tree, "\(path)/Info.plist") }
    // A single Name-Info.plist is what older projects have instead.
    if own.count == 1 { return try infoPlist(own[0], in: tree, "\(path)/\(own[0])") }
    // An archive that somebody has unpacked.
    if search.otherProjects.isEmpty, BuiltAppSearch.mayBeUnpacked(tree.name, entries),
      let input = try findBuiltApp(below: tree, path)
    {
      return input
    }
    throw nothing(path, search, own, tree)
  }

  private func entries(of tree: any FileTree) throws(AppPackageError) -> [FileTreeEntry] {
    do throws(FileTreeError) {
      return try tree.entries(in: "")
    } catch {
      throw AppPackageError(error)
    }
  }
}
