import Platform
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

  /// What messages call the project file.
  var file: String { apps.project.file }

  /// Builds the package of one target.
  func build(_ options: PackageOptions) throws(AppPackageError) -> AppPackage {
    let builds = build(options) { apps throws(AppPackageError) in
      [try TargetChoice(in: apps, target: options.target, configuration: options.configuration)]
    }
    var package = try builds.get()[0].result.get()
    package.warnings.insert(contentsOf: notes, at: 0)
    return package
  }

  /// Builds the packages of all applications for iPhone or iPad in all their configurations, as far as the options do
  /// not narrow them.
  ///
  /// - Throws: ``AppPackageError`` for a target or configuration that there is not.
  func buildAll(_ options: PackageOptions) throws(AppPackageError) -> [ProjectBuild] {
    try build(options) { apps throws(AppPackageError) in try TargetChoice.all(in: apps, options) }.get()
  }

  private typealias Choices = (ProjectApps) throws(AppPackageError) -> [TargetChoice]

  /// When paths of the project lead out of the folder, the checkout around it is read as well: the project names those
  /// files itself, and one repository holds both.
  private func build(
    _ options: PackageOptions, _ choices: Choices
  ) -> Result<[ProjectBuild], AppPackageError> {
    let narrow = Self.build(apps, choices, options)
    let outside = Self.outsideCount(narrow)
    guard outside > 0, let (wider, note) = try? buildWider(choices, options), Self.outsideCount(wider) < outside else {
      return narrow
    }
    return wider.map { builds in
      builds.map { build in
        var build = build
        if case .success(var package) = build.result {
          package.warnings.insert(note, at: 0)
          build.result = .success(package)
        }
        return build
      }
    }
  }

  private static func build(
    _ apps: ProjectApps, _ choices: Choices, _ options: PackageOptions
  ) -> Result<[ProjectBuild], AppPackageError> {
    let chosen: [TargetChoice]
    do throws(AppPackageError) {
      chosen = try choices(apps)
    } catch {
      return .failure(error)
    }
    var builds = chosen.map { choice in
      var builder = XcodePackageBuilder(apps, choice, options)
      let result = Result { () throws(AppPackageError) in try builder.build() }
      return ProjectBuild(choice, result, builder.outsideCount)
    }
    // The disk is one for all builds, and so is what it spells otherwise.
    for index in builds.indices {
      builds[index].result = builds[index].result.map { XcodePackageBuilder.finished($0, apps) }
    }
    return .success(builds)
  }

  /// Nil outside of a checkout.
  private func buildWider(
    _ choices: Choices, _ options: PackageOptions
  ) throws -> (Result<[ProjectBuild], AppPackageError>, PackageWarning)? {
    guard let place = (folder as? FolderTree)?.path, let root = VersionControl.root(above: place) else { return nil }
    let tree = try FolderTree(root, limits: options.fileTreeLimits)
    let inner = FileTreePath.join(VersionControl.path(of: place, below: root), path)
    let wider = try ProjectApps(tree: tree, path: inner, options: options)
    let location = SourceLocation(file: FileTreePath.join(tree.name, inner))
    return (Self.build(wider, choices, options), Self.widerNote(folder.name, tree.name, location))
  }

  /// Says that more was read than somebody named.
  static func widerNote(_ folder: String, _ checkout: String, _ place: SourceLocation) -> PackageWarning {
    PackageWarning(
      .widerFolder, "paths of the project are outside of \(folder): the files in \(checkout) were read, too",
      severity: .note, location: place)
  }

  /// What a build cannot do without counts as everything.
  private static func outsideCount(_ builds: Result<[ProjectBuild], AppPackageError>) -> Int {
    switch builds {
    case .failure(let error): error.kind == .outsideOfProject ? Self.everything : 0
    case .success(let builds):
      builds.reduce(0) { sum, build in
        switch build.result {
        case .success: sum + build.outsideCount
        case .failure(let error): sum + (error.kind == .outsideOfProject ? Self.everything : 0)
        }
      }
    }
  }

  private static let everything = 1_000_000
}

/// One build of a project: its package, or why there is none.
struct ProjectBuild {
  let target: String
  let configuration: String
  fileprivate(set) var result: Result<AppPackage, AppPackageError>
  /// How many of the project's paths lead out of what was read for it.
  fileprivate let outsideCount: Int

  fileprivate init(_ choice: TargetChoice, _ result: Result<AppPackage, AppPackageError>, _ outsideCount: Int) {
    target = choice.target.name
    configuration = choice.configuration
    self.result = result
    self.outsideCount = outsideCount
  }
}
