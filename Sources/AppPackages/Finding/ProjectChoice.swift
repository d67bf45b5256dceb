import Platform
import PropertyLists

/// The choice of the likeliest project among several.
struct ProjectChoice {
  struct Candidate {
    /// The `.xcodeproj` folder in the tree.
    let path: String
    let apps: ProjectApps
  }

  let chosen: Candidate
  /// The chosen project and the rivals that differ from it only in name; likeliest first.
  let peers: [Candidate]
  /// The error of an unreadable project that is likelier than all readable ones.
  var refusal: AppPackageError?
  /// The note for users who did not choose a project.
  let note: PackageWarning?
  /// The note for users who open all projects.
  let unreadNote: PackageWarning?

  /// - Parameters:
  ///   - candidates: the projects with an app for iPhone or iPad.
  ///   - ranking: the order of the candidates.
  ///   - place: the path that the user named.
  ///   - unread: the number of projects that were not opened.
  /// - Returns: nil without candidates.
  init?(of candidates: [Candidate], by ranking: ProjectRanking, in place: String, unread: Int = 0) {
    let ranked = candidates.sorted { ranking.precedes($0.path, $1.path) }
    guard let first = ranked.first else { return nil }
    chosen = first
    let peers = ranked.filter { ranking.isSameLevel($0.path, first.path) }
    self.peers = peers
    // Next to one app, an example is not the user's.
    let left = ranked.dropFirst(peers.count).map(\.path).filter {
      peers.count > 1 || !ranking.isExample($0) || ranking.isTool($0)
    }
    let texts = [
      left.isEmpty
        ? nil
        : "\(Counted.text(left.count, "project here has an app", "projects here have apps")) for iPhone or iPad and "
          + "\(left.count == 1 ? "is" : "are") not checked: \(Names.list(left, atMost: 6))",
      unread == 0 ? nil : Self.left(unread),
    ].compactMap(\.self)
    unreadNote =
      texts.isEmpty
      ? nil
      : PackageWarning(
        .severalApps, texts.joined(separator: "; "), severity: .note, location: SourceLocation(file: place),
        hint: "name the project")
    guard ranked.count > 1 || unread > 0 else {
      note = nil
      return
    }
    let folder = place.utf8.last == UInt8(ascii: "/") ? String(place.dropLast()) : place
    let others = Names.list(ranked.dropFirst().map { FileTreePath.join(folder, $0.path) }, atMost: 6)
    note = PackageWarning(
      .severalApps,
      "\(ranked.count) \(ranked.count == 1 ? "project here has an app" : "projects here have apps") for iPhone or iPad; "
        + "using \(first.path)" + (unread > 0 ? "; \(Self.left(unread))" : ""),
      severity: .note, location: SourceLocation(file: place),
      hint: others.isEmpty ? "name the project" : "open another by its path: \(others)")
  }

  static func left(_ unread: Int) -> String {
    Counted.text(unread, "more project was", "more projects were") + " not checked"
  }
}

/// A project, with the limit of what may be read.
struct ProjectInput {
  private let apps: ProjectApps
  private let folder: any FileTree
  private let path: String
  private let notes: [PackageWarning]

  /// - Parameters:
  ///   - folder: the folder that may be read.
  ///   - path: the `.xcodeproj` folder in it.
  ///   - notes: the notes about the choice.
  init(_ apps: ProjectApps, in folder: any FileTree, path: String, notes: [PackageWarning] = []) {
    (self.apps, self.folder, self.path, self.notes) = (apps, folder, path, notes)
  }

  /// The name of the project file in messages.
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

  /// Builds the packages of all iPhone and iPad apps in all configurations, narrowed by the options.
  ///
  /// - Throws: ``AppPackageError`` for an unknown target or configuration.
  func buildAll(_ options: PackageOptions) throws(AppPackageError) -> [ProjectBuild] {
    try build(options) { apps throws(AppPackageError) in try TargetChoice.all(in: apps, options) }.get()
  }

  private typealias Choices = (ProjectApps) throws(AppPackageError) -> [TargetChoice]

