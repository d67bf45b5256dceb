public import Platform
import PropertyLists
import Synchronization

/// The sources of a target, including the targets and local Swift packages that are part of the same app.
struct TargetSources: Sendable {
  let project: XcodeProject
  let table: XcodeFileTable
  let target: XcodeTarget
  let exclusions: ExclusionRules
  let disk: FoldedTree
  let limits: FileTreeLimits
  let known: KnownSources

  private static let maximumTargets = 500

  func files() -> SourceFiles { known.files(of: target.object.id, exclusions) { find() } }

  private func find() -> SourceFiles {
    var files = SourceFiles()
    let targets = targets
    var folders = packageFolders
    for target in targets { folders += add(target, to: &files) }
    let products = targets.flatMap { project.objects.objects($0.object, "packageProductDependencies") }
      .filter { !isRemote($0) }.compactMap { $0.string("productName") }
    guard !products.isEmpty else { return files }
    var packages = LocalPackages(tree: disk, limits: limits)
    for folder in folders { packages.add(folder) }
    for (module, paths) in packages.sources(ofProducts: products) { files.add(paths, module: module) }
    return files
  }

  // MARK: Targets

  /// The target, followed by its dependencies that are compiled into the same app.
  private var targets: [XcodeTarget] {
    var found = [target]
    var seen: Set<String> = [target.object.id]
    var owners: [String: XcodeTarget] = [:]
    for other in project.targets {
      if let product = other.object.string("productReference") { owners[product] = other }
    }
    var next = 0
    while next < found.count, found.count < Self.maximumTargets {
      for other in dependencies(of: found[next], owners)
      where Self.libraries.contains(other.productType) && seen.insert(other.object.id).inserted { found.append(other) }
      next += 1
    }
    return found
  }

  private static let libraries: Set<String> = [
    "com.apple.product-type.framework", "com.apple.product-type.framework.static",
    "com.apple.product-type.library.static", "com.apple.product-type.library.dynamic",
  ]

  /// Returns the explicit dependencies of a target and the owners of the products that it links.
  private func dependencies(of target: XcodeTarget, _ owners: [String: XcodeTarget]) -> [XcodeTarget] {
    let named = project.objects.objects(target.object, "dependencies").filter(BundleCollector.isForIOS)
      .compactMap { project.objects.object($0, "target") }.map(XcodeTarget.init)
    let linked = project.objects.objects(target.object, "buildPhases")
      .filter { $0.isa == "PBXFrameworksBuildPhase" }
      .flatMap { project.objects.objects($0, "files") }.filter(BundleCollector.isForIOS)
      .compactMap { $0.string("fileRef") }.compactMap { owners[$0] }
    return named + linked
  }

  /// Adds the sources of a target; returns the folders of Swift packages in its synchronised folders.
  private func add(_ target: XcodeTarget, to files: inout SourceFiles) -> [String] {
    var collector = BundleCollector(
      project: project, target: target, table: table, exclusions: exclusions, disk: disk, limits: limits,
      members: .sources)
    collector.collect(infoPlist: nil)
    let contents = collector.contents
    if !contents.missing.isEmpty || !contents.outside.isEmpty { files.isWhole = false }
    let paths = contents.files.map(\.source)
    let isOwn = target.object.id == self.target.object.id
    files.add(paths + headers(beside: paths), module: isOwn ? nil : target.name)
    return contents.swiftPackages
  }

  /// Returns the headers in the folders of Objective-C files, because no phase lists headers.
  private func headers(beside paths: [String]) -> [String] {
    let folders = Set(
      paths.filter { ["m", "mm"].contains(FileTreePath.lowercasedExtension(of: $0)) }.map {
        ExactText(FileTreePath.directory(of: $0))
      })
    return folders.map(\.text).flatMap { folder in
      ((try? disk.entries(in: folder)) ?? []).filter { entry in
        entry.kind == .file && FileTreePath.lowercasedExtension(of: entry.name) == "h"
      }.map { FileTreePath.join(folder, $0.name) }
    }
  }

  // MARK: Swift packages

  private func isRemote(_ product: XcodeObject) -> Bool {
    project.objects.object(product, "package")?.isa == "XCRemoteSwiftPackageReference"
  }

  /// The folders of local Swift packages, from package references and from folders in the navigator.
  private var packageFolders: [String] {
    let named = project.objects.objects(project.root, "packageReferences").compactMap { reference in
      reference.string("relativePath").flatMap { ProjectPath.resolve($0, from: project.directory).path }
    }
    let shown = table.folders.compactMap { table.path(of: $0).path }
    let inside = shown.flatMap { path in (try? disk.entries(in: path))?.map { FileTreePath.join(path, $0.name) } ?? [] }
    return named + shown + inside.filter { disk.kind(of: FileTreePath.join($0, "Package.swift")) == .file }
  }
}

