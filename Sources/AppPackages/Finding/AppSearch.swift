import Platform
import PropertyLists

/// Searches a folder level by level for its app: projects, and other signs of an app.
struct AppSearch {
  /// The projects with an app for iPhone or iPad, or with the requested target.
  private(set) var candidates: [ProjectChoice.Candidate] = []
  /// The projects without such an app, with their apps for other systems.
  private(set) var otherProjects: [(path: String, apps: ProjectApps)] = []
  private(set) var brokenProjects: [(path: String, error: AppPackageError)] = []
  /// Missing projects that a workspace references.
  private(set) var missingProjects: [String] = []
  /// The number of projects that were not opened because there are too many.
  private(set) var unreadCount = 0
  /// The workspaces in the top folder.
  private(set) var workspaces: [String] = []
  private(set) var generators: [ProjectGenerator.Find] = []
  private(set) var builtApps: [String] = []
  private var dotNetFiles: [String] = []
  private(set) var infoPlists: [String] = []
  /// Whether the limit of folders was reached.
  private(set) var isCutOff = false
  /// Whether there are deeper folders, which were not searched.
  private(set) var isDeeper = false

  private let tree: any FileTree
  private let options: PackageOptions
  /// The names of the folder and of all workspaces that were opened.
  private var names: [String]
  /// The projects that a workspace of the folder references.
  private var listed: [String] = []
  private var entryCount = 0
  private var openedCount = 0

  static let maximumDepth = 5
  private static let maximumEntries = 20_000
  /// The maximum number of projects to open; real folders have fewer apps next to each other.
  private static let maximumProjects = 40
  /// Folders that never contain the user's app.
  private static let skippedNames: Set<String> = [
    "node_modules", "Pods", "Carthage", "DerivedData", "build", "vendor", "Checkouts", "SourcePackages",
  ]

  init(_ tree: any FileTree, options: PackageOptions) {
    (self.tree, self.options) = (tree, options)
    names = [tree.name]
  }

  /// The ranking of projects by likelihood.
  var ranking: ProjectRanking { ProjectRanking(names: names, listed: listed) }

  /// Searches the folder's entries and the projects that its workspaces reference.
  mutating func look(at entries: [FileTreeEntry]) {
    var projects: [String] = []
    _ = visit(entries, in: "", depth: 0, &projects)
    for name in workspaces.prefix(3) {
      guard let workspace = try? Workspace(name, in: tree) else { continue }
      for path in self.projects(of: workspace) where !listed.contains(path) { listed.append(path) }
    }
    open(projects + listed.filter { !projects.contains($0) })
  }

  /// Searches the levels below until one has an app that is not an example; below several apps, one level more.
  mutating func lookBelow(_ entries: [FileTreeEntry]) {
    var level = folders(entries, in: "")
    var broken: [(path: String, error: AppPackageError)]?
    for depth in 1..<Self.maximumDepth where !level.isEmpty {
      var next: [String] = []
      var projects: [String] = []
      for folder in level {
        guard entryCount < Self.maximumEntries else {
          isCutOff = true
          break
        }
        guard let entries = try? tree.entries(in: folder) else { continue }
        next += visit(entries, in: folder, depth: depth, &projects)
      }
      let ranking = ranking
      open(projects.filter { !listed.contains($0) && (broken == nil || !ranking.isExample($0)) })
      // The projects below the apps are only named.
      if let broken { return brokenProjects = broken }
      let count = candidates.count { !ranking.isExample($0.path) }
      if count == 1 { return }
      if count > 1 { broken = brokenProjects }
      level = next
    }
    isDeeper = !level.isEmpty
  }

  /// What the search leaves out, for a message.
  static let depthLimit = "projects more than \(maximumDepth - 1) levels below the folder are not searched"

  /// The notes about other apps, if all projects are examples, tests or tools.
  ///
  /// - Parameter place: the path that the user named.
  func notes(in place: String) -> [PackageWarning] {
    guard !candidates.isEmpty, candidates.allSatisfy({ ranking.isExample($0.path) }) else { return [] }
    let found = generators.first { $0.isOfApp && !ranking.isExample($0.path) }
    let made = found.map {
      (
        "\($0.path), \($0.generator.title), makes another app",
        $0.generator.hint(in: FileTreePath.directory(of: $0.path))
      )
    }
    let texts = [made, isDeeper ? (Self.depthLimit, "for one of them, name its folder") : nil].compactMap(\.self)
    return texts.map {
      PackageWarning(.severalApps, $0, severity: .note, location: SourceLocation(file: place), hint: $1)
    }
  }

