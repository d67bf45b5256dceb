public import Platform
import PropertyLists

extension AppPackage {
  /// Opens an input of the disk.
  ///
  /// - Parameter path: an Xcode project or workspace, or a folder that holds one; a built `.app` folder; what a build is
  ///   kept in, an `.ipa`, `.zip` or `.xcarchive`, or an app in it, as in `Paint.ipa/Payload/Paint.app`; an Info.plist,
  ///   whose own folder holds the resources; or a folder with an Info.plist in it. Absolute, or relative to the working
  ///   directory. Of a project, nothing outside of the named folder, or of the folder around a named `.xcodeproj`, is
  ///   read, unless its own paths lead to another place in the same checkout; a warning then says so.
  /// - Throws: ``AppPackageError``: missing, unreadable, not a dictionary, a choice to make, or an input of a known kind
  ///   that is not read, with what to do instead.
  public init(contentsOf path: String, options: PackageOptions = PackageOptions()) throws(AppPackageError) {
    try self.init(try InputFinder(options: options).find(path), options)
  }

  /// Looks for the app of any file tree, as ``init(contentsOf:options:)`` does for a folder of the disk.
  ///
  /// - Parameter workspace: an `.xcworkspace` folder inside of the tree, to look among its projects only.
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

  /// Opens every build of an input: the packages of all applications for iPhone or iPad, in all their configurations, of
  /// each project that the path may mean. An input that is no project is one build.
  ///
  /// What one build cannot be made without is a ``AppBuilds/Failure`` beside the others.
  ///
  /// - Parameters:
  ///   - path: as for ``init(contentsOf:options:)``.
  ///   - options: ``PackageOptions/target`` and ``PackageOptions/configuration`` narrow what is built.
  /// - Throws: ``AppPackageError`` when nothing is found that could be built.
  public static func builds(
    at path: String, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) -> AppBuilds {
    try AppBuilds(try InputFinder(options: options).find(path), options)
  }

  /// The same for any file tree.
  ///
  /// - Throws: ``AppPackageError``, as there.
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

  /// Builds a target of an Xcode project, as far as a device would see the result.
  ///
  /// - Parameters:
  ///   - path: the `.xcodeproj` folder inside of the tree.
  ///   - tree: all that may be read.
  /// - Throws: ``AppPackageError``: a damaged project, an Info.plist that is missing, or a target that has to be chosen.
  public init(
    projectAt path: String, in tree: any FileTree, options: PackageOptions = PackageOptions()
  ) throws(AppPackageError) {
    let apps = try ProjectApps(tree: tree, path: path, options: options)
    var builder = try XcodePackageBuilder(apps, options: options)
    self = XcodePackageBuilder.finished(try builder.build(), apps)
  }

  /// Reads a package out of any file tree.
  ///
  /// - Parameters:
  ///   - infoPlistPath: inside the tree; its folder holds the resources, unless the options name another.
  ///   - name: the tree's name without `.app` when not given.
  ///   - origin: a built app when the tree's name ends with `.app`, else a source Info.plist, when not given.
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

/// Every build of an input: what each target makes in each configuration.
public struct AppBuilds: Sendable {
  /// In the order of the projects, of their targets, and of the configurations of each.
  public internal(set) var packages: [AppPackage] = []
  /// What could not be built.
  public private(set) var failures: [Failure] = []
  /// What a person should know of all of them together.
  public private(set) var notes: [PackageWarning] = []

  /// Of each target the build that is archived: that of `Release`, or of the first configuration where there is none.
  public var archived: [AppPackage] { Self.archived(among: packages) }

  /// The same of any packages.
  public static func archived(among packages: [AppPackage]) -> [AppPackage] { archived(among: packages) { $0 } }

  /// The same of any values that have packages.
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
        if build.configuration == "Release" { chosen[place] = value }
      } else {
        places[target] = chosen.count
        chosen.append(value)
      }
    }
    return chosen
  }

  /// A build that gives no package, or a project that cannot be read.
  public struct Failure: Error, Sendable, Equatable {
    /// Why, and where.
    public let error: AppPackageError
    /// The target; nil where the project as a whole cannot be read.
    public let target: String?
    /// The configuration; nil where the project as a whole cannot be read.
    public let configuration: String?
  }

  /// - Throws: ``AppPackageError`` of the only thing that there is to build.
  init(_ input: InputFinder.Input, _ options: PackageOptions) throws(AppPackageError) {
    switch input {
    case .infoPlist: packages = [try AppPackage(input, options)]
    case .projects(let projects):
      notes = projects.notes
      failures = projects.broken.map { Failure(error: $0.error, target: nil, configuration: nil) }
      var refusals: [AppPackageError] = []
      for project in projects.all { add(project, options, &refusals) }
      // Of several projects one may be the only one that has a named target or configuration.
      guard packages.isEmpty, failures.count == projects.broken.count, let refusal = refusals.first else { return }
      throw refusal
    }
  }

  /// - Parameter refusals: why projects have nothing to build.
  private mutating func add(
    _ project: ProjectInput, _ options: PackageOptions, _ refusals: inout [AppPackageError]
  ) {
    let builds: [ProjectBuild]
    do throws(AppPackageError) {
      builds = try project.buildAll(options)
    } catch {
      return refusals.append(error)
    }
    let empty = builds.filter { $0.isEmpty }
    let isAside = empty.count < builds.count
    if isAside, let first = empty.first { notes.append(Self.note(first, empty.count)) }
    for build in builds {
      switch build.result {
      case .success(let package): packages.append(package)
      case .failure where isAside && build.isEmpty: break
      case .failure(let error):
        failures.append(Failure(error: error, target: build.target, configuration: build.configuration))
      }
    }
  }

  /// One note for all configurations of which nothing can be built, next to those of which something can.
  private static func note(_ build: ProjectBuild, _ count: Int) -> PackageWarning {
    let more = count > 1 ? " (and \(count - 1) more such \(count == 2 ? "configuration" : "configurations"))" : ""
    return PackageWarning(
      .emptyConfiguration,
      "the target “\(build.target)” has no Info.plist and no settings in \(build.configuration)\(more): it is left out",
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
