import Platform
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the input for a path that the user named, or throws an error that explains why the path does not work.
struct InputFinder {
  enum Input {
    case infoPlist(InfoPlistInput)
    case projects(ProjectInputs)
  }

  static let supported =
    "open an Xcode project, a built .app, an .ipa or .xcarchive, or an Info.plist with its resources next to it"

  let options: PackageOptions

  init(options: PackageOptions) { self.options = options }

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
    // A named file is read unless it cannot be an Info.plist.
    let kind = AppPropertyList.kind(ofFileAt: file, in: tree, limits: limits)
    if file != "Info.plist", case .foreign = kind {
      throw error(
        .unsupportedInput, path, "this property list has none of the keys of an app",
        "open the Info.plist of an app, which has keys such as CFBundleIdentifier, or the Xcode project")
    }
    return try infoPlist(file, in: tree, path, kind).lying(at: path)
  }

  var limits: PropertyListLimits { options.propertyListLimits }

  /// - Parameters:
  ///   - path: the path of the property list, as the user sees it.
  ///   - kind: the kind; nil if the file was chosen because it is an app's.
  private func infoPlist(
    _ file: String, in tree: any FileTree, _ path: String, _ kind: AppPropertyList.Kind? = nil
  ) throws(AppPackageError) -> Input {
    let kind = kind ?? AppPropertyList.kind(ofFileAt: file, in: tree, limits: limits)
    let treeName = FileTreePath.lastComponent(tree.name)
    let isApp = treeName.hasSuffix(".app")
    // A copied app may have lost its extension; sources are not binary.
    let isBuilt =
      file == "Info.plist"
      && (isApp || tree.kind(of: "_CodeSignature/CodeResources") == .file
        || (try? tree.readPrefix(file, count: 8))?.elementsEqual("bplist00".utf8) == true)
    var note: PackageWarning?
    if !isBuilt {
      if tree is FolderTree { note = try OwningProject.note(about: path, as: "\(tree.name)/\(file)", options: options) }
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

  private func infoPlist(of project: DotNetProject, in tree: any FileTree, others: [String] = []) -> Input {
    .infoPlist(
      InfoPlistInput(
        tree: tree, path: project.infoPlist,
        name: FileTreePath.lastComponent(project.path.split(separator: ".").dropLast().joined(separator: ".")),
        origin: .infoPlist, note: project.note(at: "\(tree.name)/\(project.path)", others), dotNet: project))
  }

  // MARK: A folder

  func findInFolder(_ path: String) throws(AppPackageError) -> Input {
    let tree = try openFolder(path)
    if BuiltAppSearch.isMadeForApps(tree.name), let input = try findBuiltApp(below: tree, path) { return input }
    if FileTreePath.lowercasedExtension(of: tree.name) == "xcodeproj" {
      // Only the project's folder may be read.
      let folder = try openFolder(path + "/..")
      if let skeleton = skeleton(tree.name, in: folder) { throw skeleton }
      let apps = try ProjectApps(tree: folder, path: tree.name, options: options)
      return .projects(ProjectInputs(ProjectInput(apps, in: folder, path: tree.name)))
    }
    if FileTreePath.lowercasedExtension(of: tree.name) == "xcworkspace" {
      let folder = try openFolder(path + "/..")
      // Every project contains a workspace that references only the project.
      if folder.name.hasSuffix(".xcodeproj") { return try findInFolder(path + "/..") }
      return try findInWorkspace(tree.name, in: folder, path)
    }
    return try find(in: tree, path).lying(below: path)
  }

  /// Finds the app in a tree.
  ///
  /// - Parameter path: the name of the tree in messages.
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

  /// Finds the app in a folder with the name of a build product; nil if the folder is a checkout.
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
      throw error(.unsupportedInput, path, "this is an app for macOS", "build the app for iOS or for the iOS Simulator")
    }
    throw error(.noInfoPlist, path, "the app has no Info.plist", "the app is incomplete; build or copy it again")
  }

  /// Looks for a project that can be built, then for a generator of one, then for a separate property list.
  private func findInCheckout(
    _ tree: any FileTree, _ entries: [FileTreeEntry], _ path: String
  ) throws(AppPackageError) -> Input {
    var search = AppSearch(tree, options: options)
    search.look(at: entries)
    let own = search.infoPlists.filter { AppPropertyList.isAt($0, in: tree, limits: limits) }
    // Many bundles contain project generators in subfolders; an Info.plist at their top is the app's.
    let isLoneInfoPlist =
      own.contains("Info.plist") && search.otherProjects.isEmpty && search.brokenProjects.isEmpty
      && !search.generators.contains { $0.generator.makesProjectBeside }
    if search.candidates.isEmpty, !isLoneInfoPlist { search.lookBelow(entries) }
    // The Xcode project of a .NET app builds its widget and contains only a stub app.
    let dotNet = search.dotNetProjects
    if let project = dotNet.first,
      search.candidates.allSatisfy({ project.depth <= FileTreePath.parts(of: $0.path).count })
    {
      return infoPlist(of: project, in: tree, others: dotNet.dropFirst().map(\.path))
    }
    if let found = search.specificationOfMissingApp { throw notYet(path, found, search, in: tree) }
    if let choice = try search.choice(in: path) {
      return .projects(ProjectInputs(choice, search, in: tree, notes: search.notes(in: path)))
    }
    // A workspace may reference projects elsewhere in its checkout.
    if search.workspaces.count == 1, !isLoneInfoPlist, search.generator?.generator.makesProjectBeside != true {
      return try findInWorkspace(search.workspaces[0], in: tree, FileTreePath.join(path, search.workspaces[0]))
    }
    if let found = search.generator, !isLoneInfoPlist, !found.generator.mayBeOther || own.isEmpty {
      throw notYet(path, found, search, in: tree)
    }
    // Next to a project with apps for other systems, a property list is theirs.
    if search.otherProjects.contains(where: { !$0.apps.apps.isEmpty }) { throw nothing(path, search, [], tree) }
    if own.contains("Info.plist") { return try infoPlist("Info.plist", in: tree, "\(path)/Info.plist") }
    // Older projects have a single Name-Info.plist instead.
    if own.count == 1 { return try infoPlist(own[0], in: tree, "\(path)/\(own[0])") }
    // An unpacked archive.
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

/// Finds apps in archives and in folders of build products.
extension InputFinder {
  // MARK: An archive

  /// - Parameters:
  ///   - path: the path of the archive on the disk.
  ///   - inside: the path inside it, if one was named.
  func findInArchive(_ path: String, inside: String = "") throws(AppPackageError) -> Input {
    try find(in: try opened { () throws(FileTreeError) in try DiskArchive(path) }, inside, path)
  }

  /// - Parameters:
  ///   - shown: the archive, as the user sees it.
  ///   - isInner: whether it is inside another archive; only two levels are supported.
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
    // The files of an app or a project, optionally inside one folder.
    let entries = (try? tree.entries(in: "")) ?? []
    if entries.count == 1, entries[0].kind == .directory, let only = try? tree.subtree(entries[0].name) {
      return try find(in: only, FileTreePath.join(place, entries[0].name))
    }
    return try find(in: tree, place)
  }

  /// Opens an archive or a folder in it.
  private func opened<Value>(_ open: () throws(FileTreeError) -> Value) throws(AppPackageError) -> Value {
    do throws(FileTreeError) {
      return try open()
    } catch {
      throw AppPackageError(error)
    }
  }

  /// Opens an archive inside an archive, as CI services store build results: read into memory, up to the limits.
  private func find(packedIn tree: ZIPTree, _ path: String, _ shown: String) throws(AppPackageError) -> Input {
    let bytes = try opened { () throws(FileTreeError) in try tree.read(path) }
    return try find(
      in: MemoryArchive(name: "\(tree.name)/\(path)", bytes: bytes), "", FileTreePath.join(shown, path), isInner: true)
  }

  /// Opens an Info.plist in an archive.
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

  /// Finds the app in `Payload`, in an `.xcarchive`, or in an unpacked archive; nil if there is none.
  func findBuiltApp(below tree: any FileTree, _ path: String) throws(AppPackageError) -> Input? {
    let search = BuiltAppSearch(tree, limits: limits)
    guard let app = try app(of: search, in: path) else {
      if FileTreePath.lowercasedExtension(of: tree.name) == "xcarchive" { throw noApp(path, in: tree) }
      return nil
    }
    let container = PackageContainer(tree, holding: app)
    // Archives were searched before.
    guard tree is FolderTree, container.kind != .zip else { return nil }
    return try findInFolder("\(path)/\(app)").taken(outOf: container)
  }

  // MARK: Which app

  /// Returns the app that a search found; nil if it found none.
  private func app(of search: BuiltAppSearch, in path: String) throws(AppPackageError) -> String? {
    guard search.apps.count <= 1 else {
      throw error(
        .severalApps, path, "the archive contains \(search.apps.count) apps: \(Self.list(search.apps))",
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
      names.isEmpty ? "the archive is empty" : "the archive contains no app, but \(Self.list(names))",
      "put the app where it belongs: Payload of an .ipa, Products/Applications of an .xcarchive")
  }
}

/// Finds the app of a workspace, by default in the project with the workspace's name.
extension InputFinder {
  /// - Parameters:
  ///   - name: the path of the workspace in the tree.
  ///   - path: the path of the workspace, as the user sees it.
  func findInWorkspace(_ name: String, in folder: any FileTree, _ path: String) throws(AppPackageError) -> Input {
    var workspace = try Workspace(name, in: folder)
    var tree = folder
    var base = ""
    var notes: [PackageWarning] = []
    // Projects outside the workspace's folder are read if both are in one checkout.
    if workspace.projects.contains(where: { $0.path.path == nil }), let place = (folder as? FolderTree)?.path,
      let root = VersionControl.root(above: place)
    {
      let wider = try openFolder(root)
      tree = wider
      base = VersionControl.path(of: place, below: root)
      workspace = try Workspace(FileTreePath.join(base, name), in: tree)
      notes.append(ProjectInput.widerNote(folder.name, tree.name, SourceLocation(file: path)))
    }
    var search = AppSearch(tree, options: options)
    search.open(workspace, named: FileTreePath.lastComponent(name))
    guard let choice = try search.choice(in: tree.name) else {
      throw noProject(path, workspace, search, folder, below: base)
    }
    return .projects(ProjectInputs(choice, search, in: tree, notes: notes + unreadNotes(workspace, tree, path)))
  }

  /// Notes projects that must not be read.
  private func unreadNotes(_ workspace: Workspace, _ tree: any FileTree, _ path: String) -> [PackageWarning] {
    let outside = workspace.projects.compactMap { reference in
      if case .outside(let path) = reference.path { path } else { nil as String? }
    }
    guard !outside.isEmpty else { return [] }
    return [
      PackageWarning(
        .outsideOfProject,
        "projects of the workspace are outside of \(tree.name) and are not read: \(Self.list(outside))",
        location: SourceLocation(file: path),
        hint: "to read these projects, open a folder that contains all of them")
    ]
  }

  /// - Parameter base: the folder of the workspace in the tree of its projects.
  private func noProject(
    _ path: String, _ workspace: Workspace, _ search: AppSearch, _ folder: any FileTree, below base: String
  ) -> AppPackageError {
    let beside = ((try? folder.entries(in: "")) ?? []).filter { $0.kind == .file }
    let finds = beside.compactMap { ProjectGenerator.find($0.name, in: folder) }
    let hint = Self.hint(for: finds.min { $0.rank < $1.rank }, among: finds) ?? "open the app’s .xcodeproj"
    if let note = unreadNotes(workspace, folder, path).first, search.otherProjects.isEmpty {
      return error(.outsideOfProject, path, note.message, note.hint)
    }
    if workspace.projects.isEmpty { return error(.noInfoPlist, path, "the workspace names no project", hint) }
    let missing = search.missingProjects
    // A fresh clone lacks the Pods of its apps.
    let lacksOnlyPods = !search.otherTitles.isEmpty && missing.allSatisfy { $0.hasSuffix("Pods/Pods.xcodeproj") }
    if missing.isEmpty || lacksOnlyPods {
      return error(
        .noTarget, path,
        "no project of the workspace has an app for iPhone or iPad: \(Self.list(search.otherTitles))",
        finds.isEmpty ? "open the project of an app for iPhone or iPad" : hint)
    }
    let shown = missing.map { FileTreePath.relative($0, from: base, workingFolder: "/tree") }
    return error(.noInfoPlist, path, "projects of the workspace are missing: \(Self.list(shown))", hint)
  }
}

/// Explains why an input is not an app, with advice.
extension InputFinder {
  /// Returns the error for a generator whose project does not exist yet.
  func notYet(
    _ path: String, _ found: ProjectGenerator.Find, _ search: AppSearch, in tree: any FileTree
  ) -> AppPackageError {
    let scenes = GeneratedManifest(of: found.path, in: tree).map { "; \($0.text)" } ?? ""
    let others = search.otherTitles.isEmpty ? "" : " (\(Self.list(search.otherTitles)))"
    return error(
      .noInfoPlist, path,
      "there is no Xcode project for iPhone or iPad\(others); there is \(found.generator.title), \(found.path)\(scenes)",
      Self.hint(for: found, among: search.generators))
  }

  /// - Parameter finds: all files that generate projects.
  static func hint(for found: ProjectGenerator.Find?, among finds: [ProjectGenerator.Find]) -> String? {
    guard let found else { return nil }
    let folder = FileTreePath.directory(of: found.path)
    // A specification with the usual name is the only one of its folder.
    let isUsual = found.generator.names.contains(FileTreePath.lastComponent(found.path))
    let others = finds.filter { other in
      found.isOfApp && other.isOfApp && other.rank == found.rank && other.path != found.path
        && (other.generator.command == found.generator.command) == isUsual
        && (FileTreePath.directory(of: other.path) == folder) != isUsual
    }
    let names = others.map { isUsual ? FileTreePath.directory(of: $0.path) : FileTreePath.lastComponent($0.path) }
    return found.generator.hint(in: folder, others: names, areFolders: isUsual)
  }

  /// Returns the error for a generated project that is only an empty folder; nil for a complete one.
  func skeleton(_ project: String, in folder: any FileTree) -> AppPackageError? {
    guard folder.kind(of: "\(project)/project.pbxproj") == nil else { return nil }
    let parent = FileTreePath.directory(of: project)
    let names = Set(((try? folder.entries(in: parent)) ?? []).filter { $0.kind == .file }.map(\.name))
    guard
      let generator = ProjectGenerator.all.first(where: { $0.makesProjectBeside && !$0.names.isDisjoint(with: names) }),
      let file = generator.names.first(where: names.contains)
    else { return nil }
    return error(
      .noInfoPlist, FileTreePath.join(folder.name, project),
      "the project has no project.pbxproj: \(generator.title.split(separator: " ")[1]) generates it from \(file)",
      generator.hint(in: parent))
  }

  func nothing(_ path: String, _ search: AppSearch, _ own: [String], _ tree: any FileTree) -> AppPackageError {
    func named(_ files: [String]) -> String {
      "open \(Self.list(files.map { path == "." ? $0 : FileTreePath.join(path, $0) }, or: true))"
    }
    let project = tree is FolderTree && search.builtApps.isEmpty ? OwningProject.above(path) : nil
    let above = project.map { "open \($0), the Xcode project above this folder" }
    if own.count > 1 {
      return error(.noInfoPlist, path, "the folder has no Info.plist, but \(Self.list(own))", above ?? named(own))
    }
    if !search.otherProjects.isEmpty {
      return error(
        .noTarget, path,
        "no project here has an app for iPhone or iPad: \(Self.list(search.otherTitles))"
          + (search.unreadCount > 0 ? "; \(ProjectChoice.left(search.unreadCount))" : "")
          + (search.isDeeper ? "; \(AppSearch.depthLimit)" : ""),
        search.otherProjects.contains { !$0.apps.apps.filter(\.isForIOS).isEmpty }
          ? "to open an App Clip, select its target: --target NAME"
          : "name the project or a folder that contains one, or build the app for iOS and open the .app")
    }
    if tree.kind(of: "Contents/Info.plist") == .file {
      return error(
        .unsupportedInput, path, "this is an app for macOS", "build the app for iOS or for the iOS Simulator")
    }
    let plists = search.infoPlists.filter { AppPropertyList.isAt($0, in: tree, limits: limits) }
    let candidates = Array((search.builtApps.isEmpty ? plists : search.builtApps).prefix(3))
    let missing = "there is no Xcode project, built .app or Info.plist of an app in the folder"
    return error(
      .noInfoPlist, path,
      candidates.isEmpty
        ? missing + " or up to \(AppSearch.maximumDepth - 1) levels below it"
          + (search.isCutOff ? "; the folder has too many subfolders to search all of them" : "")
        : missing + " itself",
      above ?? (candidates.isEmpty ? Self.supported : named(candidates)))
  }

  static func list(_ names: [String], or isChoice: Bool = false) -> String {
    Names.list(names, atMost: 4, isChoice ? "or" : "and")
  }

  func openFolder(_ path: String) throws(AppPackageError) -> FolderTree {
    do throws(FileTreeError) {
      return try FolderTree(path, limits: options.fileTreeLimits)
    } catch {
      throw AppPackageError(error)
    }
  }

  func error(_ kind: AppPackageError.Kind, _ path: String, _ message: String, _ hint: String?) -> AppPackageError {
    AppPackageError(kind: kind, location: SourceLocation(file: path), message: message, hint: hint)
  }

  static func refusal(_ number: Int32, _ path: String) -> AppPackageError {
    let isMissing = number == ENOENT || number == ENOTDIR
    return AppPackageError(
      kind: isMissing ? .missing : .unreadable, location: SourceLocation(file: path),
      message: isMissing ? "there is no such file or folder" : "cannot be read: \(SystemError.text(number))",
      hint: isMissing ? meant(by: path) ?? "check the spelling, and which folder the path is relative to" : nil)
  }

  /// Returns the hint with the similar name next to a missing file; nil if there is none.
  private static func meant(by path: String) -> String? {
    let name = FileTreePath.lastComponent(path)
    let folder = path.dropLast(name.count)
    let entries = try? FolderTree(folder.isEmpty ? "." : String(folder)).entries(in: "")
    return Spelling.onlyNearest(to: name, in: entries?.map(\.name) ?? []).map { "did you mean \(folder)\($0)?" }
  }
}

/// An Info.plist that was found, with what is known before reading it.
struct InfoPlistInput {
  let tree: any FileTree
  /// The path in the tree.
  let path: String
  /// The name of the package.
  let name: String
  let origin: AppPackage.Origin
  /// The note about the choice.
  let note: PackageWarning?
  /// The .NET project that builds the app with this Info.plist.
  var dotNet: DotNetProject?
  /// The path on the disk, as it was opened; nil for files in archives.
  var diskPath: String?
  /// The container of the app.
  var container: PackageContainer?
}

extension InputFinder.Input {
  /// Returns the input with the Info.plist's path on the disk.
  func lying(at path: String) -> InputFinder.Input {
    guard case .infoPlist(var input) = self, input.tree is FolderTree, input.diskPath == nil else { return self }
    input.diskPath = path
    return .infoPlist(input)
  }

  /// - Parameter folder: the folder of the tree, as it was opened.
  func lying(below folder: String) -> InputFinder.Input {
    guard case .infoPlist(let input) = self else { return self }
    return lying(at: "\(folder)/\(input.path)")
  }

  /// Returns the input with the app's container.
  func taken(outOf container: PackageContainer) -> InputFinder.Input {
    guard case .infoPlist(var input) = self, input.origin == .builtApp else { return self }
    input.container = container
    return .infoPlist(input)
  }
}

/// Inputs that are recognised by name, for advice about what to open instead.
struct KnownInput {
  let title: String
  let hint: String

  private init(_ title: String, _ hint: String) { (self.title, self.hint) = (title, hint) }

  /// Returns the known kind of a file other than an Info.plist.
  static func file(named name: String) -> KnownInput? {
    if let generator = ProjectGenerator.generator(for: name) { return KnownInput(generator.title, generator.hint()) }
    if name == "Assets.car" { return KnownInput("a compiled asset catalog", "open the .app that contains it") }
    switch FileTreePath.lowercasedExtension(of: name) {
    case "pbxproj": return KnownInput("a part of an Xcode project", "open the .xcodeproj folder that contains it")
    case "xcconfig": return KnownInput("a file of build settings", sourceHint)
    default: return nil
    }
  }

  /// Returns the known kind of a folder other than an app.
  static func folder(named name: String) -> KnownInput? {
    switch FileTreePath.lowercasedExtension(of: name) {
    case "xcassets": KnownInput("an asset catalog", sourceHint)
    case "icon": KnownInput("an Icon Composer icon", sourceHint)
    case "appex": KnownInput("an app extension", "open the .app that contains it")
    case "framework", "xcframework": KnownInput("a framework", "open the .app that uses it")
    case "swiftpm": KnownInput(ProjectGenerator.playground.title, ProjectGenerator.playground.hint())
    case "bundle": KnownInput("a resource bundle", "open the .app that contains it")
    default: nil
    }
  }

  private static let sourceHint = "open the .xcodeproj, or the built .app"
}
