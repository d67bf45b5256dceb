import PropertyLists

/// A project that was found, and how far reading it may go.
struct ProjectInput {
  private let apps: ProjectApps
  private let folder: any FileTree
  private let path: String
  private let notes: [PackageWarning]

  /// - Parameters:
  ///   - folder: what may be read.
  ///   - path: the `.xcodeproj` folder inside of it.
  ///   - notes: what a person should know about the choice.
  init(_ apps: ProjectApps, in folder: any FileTree, path: String, notes: [PackageWarning] = []) {
    self.apps = apps
    self.folder = folder
    self.path = path
    self.notes = notes
  }

  /// A package, and how many of the project's paths lead out of what was read for it.
  private typealias Build = (package: AppPackage, outsideCount: Int)

  /// Builds the package. When paths of the project lead out of the folder, the checkout around it is read as well: the
  /// project names those files itself, and one repository holds both.
  func build(_ options: PackageOptions) throws(AppPackageError) -> AppPackage {
    let narrow = Result { () throws(AppPackageError) in try Self.build(apps, options) }
    var package: AppPackage
    if Self.outsideCount(narrow) > 0, let wider = try? buildWider(options),
      wider.outsideCount < Self.outsideCount(narrow)
    {
      package = wider.package
    } else {
      package = try narrow.get().package
    }
    package.warnings.insert(contentsOf: notes, at: 0)
    return package
  }

  private static func build(_ apps: ProjectApps, _ options: PackageOptions) throws(AppPackageError) -> Build {
    var builder = try XcodePackageBuilder(apps, options: options)
    return (try builder.build(), builder.outsideCount)
  }

  /// Nil outside of a checkout.
  private func buildWider(_ options: PackageOptions) throws -> Build? {
    guard let place = (folder as? FolderTree)?.path, let root = VersionControl.root(above: place) else { return nil }
    let tree = try FolderTree(root, limits: options.fileTreeLimits)
    let inner = FileTreePath.join(VersionControl.path(of: place, below: root), path)
    var wider = try Self.build(try ProjectApps(tree: tree, path: inner, options: options), options)
    let location = SourceLocation(file: FileTreePath.join(tree.name, inner))
    wider.package.warnings.insert(Self.widerNote(folder.name, tree.name, location), at: 0)
    return wider
  }

  /// Says that more was read than somebody named.
  static func widerNote(_ folder: String, _ checkout: String, _ place: SourceLocation) -> PackageWarning {
    PackageWarning(
      .widerFolder, "paths of the project lead out of \(folder): what they name in \(checkout) was read, too",
      severity: .note, location: place)
  }

  /// What a build cannot do without counts as everything.
  private static func outsideCount(_ build: Result<Build, AppPackageError>) -> Int {
    switch build {
    case .success(let build): build.outsideCount
    case .failure(let error): error.kind == .outsideOfProject ? Int.max : 0
    }
  }
}