  /// Builds again with the surrounding checkout if the project's paths lead out of the folder: the project references
  /// those files, and one repository contains both.
  private func build(_ options: PackageOptions, _ choices: Choices) -> Result<[ProjectBuild], AppPackageError> {
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
    // Collect the differences in spelling from the disk after all builds.
    for index in builds.indices {
      builds[index].result = builds[index].result.map { XcodePackageBuilder.finished($0, apps) }
    }
    return .success(builds)
  }

  /// Builds again with the surrounding checkout; returns nil outside a checkout.
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

  /// Returns the note that says that more was read than the user named.
  static func widerNote(_ folder: String, _ checkout: String, _ place: SourceLocation) -> PackageWarning {
    PackageWarning(
      .widerFolder, "paths of the project are outside of \(folder): the files in \(checkout) were read, too",
      severity: .note, location: place)
  }

  /// Counts the paths that lead outside; a build that fails because of such paths counts as a very large number.
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

/// A build of a project: its package, or why it failed.
struct ProjectBuild {
  let target: String
  let configuration: String
  fileprivate(set) var result: Result<AppPackage, AppPackageError>
  /// The number of the project's paths that lead out of the readable folder.
  fileprivate let outsideCount: Int

  fileprivate init(_ choice: TargetChoice, _ result: Result<AppPackage, AppPackageError>, _ outsideCount: Int) {
    target = choice.target.name
    configuration = choice.configuration
    (self.result, self.outsideCount) = (result, outsideCount)
  }
}

/// The projects that a path may mean: the likeliest one, and all candidates.
struct ProjectInputs {
  /// The project to use if only one is wanted.
  let chosen: ProjectInput
  /// The reason why the choice is refused: a likelier project cannot be read.
  var refusal: AppPackageError?
  /// The chosen project and its peers, without notes about the choice.
  let all: [ProjectInput]
  /// The projects that cannot be read.
  var broken: [(path: String, error: AppPackageError)] = []
  /// The notes about all projects together.
  var notes: [PackageWarning] = []

  /// Creates inputs from a project that the user named.
  init(_ project: ProjectInput) {
    chosen = project
    all = [project]
  }

  /// - Parameter notes: the notes about how the projects were found.
  init(_ choice: ProjectChoice, _ search: AppSearch, in tree: any FileTree, notes: [PackageWarning] = []) {
    chosen = ProjectInput(
      choice.chosen.apps, in: tree, path: choice.chosen.path,
      notes: notes + [choice.note].compactMap(\.self) + search.unreadNotes)
    refusal = choice.refusal
    all = choice.peers.map { ProjectInput($0.apps, in: tree, path: $0.path) }
    broken = search.brokenProjects
    self.notes = notes + [choice.unreadNote].compactMap(\.self)
  }
}

/// The project that builds a property list, for one that was opened alone.
struct OwningProject {
  /// The maximum number of folders to search, in a checkout and outside one (the list's folder and its parent).
  private static let maximumFolders = 5, foldersWithoutCheckout = 2
  private static let maximumProjects = 8

  /// Returns the note for a property list that is an app's Info.plist in a project in the same checkout, next to or
  /// above it.
  ///
  /// - Parameters:
  ///   - path: the path of the property list on the disk, as the user named it.
  ///   - name: the name in messages.
  /// - Throws: ``AppPackageError`` `noTarget` if the app is not for iPhone or iPad.
  static func note(
    about path: String, as name: String, options: PackageOptions
  ) throws(AppPackageError) -> PackageWarning? {
    guard let real = RealPath.of(path) else { return nil }
    var folder = FileTreePath.directory(of: real)
    var relative = FileTreePath.lastComponent(real)
    let isCheckout = VersionControl.isRoot(folder) || VersionControl.root(above: folder) != nil
    for level in 0..<(isCheckout ? maximumFolders : foldersWithoutCheckout) where !folder.isEmpty {
      if let found = owner(of: relative, in: folder, options) {
        let project = shown(found.path, level, path)
        if let title = found.foreign { throw foreign("\(title) in \(project)", path) }
        return PackageWarning(
          .partOfProject, "this is the Info.plist of the target “\(found.target)” of \(project), which was not read",
          location: SourceLocation(file: name),
          hint: "open \(project): only the project has the catalogs, build settings and languages")
      }
      if let note = generator(of: relative, in: folder, level, path, name) { return note }
      if VersionControl.isRoot(folder) { return nil }
      relative = "\(FileTreePath.lastComponent(folder))/\(relative)"
      folder = FileTreePath.directory(of: folder)
    }
    return nil
  }

