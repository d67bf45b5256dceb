public import Platform
import PropertyLists
import Synchronization

/// The sources of a target of a project, with those of the targets and local Swift packages that end up in the same app.
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

  /// The target, then those that it needs and that are compiled into the same app.
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

  /// Those that it says to depend on, and those whose products it links without saying so.
  private func dependencies(of target: XcodeTarget, _ owners: [String: XcodeTarget]) -> [XcodeTarget] {
    let named = project.objects.objects(target.object, "dependencies").filter(BundleCollector.isForIOS)
      .compactMap { project.objects.object($0, "target") }.map(XcodeTarget.init)
    let linked = project.objects.objects(target.object, "buildPhases")
      .filter { $0.isa == "PBXFrameworksBuildPhase" }
      .flatMap { project.objects.objects($0, "files") }.filter(BundleCollector.isForIOS)
      .compactMap { $0.string("fileRef") }.compactMap { owners[$0] }
    return named + linked
  }

  /// Returns the folders of Swift packages that its synchronised folders hold.
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

  /// No phase lists headers; those in the folders of Objective-C belong to it.
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

  /// Folders of the project with a Swift package in them: named as such, or lying in the navigator.
  private var packageFolders: [String] {
    let named = project.objects.objects(project.root, "packageReferences").compactMap { reference in
      reference.string("relativePath").flatMap { ProjectPath.resolve($0, from: project.directory).path }
    }
    return named + table.folders.compactMap { table.path(of: $0).path }
  }
}

/// The sources of a project’s targets, each looked for once: most configurations of a target have the same.
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

/// Sources below a folder, where no project says which ones are compiled.
struct SourceFolder {
  let tree: any FileTree
  let limits: FileTreeLimits

  /// Folders with code of others, or that a build has made.
  private static let foreign: Set<String> = [
    "pods", "carthage", "node_modules", "build", "deriveddata", "tests", "test", "vendor", "thirdparty",
    "preview content",
  ]

  /// All of a project that has no project file.
  func files() -> SourceFiles {
    var files = SourceFiles()
    let (paths, isWhole) = paths(below: "")
    files.add(paths, module: nil)
    files.isWhole = isWhole
    return files
  }

  /// - Parameter excluded: paths of the tree that are left out with all below them.
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
  /// The sources of the app, looked for now; nil for a built app, and for one that is made from data.
  ///
  /// Of a project these are what its target compiles, with the frameworks and local Swift packages that it needs; never
  /// what only lies in the navigator, never tests. Of an Info.plist without a project it is everything below the folder.
  public func sourceFiles(limits: FileTreeLimits = .default) -> SourceFiles? {
    switch origin {
    case .builtApp, .data: nil
    case .xcodeProject: build?.sources?()
    case .infoPlist: files.map { SourceFolder(tree: $0.tree, limits: limits).files() }
    }
  }
}
