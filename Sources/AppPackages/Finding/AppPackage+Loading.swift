public import Platform
import PropertyLists

extension AppPackage {
  /// Opens an input on the disk.
  ///
  /// - Parameter path: an Xcode project or workspace, or a folder that contains one; a built `.app` folder; a container
  ///   of a build (`.ipa`, `.zip` or `.xcarchive`) or an app in it, such as `Paint.ipa/Payload/Paint.app`; an
  ///   Info.plist in the folder of its resources; or a folder with an Info.plist. Absolute, or relative to the working
  ///   directory. For a project, only files in the named folder, or in the folder of a named `.xcodeproj`, are read,
  ///   unless the project's paths lead elsewhere in the same checkout; a warning then says so.
  /// - Throws: ``AppPackageError``: a missing or unreadable input, not a dictionary, an ambiguous choice, or an
  ///   unsupported kind of input, with advice.
  public init(contentsOf path: String, options: PackageOptions = PackageOptions()) throws(AppPackageError) {
    try self.init(try InputFinder(options: options).find(path), options)
  }

  /// Finds the app in a file tree, as ``init(contentsOf:options:)`` does in a folder on the disk.
  ///
  /// - Parameter workspace: an `.xcworkspace` folder in the tree; limits the search to its projects.
  /// - Throws: ``AppPackageError``, as there.
  public init(
    foundIn tree: any FileTree, workspace: String? = nil, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) {
    let finder = InputFinder(options: options)
    if let workspace {
      try self.init(try finder.findInWorkspace(workspace, in: tree, "\(tree.name)/\(workspace)"), options)
    } else {
      try self.init(try finder.find(in: tree, tree.name), options)
    }
  }

  /// Opens every build of an input: the packages of all iPhone and iPad apps, in all configurations, of each project
  /// that the path may mean. An input other than a project is one build.
  ///
  /// A build that fails becomes an ``AppBuilds/Failure``; the others continue.
  ///
  /// - Parameters:
  ///   - path: as for ``init(contentsOf:options:)``.
  ///   - options: ``PackageOptions/target`` and ``PackageOptions/configuration`` narrow the builds.
  /// - Throws: ``AppPackageError`` when nothing can be built.
  public static func builds(
    at path: String, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) -> AppBuilds {
    try AppBuilds(try InputFinder(options: options).find(path), options)
  }

  /// Opens every build of a file tree.
  ///
  /// - Throws: ``AppPackageError``, as for a path.
  public static func builds(
    foundIn tree: any FileTree, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) -> AppBuilds {
    try AppBuilds(try InputFinder(options: options).find(in: tree, tree.name), options)
  }

  init(_ input: InputFinder.Input, _ options: PackageOptions) throws(AppPackageError) {
    switch input {
    case .projects(let projects):
      if let refusal = projects.refusal { throw refusal }
      self = try projects.chosen.build(options)
    case .infoPlist(let input):
      var options = options
      if options.resourceFolder != nil, input.origin == .builtApp { options.resourceFolder = nil }
      options = input.dotNet?.options(over: options) ?? options
      var reader = try PackageReader(
        tree: input.tree, infoPlistPath: input.path, name: input.name, origin: input.origin, options: options,
        dotNet: input.dotNet)
      self = try reader.read()
      if !isPreprocessed { infoPlistPath = input.diskPath }
      if let container = input.container { builtApp?.takenOut(of: container, options.propertyListLimits) }
      if let note = input.note { warnings.insert(note, at: 0) }
    }
  }

  /// Builds a target of an Xcode project, limited to what a device would see.
  ///
  /// - Parameters:
  ///   - path: the `.xcodeproj` folder in the tree.
  ///   - tree: all files that may be read.
  /// - Throws: ``AppPackageError``: a damaged project, a missing Info.plist, or an ambiguous target.
  public init(
    projectAt path: String, in tree: any FileTree, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) {
    let apps = try ProjectApps(tree: tree, path: path, options: options)
    var builder = try XcodePackageBuilder(apps, options: options)
    self = XcodePackageBuilder.finished(try builder.build(), apps)
  }

  /// Reads a package from a file tree.
  ///
  /// - Parameters:
  ///   - infoPlistPath: the path in the tree; its folder holds the resources, unless the options name another folder.
  ///   - name: defaults to the tree's name without `.app`.
  ///   - origin: defaults to a built app if the tree's name ends with `.app`, otherwise a source Info.plist.
  public init(
    tree: any FileTree, infoPlistPath: String = "Info.plist", name: String? = nil, origin: Origin? = nil,
    options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) {
    let isBuilt = tree.name.hasSuffix(".app")
    let folder = FileTreePath.lastComponent(tree.name)
    let treeName = isBuilt ? String(folder.dropLast(".app".count)) : folder
    let dotNet = isBuilt || origin == .builtApp ? nil : DotNetProject.owner(of: infoPlistPath, in: tree)
    var reader = try PackageReader(
      tree: tree, infoPlistPath: infoPlistPath, name: name ?? treeName,
      origin: origin ?? (isBuilt ? .builtApp : .infoPlist), options: dotNet?.options(over: options) ?? options,
      dotNet: dotNet)
    self = try reader.read()
  }
}