  /// - Returns: the subfolders to search.
  private mutating func visit(
    _ entries: [FileTreeEntry], in folder: String, depth: Int, _ projects: inout [String]
  ) -> [String] {
    entryCount += entries.count
    for entry in entries {
      let path = FileTreePath.join(folder, entry.name)
      switch (entry.kind, FileTreePath.lowercasedExtension(of: entry.name)) {
      // Below the folder, a project without its file is what git left of a project for another system.
      case (.directory, "xcodeproj"):
        if depth == 0 || tree.kind(of: FileTreePath.join(path, "project.pbxproj")) != nil { projects.append(path) }
      case (.directory, "xcworkspace"):
        names.append(String(entry.name.dropLast(".xcworkspace".count)))
        if depth == 0 { workspaces.append(path) }
      case (.directory, "app"): builtApps.append(path)
      case (.directory, "swiftpm"):
        generators.append(ProjectGenerator.Find(path: path, generator: .playground, isOfLibrary: false))
      case (.file, _): visit(file: entry.name, path, depth)
      case (.directory, _), (.other, _): break
      }
    }
    return folders(entries, in: folder)
  }

  private mutating func visit(file name: String, _ path: String, _ depth: Int) {
    if name.hasSuffix("Info.plist"), !path.contains("/MacCatalyst/"), infoPlists.count < 100 { infoPlists.append(path) }
    if DotNetProject.isProject(name), dotNetFiles.count < Self.maximumProjects { dotNetFiles.append(path) }
    guard depth < 3, generators.count < 100, let found = ProjectGenerator.find(path, in: tree),
      depth == 0 || found.generator.countsBelow
    else { return }
    generators.append(found)
  }

  private func folders(_ entries: [FileTreeEntry], in folder: String) -> [String] {
    entries.filter { entry in
      entry.kind == .directory && entry.linkTarget == nil && entry.name.utf8.first != UInt8(ascii: ".")
        && !Self.skippedNames.contains(entry.name) && !FileTreatment.isPackage(entry.name)
    }.map { FileTreePath.join(folder, $0.name) }
  }

  // MARK: Projects

  /// Opens the projects of a workspace.
  mutating func open(_ workspace: Workspace, named name: String) {
    names.append(String(name.dropLast(".xcworkspace".count)))
    listed = projects(of: workspace)
    open(listed)
  }

  /// Returns the existing projects with their spelling on the disk, without those of third parties.
  private mutating func projects(of workspace: Workspace) -> [String] {
    var found: [String] = []
    for path in workspace.projects.compactMap(\.path.path) {
      guard let spelling = tree.spelling(of: path) else {
        missingProjects.append(path)
        continue
      }
      if !FileTreePath.parts(of: path).contains(where: { Self.skippedNames.contains(String($0)) }) {
        found.append(spelling)
      }
    }
    return found
  }

  /// Notes about projects that were skipped.
  var unreadNotes: [PackageWarning] {
    brokenProjects.prefix(5).map { path, error in
      PackageWarning(
        .badProject, "\(path) cannot be read, so another project was used: \(error.message)",
        location: error.location,
        hint: error.hint)
    }
  }

  /// Opens the likeliest projects first, because the number of projects is limited.
  private mutating func open(_ paths: [String]) {
    let ranking = ranking
    for path in paths.sorted(by: ranking.precedes) {
      guard openedCount < Self.maximumProjects else {
        unreadCount += 1
        continue
      }
      openedCount += 1
      // A generated project without its project.pbxproj counts as missing.
      if tree.kind(of: "\(path)/project.pbxproj") == nil, generators.contains(where: \.generator.makesProjectBeside) {
        continue
      }
      do throws(AppPackageError) {
        let apps = try ProjectApps(tree: tree, path: path, options: options)
        if !apps.applications.isEmpty || options.target.map(apps.has) ?? false {
          candidates.append(ProjectChoice.Candidate(path: path, apps: apps))
        } else {
          otherProjects.append((path, apps))
        }
      } catch {
        brokenProjects.append((path, error))
      }
    }
  }

