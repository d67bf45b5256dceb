import Platform
import PropertyLists

/// Finds the files of a target in the synchronised folders of Xcode 16 and later.
///
/// All files in such a folder belong to each target that lists the folder, except for the exceptions; a target that
/// does not list it gets only the exceptions. A folder with a `Package.swift` is a Swift package of the project, which
/// is built separately: its files do not belong to a target.
struct SynchronizedFolderWalker {
  private let project: XcodeProject
  private let target: XcodeTarget
  private let table: XcodeFileTable
  private let infoPlist: String?

  init(project: XcodeProject, target: XcodeTarget, table: XcodeFileTable, infoPlist: String?) {
    (self.project, self.target, self.table, self.infoPlist) = (project, target, table, infoPlist)
  }

  /// The project's rules for one folder and this target.
  private struct Rules {
    /// The relative paths of excluded files, or of included ones in a folder of another target.
    var exceptions: Set<String> = []
    /// The paths that a copy phase of this target copies to its destination.
    var destinations: [String: String] = [:]
    /// The paths for other systems.
    var isForOthers: Set<String> = []
    /// The folders that stay folders in the bundle.
    var explicitFolders: Set<String> = []
  }

  mutating func walk(_ collector: inout BundleCollector) {
    var seen: Set<String> = []
    for group in project.objects.objects(target.object, "fileSystemSynchronizedGroups")
    where seen.insert(group.id).inserted {
      walk(group, isOwn: true, &collector)
    }
    // A folder of other targets, or of none, can have exceptions for this one.
    for group in table.synchronizedGroups where !seen.contains(group.id) { walk(group, isOwn: false, &collector) }
  }

  private func walk(_ group: XcodeObject, isOwn: Bool, _ collector: inout BundleCollector) {
    let rules = rules(of: group, collector)
    if !isOwn, rules.exceptions.isEmpty, rules.destinations.isEmpty { return }
    let root: String
    switch table.path(of: group) {
    case .elsewhere: return
    case .outside(let path): return collector.reportOutside(path, group.location)
    case .inside(let path): root = path
    }
    guard let found = collector.disk.entry(at: root), found.entry.kind == .directory else {
      // Git keeps no empty folder, and Xcode builds without it.
      if SparseCheckout(project.tree)?.lacksPart(of: root) == true {
        collector.contents.missing.append((root, group.location))
      }
      return
    }
    var visitor = Visitor(root: found.path, isOwn: isOwn, rules: rules, infoPlist: infoPlist, place: group.location)
    visitor.visit(&collector)
  }

  private func rules(of group: XcodeObject, _ collector: BundleCollector) -> Rules {
    var rules = Rules()
    rules.explicitFolders = Set(group.strings("explicitFolders"))
    for exception in project.objects.objects(group, "exceptions") {
      let paths = exception.strings("membershipExceptions")
      switch exception.isa {
      case "PBXFileSystemSynchronizedBuildFileExceptionSet" where exception.string("target") == target.object.id:
        rules.exceptions.formUnion(paths)
        for entry in exception.fields["platformFiltersByRelativePath"]?.dictionary?.entries ?? [] {
          let filters = entry.node.value.strings ?? entry.node.value.string.map { [$0] } ?? []
          if !filters.isEmpty, !filters.contains("ios") { rules.isForOthers.insert(entry.key) }
        }
      case "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet":
        let phase = exception.string("buildPhase") ?? ""
        guard target.object.strings("buildPhases").contains(phase), let object = project.objects[phase] else { break }
        for path in paths { rules.destinations[path] = collector.destination(of: object) ?? "-" }
      default: break
      }
    }
    return rules
  }

  /// Walks one folder. Catalogs and other packages count as files.
  private struct Visitor {
    let root: String
    let isOwn: Bool
    let rules: Rules
    let infoPlist: String?
    let place: SourceLocation?

    mutating func visit(_ collector: inout BundleCollector) {
      var packages: [(path: String, entry: FileTreeEntry)] = []
      var swiftPackages: [String] = []
      let disk = collector.disk
      let found = collector.walk(root) { path, entry in
        if entry.name.utf8.first == UInt8(ascii: ".") { return true }
        guard entry.kind == .directory else { return false }
        if FileTreatment.isPackage(entry.name) || rules.explicitFolders.contains(relative(path)) {
          packages.append((path, entry))
          return true
        }
        guard disk.kind(of: FileTreePath.join(path, "Package.swift")) == .file else { return false }
        swiftPackages.append(path)
        return true
      }
      collector.contents.swiftPackages += swiftPackages
      guard let walk = found else { return }
      collector.contents.warnings += walk.problems.map { problem in
        var warning = PackageChecks.warning(problem)
        if problem.kind == .outsideOfTree { warning.code = .outsideOfProject }
        return warning
      }
      let files = walk.files.map { file in
        (path: file.path, entry: FileTreeEntry(name: "", kind: .file, size: file.size))
      }
      for item in (files + packages).sorted(by: { ExactText.precedes($0.path, $1.path) }) {
        add(item.path, item.entry, &collector)
      }
    }