/// All builds of an input: each target in each configuration.
public struct AppBuilds: Sendable {
  /// The packages, ordered by project, target and configuration.
  public internal(set) var packages: [AppPackage] = []
  /// The builds that failed.
  public private(set) var failures: [Failure] = []
  /// The notes about all builds together.
  public private(set) var notes: [PackageWarning] = []

  /// The build of each target that an archive contains: `Release`, otherwise the first configuration that is not for
  /// developers, beginning with the default one; if all are for developers, the first one.
  public var archived: [AppPackage] { Self.archived(among: packages) }

  /// Returns the archived builds among packages.
  public static func archived(among packages: [AppPackage]) -> [AppPackage] { archived(among: packages) { $0 } }

  /// Returns the values whose packages are archived.
  package static func archived<Value>(among values: [Value], by package: (Value) -> AppPackage) -> [Value] {
    var places: [ExactText: Int] = [:]
    var chosen: [Value] = []
    for value in values {
      guard let build = package(value).build else {
        chosen.append(value)
        continue
      }
      let target = ExactText("\(build.projectFile)\n\(build.target)")
      if let place = places[target] {
        if build.isArchived { chosen[place] = value }
      } else {
        places[target] = chosen.count
        chosen.append(value)
      }
    }
    return chosen
  }

  /// A build that failed, or a project that cannot be read.
  public struct Failure: Error, Sendable, Equatable {
    /// The reason and its location.
    public let error: AppPackageError
    /// The target; nil if the whole project cannot be read.
    public let target: String?
    /// The configuration; nil if the whole project cannot be read.
    public let configuration: String?
  }

  /// - Throws: ``AppPackageError`` if there is only one build and it fails.
  init(_ input: InputFinder.Input, _ options: PackageOptions) throws(AppPackageError) {
    switch input {
    case .infoPlist: packages = [try AppPackage(input, options)]
    case .projects(let projects):
      notes = projects.notes
      failures = projects.broken.map { Failure(error: $0.error, target: nil, configuration: nil) }
      var refusals: [AppPackageError] = []
      for project in projects.all { add(project, options, &refusals) }
      markHelpers()
      // Among several projects, one may be the only one with the requested target or configuration.
      guard packages.isEmpty, failures.count == projects.broken.count, let refusal = refusals.first else { return }
      throw refusal
    }
  }

  /// - Parameter refusals: the reasons why projects have nothing to build.
  private mutating func add(_ project: ProjectInput, _ options: PackageOptions, _ refusals: inout [AppPackageError]) {
    let builds: [ProjectBuild]
    do throws(AppPackageError) {
      builds = try project.buildAll(options)
    } catch {
      return refusals.append(error)
    }
    let empty = builds.filter { $0.isEmpty }
    let hasOtherBuilds = empty.count < builds.count
    if hasOtherBuilds, let first = empty.first { notes.append(Self.note(first, empty.count)) }
    for build in builds {
      switch build.result {
      case .success(let package): packages.append(package)
      case .failure where hasOtherBuilds && build.isEmpty: break
      case .failure(let error):
        failures.append(Failure(error: error, target: build.target, configuration: build.configuration))
      }
    }
  }

  /// Marks apps without an icon as possible helpers if another project has an icon: they are often samples or test hosts.
  private mutating func markHelpers() {
    let main = packages.lazy.compactMap(\.build).first { !$0.generatedIcons.isEmpty }
    guard let main else { return }
    for index in packages.indices {
      guard let build = packages[index].build, build.projectFile != main.projectFile, build.iconDoubt == nil,
        build.generatedIcons.isEmpty, !build.writtenInfoPlist.hasIcon
      else { continue }
      packages[index].build?.iconDoubt = .helper(
        "“\(main.target)” of \(FileTreePath.lastComponent(main.projectFile.replacing("/project.pbxproj", with: ""))) has "
          + "an icon, so this app may be a helper")
    }
  }

  /// Returns one note for all configurations that fail in a project where others succeed.
  private static func note(_ build: ProjectBuild, _ count: Int) -> PackageWarning {
    let more = count > 1 ? " (and \(count - 1) more such \(count == 2 ? "configuration" : "configurations"))" : ""
    return PackageWarning(
      .emptyConfiguration,
      "the target “\(build.target)” has no Info.plist in \(build.configuration)\(more): it is left out",
      severity: .note, location: build.place)
  }
}

extension ProjectBuild {
  fileprivate var isEmpty: Bool { error?.kind == .emptyConfiguration }
  fileprivate var place: SourceLocation? { error?.location }

  private var error: AppPackageError? {
    switch result {
    case .success: nil
    case .failure(let error): error
    }
  }
}