/// The sources of a project’s targets, cached because most configurations of a target have the same sources.
final class KnownSources: Sendable {
  private struct Key: Hashable {
    let target: String
    let exclusions: ExclusionRules
  }

  private let files = Mutex<[Key: SourceFiles]>([:])

  func files(of target: String, _ exclusions: ExclusionRules, find: () -> SourceFiles) -> SourceFiles {
    let key = Key(target: target, exclusions: exclusions)
    if let known = files.withLock({ $0[key] }) { return known }
    let found = find()
    files.withLock { $0[key] = found }
    return found
  }
}

/// The sources in a folder without a project that lists the compiled ones.
struct SourceFolder {
  let tree: any FileTree
  let limits: FileTreeLimits

  /// The names of folders with third-party or generated code.
  private static let foreign: Set<String> = [
    "pods", "carthage", "node_modules", "build", "deriveddata", "tests", "test", "vendor", "thirdparty",
    "preview content",
  ]

  /// Returns all sources of an app without a project file.
  func files() -> SourceFiles {
    var files = SourceFiles()
    let (paths, isWhole) = paths(below: "")
    files.add(paths, module: nil)
    files.isWhole = isWhole
    return files
  }

  /// - Parameter excluded: the paths to skip, with everything below them.
  func paths(below folder: String, excluded: Set<String> = []) -> (paths: [String], isWhole: Bool) {
    let walk = FileTreeWalk(tree, in: folder, limits: limits) { path, entry in
      if entry.name.utf8.first == UInt8(ascii: ".") || excluded.contains(path) { return true }
      guard entry.kind == .directory else { return !SourceFiles.isSource(entry.name) }
      return FileTreatment.isPackage(entry.name) || Self.foreign.contains(entry.name.lowercased())
        || entry.name.hasSuffix("Tests")
    }
    let isWhole = walk.problems.allSatisfy { $0.kind != .tooManyEntries }
    return (walk.files.map(\.path), isWhole)
  }
}

extension AppPackage {
  /// Searches the sources of the app; nil for a built app and for one made from data.
  ///
  /// For a project, these are the sources that its target compiles, including required frameworks and local Swift
  /// packages, without tests and other files. For an Info.plist without a project, these are all sources in the folder.
  public func sourceFiles(limits: FileTreeLimits = .default) -> SourceFiles? {
    switch origin {
    case .builtApp, .data: nil
    case .xcodeProject: build?.sources?()
    case .infoPlist: files.map { SourceFolder(tree: $0.tree, limits: limits).files() }
    }
  }
}

/// The entitlements file of a target.
struct TargetEntitlements: Sendable {
  private let tree: any FileTree
  private let directory: String
  private let settings: BuildSettings
  private let limits: PropertyListLimits
  /// Whether all files that define settings exist.
  private let isComplete: Bool

  private static let setting = "CODE_SIGN_ENTITLEMENTS"

  /// - Parameters:
  ///   - directory: the folder of the project in the tree.
  ///   - isComplete: whether all files that define settings exist.
  init(_ tree: any FileTree, directory: String, settings: BuildSettings, limits: PropertyListLimits, isComplete: Bool) {
    (self.tree, self.directory, self.settings, self.limits) = (tree, directory, settings, limits)
    self.isComplete = isComplete
  }

  /// Returns the entitlements as they are written; nil if they are unknown: the file is missing, or the setting for its
  /// path is undefined.
  func read() -> PropertyListDictionary? {
    let path = settings[Self.setting]
    if path.isEmpty {
      return settings.undefinedSettings(in: Self.setting).isEmpty && (isComplete || !areInFolder) ? [:] : nil
    }
    guard case .inside(let inner) = ProjectPath.resolve(path, from: directory),
      let bytes = try? tree.read(tree.spelling(of: inner) ?? inner),
      let list = try? PropertyList.parse(bytes, file: FileTreePath.join(tree.name, inner), limits: limits)
    else { return nil }
    return list.root.dictionary
  }
}

extension TargetEntitlements {
  /// Whether a file of entitlements in the project's folder names domains: a missing file of settings may choose it.
  private var areInFolder: Bool {
    let walk = FileTreeWalk(tree, in: directory, limits: .default) { _, entry in
      entry.name.utf8.first == UInt8(ascii: ".")
        || (entry.kind == .directory
          ? ["node_modules", "Pods"].contains(entry.name) : !entry.name.hasSuffix(".entitlements"))
    }
    return walk.problems.contains { $0.kind == .tooManyEntries }
      || walk.files.contains { file in
        (try? tree.read(file.path)).map { String(decoding: $0, as: UTF8.self).contains("applinks:") } ?? true
      }
  }
}