    private func relative(_ path: String) -> String {
      root.isEmpty ? path : String(Substring(path.utf8.dropFirst(root.utf8.count + 1)))
    }

    private func add(_ path: String, _ entry: FileTreeEntry, _ collector: inout BundleCollector) {
      let relative = relative(path)
      guard !rules.isForOthers.contains(relative), !collector.isExcluded(path) else { return }
      var destination = ""
      if let special = rules.destinations[relative] {
        guard special != "-" else { return }
        destination = special
      } else if isExcepted(relative) == isOwn {
        return
      }
      if path == infoPlist {
        collector.contents.warnings.append(
          PackageWarning(
            .nameClash, "the target's Info.plist is also a resource of the target",
            location: collector.location(of: path),
            hint:
              "remove the file from the target in the File Inspector: Xcode rejects this with “Multiple commands produce”"
          ))
        return
      }
      if let language = BundleCollector.languageFolder(of: path) {
        destination = FileTreePath.join(destination, language)
      }
      collector.add(path, entry, to: destination, place)
    }

    /// Returns whether a path is an exception: a listed file, or a file in a listed folder.
    private func isExcepted(_ relative: String) -> Bool {
      guard !rules.exceptions.isEmpty else { return false }
      var path = relative
      while !path.isEmpty {
        if rules.exceptions.contains(path) { return true }
        path = FileTreePath.directory(of: path)
      }
      // A localised file is listed without its language, with a prefix.
      return rules.exceptions.contains("/Localized: " + FileTreePath.lastComponent(relative))
    }
  }
}

/// Rules for files that build settings exclude from a bundle although the target lists them.
struct ExclusionRules: Sendable, Hashable {
  /// The settings that exclude a file.
  enum Reason: Sendable {
    case excludedSourceFileNames
    /// The file is only for previews and the simulator.
    case developmentAssets

    /// The explanation for the end of a sentence about a missing file.
    var explanation: String {
      switch self {
      case .excludedSourceFileNames: "EXCLUDED_SOURCE_FILE_NAMES excludes it"
      case .developmentAssets: "DEVELOPMENT_ASSET_PATHS excludes it from an archive"
      }
    }
  }

  private let excluded: [String]
  private let included: [String]
  private let developmentAssets: [String]
  /// The Icon Composer icon that would be the primary icon: `AppIcon.icon`.
  let primaryIcon: String

  /// - Parameter directory: the project's folder, the base of relative paths.
  init(_ settings: BuildSettings, directory: String) {
    primaryIcon = settings["ASSETCATALOG_COMPILER_APPICON_NAME"] + ".icon"
    excluded = Self.patterns(settings, "EXCLUDED_SOURCE_FILE_NAMES")
    included = Self.patterns(settings, "INCLUDED_SOURCE_FILE_NAMES")
    // Only archives, and builds with the same postprocessing, leave them out (ICON-214).
    let isArchive = settings["ACTION"] == "install" || settings.flag("DEPLOYMENT_POSTPROCESSING")
    developmentAssets =
      isArchive
      ? Self.patterns(settings, "DEVELOPMENT_ASSET_PATHS").compactMap { path in
        ProjectPath.resolve(path, from: directory).path
      } : []
  }

  /// Returns the patterns, up to a limit above the number in real projects, since each file is compared with all of them.
  private static func patterns(_ settings: BuildSettings, _ name: String) -> [String] {
    Array(settings.list(name).prefix(200))
  }

  /// Returns nil for a file that is not excluded.
  func reason(toExclude path: String) -> Reason? {
    // Of a folder, also of a catalog, only what is directly in it is left out (ICON-214).
    let isFolder = ["xcassets", "icon"].contains(FileTreePath.lowercasedExtension(of: path))
    if developmentAssets.contains(where: { entry in
      !entry.isEmpty && (FileTreePath.directory(of: path) == entry || path == entry && !isFolder)
    }) {
      return .developmentAssets
    }
    let isExcluded = excluded.contains { Self.matches(path, $0) } && !included.contains { Self.matches(path, $0) }
    return isExcluded ? .excludedSourceFileNames : nil
  }

  /// Matches file names if the pattern has no slash, otherwise the ends of paths.
  private static func matches(_ path: String, _ pattern: String) -> Bool {
    if !pattern.contains("/") { return BuildSettingKey.matches(FileTreePath.lastComponent(path), pattern) }
    return BuildSettingKey.matches(path, pattern) || BuildSettingKey.matches(path, "*/" + pattern)
  }
}