  /// Returns the project to use, with notes about the choice; nil if there is none.
  ///
  /// - Parameter place: the path that the user named.
  /// - Throws: the error of an unreadable project if no project is readable.
  func choice(in place: String) throws(AppPackageError) -> ProjectChoice? {
    let ranking = ranking
    let broken = brokenProjects.min { ranking.precedes($0.path, $1.path) }
    // Prefer the projects with the requested target.
    let wanted = candidates.filter { candidate in options.target.map(candidate.apps.has) ?? true }
    guard
      var choice = ProjectChoice(of: wanted.isEmpty ? candidates : wanted, by: ranking, in: place, unread: unreadCount)
    else {
      if let broken { throw broken.error }
      return nil
    }
    if let broken, ranking.isLikelier(broken.path, than: choice.chosen.path) { choice.refusal = broken.error }
    return choice
  }

  /// The .NET projects of apps, the likeliest first.
  var dotNetProjects: [DotNetProject] {
    let ranking = ranking
    return dotNetFiles.sorted(by: ranking.precedes).compactMap { [tree] in DotNetProject($0, in: tree) }
  }

  // MARK: Why nothing was found

  /// The file that most likely generates the app's project.
  var generator: ProjectGenerator.Find? { generators.min { $0.rank < $1.rank } }

  /// The specification in the top folder whose app has no project yet, if all projects below are examples, tests or
  /// parts of packages.
  var specificationOfMissingApp: ProjectGenerator.Find? {
    let (ranking, others) = (ranking, otherProjects.map(\.path) + brokenProjects.map(\.path))
    let isApart = candidates.allSatisfy { candidate in
      candidate.path.utf8.contains(UInt8(ascii: "/"))
        && (ranking.isExample(candidate.path) || FileTreePath.parts(of: candidate.path).contains("Packages"))
    }
    guard isApart, !candidates.isEmpty, options.target == nil,
      others.allSatisfy({ $0.utf8.contains(UInt8(ascii: "/")) })
    else { return nil }
    return generators.first { $0.isOfApp && FileTreePath.directory(of: $0.path).isEmpty }
  }

  /// The other apps in the projects, for users who look for an iPhone app: `A.xcodeproj: “A” (macOS)`.
  var otherTitles: [String] {
    otherProjects.map { path, apps in
      let titles = apps.apps.prefix(3).map { $0.target.isApplication ? $0.title : "“\($0.target.name)”, an App Clip" }
      return "\(path): \(titles.isEmpty ? "no app" : titles.joined(separator: ", "))"
    } + candidates.map { "\($0.path): an example, a test or part of a package" }
  }
}

extension ProjectApps {
  /// Returns whether a target for iPhone or iPad has the name, including App Clips.
  fileprivate func has(target name: String) -> Bool { apps.contains { $0.target.name == name && $0.isForIOS } }
}

/// Finds built apps in their usual places: in an archive, in `Payload`, in the `Products` of an `.xcarchive`.
/// Extensions and watch apps inside an app are skipped.
struct BuiltAppSearch {
  /// The apps with an Info.plist, on the first level that has any; only those for iPhone or iPad if there are some.
  private(set) var apps: [String] = []
  /// Apps for macOS, which have another folder structure.
  private(set) var macApps: [String] = []
  /// The archives inside the archive.
  private(set) var archives: [String] = []

  private static let maximumDepth = 6, maximumFolders = 2000

  /// Returns whether a folder with this name contains only build products.
  static func isMadeForApps(_ name: String) -> Bool {
    name == "Payload" || FileTreePath.lowercasedExtension(of: name) == "xcarchive"
  }

  /// Returns whether a folder may be an unpacked archive or a part of one; other folders have such names, too.
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

  private mutating func visit(_ entry: FileTreeEntry, _ path: String, _ tree: any FileTree, _ next: inout [String]) {
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

  /// Returns whether an app is in its usual place: `Payload/Paint.app`, `Products/Applications/Paint.app`.
  private static func isInItsPlace(_ path: String) -> Bool { PackageContainer.Kind(holding: path) != .zip }

  private static func isForIOS(_ path: String, _ tree: any FileTree, _ limits: PropertyListLimits) -> Bool {
    guard let bytes = try? tree.read("\(path)/Info.plist"),
      let list = try? PropertyList.parse(bytes, file: path, limits: limits).root.dictionary,
      let platforms = list["CFBundleSupportedPlatforms"]?.array
    else { return true }
    return platforms.contains { ["iPhoneOS", "iPhoneSimulator"].contains($0.value.string ?? "") }
  }
}

/// Distinguishes an app's Info.plist from the other property lists in a repository.
enum AppPropertyList {
  /// The kind of a property list.
  enum Kind {
    /// An Info.plist of an app, or possibly one: an empty one leaves everything to build settings.
    case app
    /// An Info.plist of something other than an app: `an app extension`.
    case other(String)
    /// An Info.plist of an app for another system: `a Watch app`.
    case otherSystem(String)
    /// Not an Info.plist, such as Firebase's or an export's.
    case foreign
  }