  /// Returns the note about a generator's file, whose project next to it would build the property list.
  private static func generator(
    of infoPlist: String, in folder: String, _ level: Int, _ path: String, _ name: String
  ) -> PackageWarning? {
    guard let tree = try? FolderTree(folder), let entries = try? tree.entries(in: ""),
      // A folder with schemes alone is not a project yet.
      !entries.contains(where: { tree.kind(of: "\($0.name)/project.pbxproj") == .file })
    else { return nil }
    let finds = entries.lazy.filter { $0.kind == .file }.compactMap { ProjectGenerator.find($0.name, in: tree) }
    guard let found = finds.first(where: { $0.generator.makesProjectBeside && !$0.isOfLibrary }) else { return nil }
    let text = (try? tree.read(found.path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return PackageWarning(
      .partOfProject,
      "\(shown(found.path, level, path)), \(found.generator.title), "
        + "\(text.contains(infoPlist) ? "builds" : "may build") this Info.plist, and was not read",
      location: SourceLocation(file: name),
      hint: "only the project has the catalogs, files and build settings: \(found.generator.hint()); without it, pass "
        + "build settings such as --setting PRODUCT_BUNDLE_IDENTIFIER=…")
  }

  /// Returns the error for the Info.plist of an app for another system.
  static func foreign(_ title: String, _ path: String) -> AppPackageError {
    AppPackageError(
      kind: .noTarget, location: SourceLocation(file: path), message: "this is the Info.plist of \(title)",
      hint: "only apps for iPhone and iPad are read: open one of those, or its project")
  }

  /// - Returns: the project; `foreign` is the title of the app if it is not for iPhone or iPad.
  private static func owner(
    of infoPlist: String, in folder: String, _ options: PackageOptions
  ) -> (path: String, target: String, foreign: String?)? {
    let limits = FileTreeLimits(
      maximumEntriesPerDirectory: 2000, maximumFileSize: options.fileTreeLimits.maximumFileSize)
    guard let tree = try? FolderTree(folder, limits: limits), let entries = try? tree.entries(in: "") else {
      return nil
    }
    let projects = entries.filter { $0.kind == .directory && $0.name.hasSuffix(".xcodeproj") }
    var foreign: (path: String, target: String, foreign: String?)?
    for project in projects.prefix(maximumProjects) {
      guard let apps = try? ProjectApps(tree: tree, path: project.name, options: options) else { continue }
      let owners = apps.apps.filter { app in
        guard let path = ProjectPath.resolve(app.infoPlist, from: apps.project.directory).path else { return false }
        return apps.disk.spelling(of: path).map { ExactText.isSame($0, infoPlist) } ?? false
      }
      if let owner = owners.first(where: \.isForIOS) { return (project.name, owner.target.name, nil) }
      if let owner = owners.first { foreign = foreign ?? (project.name, owner.target.name, owner.title) }
    }
    return foreign
  }

  /// Returns the project in one of the two folders above a folder, if it is the only one there.
  static func above(_ folder: String) -> String? {
    guard var place = RealPath.of(folder) else { return nil }
    for level in 1...2 where !place.isEmpty && !VersionControl.isRoot(place) {
      place = FileTreePath.directory(of: place)
      let entries = (try? FolderTree(place).entries(in: "")) ?? []
      let projects = entries.filter { $0.kind == .directory && $0.name.hasSuffix(".xcodeproj") }
      if projects.count == 1 { return shown(projects[0].name, level, folder == "." ? "x" : "\(folder)/x") }
    }
    return nil
  }

  /// Returns the project's path relative to the working directory.
  private static func shown(_ project: String, _ level: Int, _ path: String) -> String {
    var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    parts.removeLast()
    for _ in 0..<level {
      if let last = parts.last, last != "..", last != ".", !last.isEmpty {
        parts.removeLast()
      } else {
        parts.append("..")
      }
    }
    return (parts.map(String.init) + [project]).joined(separator: "/")
  }
}