  static func kind(of list: PropertyListDictionary) -> Kind {
    if list.contains("NSExtension") || list.contains("EXAppExtensionAttributes") { return .other("an app extension") }
    if let title = otherSystem(of: list) { return .otherSystem(title) }
    if let title = list["CFBundlePackageType"]?.string.flatMap({ otherTypes[$0] }) { return .other(title) }
    return list.isEmpty || list.keys.contains(where: isKeyOfInfoPlist) ? .app : .foreign
  }

  private static func otherSystem(of list: PropertyListDictionary) -> String? {
    for (keys, title) in keysOfOtherSystems where keys.contains(where: list.contains) { return title }
    if list["NSPrincipalClass"]?.string == "NSApplication" { return "a Mac app" }
    let families = (list["UIDeviceFamily"]?.array ?? []).compactMap(\.value.integer)
    return families.count == 1 ? otherFamilies[families[0]] : nil
  }

  private static let keysOfOtherSystems: [(keys: [String], title: String)] = [
    (["WKApplication", "WKWatchKitApp", "WKCompanionAppBundleIdentifier", "WKWatchOnly"], "a Watch app"),
    (["TVTopShelfImage", "TVTopShelfPrimaryImage", "TVTopShelfPrimaryImageWide"], "a tvOS app"),
    (["NSMainNibFile"], "a Mac app"),
  ]
  private static let otherFamilies: [Int64: String] = [3: "a tvOS app", 4: "a Watch app", 7: "a visionOS app"]

  private static let otherTypes = ["FMWK": "a framework", "BNDL": "a bundle", "XPC!": "a service", "KEXT": "a driver"]

  private static func isKeyOfInfoPlist(_ key: String) -> Bool {
    ["CFBundle", "UI", "LS", "NS", "MinimumOSVersion", "WK", "DT"].contains { key.hasPrefix($0) }
  }

  /// Returns nil for a file that is damaged or not a dictionary, regardless of the C preprocessor.
  static func kind(ofFileAt path: String, in tree: any FileTree, limits: PropertyListLimits) -> Kind? {
    let reader = InfoPlistReader(
      tree: tree, directory: FileTreePath.directory(of: path), settings: PreprocessorSettings(), limits: limits,
      hasProject: false)
    guard let bytes = try? tree.read(path), let result = try? reader.read(bytes, path: path, file: path) else {
      return nil
    }
    return result.list.root.dictionary.map(kind)
  }

  /// Returns whether a file may be the Info.plist of an app. An unreadable `Info.plist` counts, so that it gets a
  /// separate message.
  static func isAt(_ path: String, in tree: any FileTree, limits: PropertyListLimits) -> Bool {
    switch kind(ofFileAt: path, in: tree, limits: limits) {
    case .app: true
    case .other, .otherSystem, .foreign: false
    case nil: FileTreePath.lastComponent(path) == "Info.plist"
    }
  }
}

/// Paths to archives and through them: `build/Paint.ipa/Payload/Paint.app`.
package enum ArchivePath {
  private static let extensions: Set<String> = ["ipa", "tipa", "zip"]

  /// Returns whether a file is an archive, by its name or its first bytes.
  static func isArchive(_ path: String) -> Bool {
    if extensions.contains(FileTreePath.lowercasedExtension(of: path)) { return true }
    let start = try? CurrentMachine.value.readFollowingLinks(path, .prefix(4)).bytes
    return start?.elementsEqual("PK\u{3}\u{4}".utf8) ?? false
  }

  /// Returns whether a file inside an archive is an archive, by its name.
  static func isArchive(named name: String) -> Bool {
    extensions.contains(FileTreePath.lowercasedExtension(of: name))
  }

  /// Splits a path into an archive and the path inside it; nil if no part of the path is an archive.
  package static func split(_ path: String) -> (archive: String, inside: String)? {
    var end = path.utf8.endIndex
    while let slash = path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")), slash > path.utf8.startIndex {
      let outer = String(path[..<slash])
      if (try? CurrentMachine.value.status(outer, followsLink: true))?.kind == .file {
        return isArchive(outer) ? (outer, String(path[path.utf8.index(after: slash)...])) : nil
      }
      end = slash
    }
    return nil
  }
}
